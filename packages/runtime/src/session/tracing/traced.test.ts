import { describe, expect, test } from "vitest";
import { KnowhowError } from "../../errors.ts";
import type { SpanAttributes, SpanHandle, SpanStart, Tracer } from "../../ports.ts";
import { createRuntime } from "../../runtime.ts";
import { fakePorts } from "../../testing/fake-ports.ts";
import { skillMd } from "../../testing/workshop.ts";
import { traced } from "./traced.ts";

const START: SpanStart = { name: "turn", attributes: { turn: 1 } };
const SILENT: SpanHandle = { set: () => undefined, setResource: () => undefined };

/** Counts how often the work was done. */
function counted<T>(result: () => T): { times: number; work: () => Promise<T> } {
  const counter = {
    times: 0,
    work: async () => {
      counter.times += 1;
      return result();
    },
  };
  return counter;
}

function broken(): never {
  throw new Error("the tracer broke");
}

const BROKEN: readonly (readonly [string, Tracer])[] = [
  ["throws before the work", { trace: () => broken() }],
  ["rejects before the work", { trace: async () => broken() }],
  [
    "throws while the work goes on",
    {
      trace: (_start, work) => {
        work(SILENT).catch(() => undefined);
        return broken();
      },
    },
  ],
  ["rejects after the work", { trace: (_start, work) => work(SILENT).then(broken, broken) }],
  ["does the work twice", { trace: (_start, work) => work(SILENT).then(() => work(SILENT)) }],
  ["cannot say whether it listens", { trace: (_start, work) => work(SILENT), listens: broken }],
  ["cannot take facts", { trace: (_start, work) => work({ set: broken, setResource: broken }) }],
];

describe("a traced piece of work", () => {
  test.each(BROKEN)("O2 is done once and gives its own result when the tracer %s", async (_title, tracer) => {
    const counter = counted(() => "result");
    expect(await traced(tracer, START, counter.work, (span) => span.set({}))).toBe("result");
    expect(counter.times).toBe(1);
  });

  test.each(BROKEN)("O2 fails with its own error when the tracer %s", async (_title, tracer) => {
    const counter = counted(() => {
      throw new KnowhowError("runtime.unknown-skill", "the work broke");
    });
    await expect(traced(tracer, START, counter.work, () => undefined)).rejects.toThrow("the work broke");
    expect(counter.times).toBe(1);
  });

  test("O2 names the class of its error and not the message", async () => {
    const told: SpanAttributes[] = [];
    const tracer: Tracer = {
      trace: (_start, work) => work({ ...SILENT, set: (facts) => void told.push(facts) }),
    };
    const failing = (error: unknown) =>
      traced(
        tracer,
        START,
        () => Promise.reject(error),
        () => undefined,
      ).catch(() => undefined);
    await failing(new KnowhowError("runtime.unknown-skill", "secret"));
    await failing(new TypeError("secret"));
    await failing("secret");
    expect(told).toEqual([
      { "error.type": "runtime.unknown-skill" },
      { "error.type": "TypeError" },
      { "error.type": "unknown" },
    ]);
  });

  test("O2 makes no call and is not described without a tracer or a listener", async () => {
    const deaf: Tracer = { trace: broken, listens: (name) => name !== "turn" };
    for (const tracer of [undefined, deaf]) {
      let described = 0;
      const count = () => {
        described += 1;
      };
      expect(await traced(tracer, START, async () => "result", count)).toBe("result");
      expect(described).toBe(0);
    }
  });
});

test("O2 a tracer that does not listen to a span is not called for it", async () => {
  const called: string[] = [];
  const tracer: Tracer = {
    trace: (start, work) => {
      called.push(start.name);
      return work(SILENT);
    },
    listens: (name) => name !== "turn",
  };
  await traced(
    tracer,
    START,
    async () => "result",
    () => undefined,
  );
  await traced(
    tracer,
    { ...START, name: "activate" },
    async () => "result",
    () => undefined,
  );
  expect(called).toEqual(["activate"]);
});

test("O2 a broken tracer changes nothing that a session says", async () => {
  const tree = {
    "/project/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads. Use when asked." }),
    "/project/.agents/skills/pdf/notes.md": "Notes.\n",
  };
  const say = async (ports: { tracer?: Tracer }) => {
    const session = await (await createRuntime({ ...fakePorts(tree), ...ports })).session();
    return [
      await session.turn({ messages: [{ role: "user", content: "use $pdf" }] }),
      await session.call("skill_load", { name: "pdf" }),
      await session.call("skill_read", { name: "pdf", path: "notes.md" }),
      await session.resolve("skill://pdf"),
    ];
  };
  const untraced = await say({});
  for (const [title, tracer] of BROKEN) expect(await say({ tracer }), title).toEqual(untraced);
});
