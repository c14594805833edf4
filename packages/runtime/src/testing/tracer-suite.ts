import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { SpanHandle, SpanName, Tracer } from "../ports.ts";

/** A tracer and what it hands on. */
export interface TracerUnderTest {
  /** A tracer that somebody listens to, and whose host did not ask for names of files. */
  readonly tracer: Tracer;
  /** Everything that it has handed on so far, as plain data: one item per span that has ended. */
  readonly spans: () => readonly unknown[];
  /** A tracer whose receiver fails at every call; absent where a receiver's failure cannot reach the tracer. */
  readonly broken?: Tracer;
}

/** One rule that every `Tracer` keeps; `run` throws when it does not. */
export interface TracerCase {
  readonly title: string;
  run(make: () => TracerUnderTest): Promise<void>;
}

const NAMES: readonly SpanName[] = ["turn", "activate", "resource.read"];
const SECRET = "text-that-nobody-else-may-read";

/** The contract of the `Tracer` port, as cases that any test runner can run. */
export const tracerSuite: readonly TracerCase[] = [
  {
    title: "does the work once, for every kind of span, and gives what it gave",
    run: async (make) => {
      const { tracer, spans } = make();
      for (const [index, name] of NAMES.entries()) {
        for (const result of [undefined, null, { name }]) {
          let times = 0;
          const given = await tracer.trace({ name, attributes: {} }, async () => {
            times += 1;
            return result;
          });
          equal(given, result);
          equal(times, 1);
        }
        equal(spans().length, (index + 1) * 3);
      }
    },
  },
  {
    title: "throws the very error of the work, whatever it is and whenever it comes",
    run: async (make) => {
      const { tracer, spans } = make();
      for (const error of [new Error("failed"), "a string", undefined]) {
        for (const work of [() => Promise.reject(error), () => thrown(error)]) {
          let times = 0;
          await rejects(
            tracer.trace({ name: "turn", attributes: {} }, () => {
              times += 1;
              return work();
            }),
            (given) => given === error,
          );
          equal(times, 1);
        }
      }
      equal(spans().length, 6);
    },
  },
  {
    title: "hands on the attributes of the start and those that are set later",
    run: async (make) => {
      const { tracer, spans } = make();
      const attributes = Object.freeze({ first: "at-the-start", list: Object.freeze(["of-a-list"]) });
      await tracer.trace({ name: "activate", attributes }, async (span) => {
        span.set({ second: "set-later", count: 4711, yes: true });
        span.set({});
      });
      const text = JSON.stringify(spans());
      for (const value of ["at-the-start", "of-a-list", "set-later", "4711"]) ok(text.includes(value), value);
      deepEqual(attributes, { first: "at-the-start", list: ["of-a-list"] });
    },
  },
  {
    title: "hands on neither results nor messages of errors nor names of files",
    run: async (make) => {
      const { tracer, spans } = make();
      const start = { name: "resource.read", attributes: { skill: "positive-control" } } as const;
      await tracer.trace(start, async (span) => {
        span.setResource(SECRET);
        return SECRET;
      });
      await rejects(tracer.trace(start, () => Promise.reject(new Error(SECRET))));
      const text = JSON.stringify(spans());
      ok(text.includes("positive-control"));
      ok(!text.includes(SECRET));
    },
  },
  {
    title: "keeps spans apart that overlap or are inside each other",
    run: async (make) => {
      const { tracer, spans } = make();
      const named = (name: SpanName, id: string, work: () => Promise<unknown> = pause) =>
        tracer.trace({ name, attributes: { id } }, async (span) => {
          await work();
          span.set({ done: `${id}-done` });
          return id;
        });
      const inner = () => Promise.all([named("activate", "b"), named("activate", "c")]);
      deepEqual(await Promise.all([named("turn", "a", inner), named("turn", "d")]), ["a", "d"]);
      const texts = spans().map((span) => JSON.stringify(span));
      equal(texts.length, 4);
      for (const id of ["a", "b", "c", "d"])
        equal(texts.filter((text) => text.includes(`"${id}"`) && text.includes(`"${id}-done"`)).length, 1);
    },
  },
  {
    title: "ignores what is set after the work has ended",
    run: async (make) => {
      const { tracer, spans } = make();
      const kept: SpanHandle[] = [];
      await tracer.trace({ name: "turn", attributes: {} }, async (span) => void kept.push(span));
      for (const span of kept) {
        span.set({ late: "too-late" });
        span.setResource("too-late.md");
      }
      equal(spans().length, 1);
      ok(!JSON.stringify(spans()).includes("too-late"));
    },
  },
  {
    title: "says for every kind of span whether somebody listens, if it says so at all",
    run: async (make) => {
      const { tracer } = make();
      for (const name of NAMES) ok([undefined, true].includes(tracer.listens?.(name)));
    },
  },
  {
    title: "does the work all the same when the receiver fails",
    run: async (make) => {
      const { broken } = make();
      if (broken === undefined) return;
      let times = 0;
      const work = async (span: SpanHandle) => {
        times += 1;
        span.set({ a: 1 });
        span.setResource("a.md");
        return "result";
      };
      equal(await broken.trace({ name: "turn", attributes: { a: "b" } }, work), "result");
      equal(times, 1);
      const error = new Error("of the work");
      await rejects(
        broken.trace({ name: "turn", attributes: {} }, () => Promise.reject(error)),
        (given) => given === error,
      );
    },
  },
];

function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function thrown(error: unknown): never {
  throw error;
}
