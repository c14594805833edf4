import { deepEqual, equal, match, ok, rejects } from "node:assert/strict";
import type { JsonValue } from "../basics/copy-json.ts";
import {
  type ActionExecutionResult,
  type Durable,
  isRunSuspended,
  isStepUncertain,
  type RunHandler,
  type RunStart,
  type Runs,
  type RunView,
} from "../run.ts";

/** Runs that a suite may fill, and how to open the same runs again, as another process would. */
export interface RunsUnderTest {
  open(): Runs;
  close?(): Promise<void> | void;
}

/** The clock of a suite. */
export interface SuiteClock {
  now: number;
}

/** One rule that every `Runs` keeps; `run` throws when it does not. */
export interface RunsCase {
  readonly title: string;
  run(make: (clock: SuiteClock) => RunsUnderTest): Promise<void>;
}

const START = 1_700_000_000_000;

function startOf(id: string, skill = "s"): RunStart {
  const definition = {
    format: 1,
    entry: skill,
    skills: { [skill]: { name: skill, digest: "0", templates: {}, allowedTools: [], disallowedTools: [] } },
  } as const;
  return {
    id,
    definition,
    inputs: { text: "käse\n\u2028🧀", list: [1, null, { a: true }] },
    startedAt: START,
  };
}

/** A handler from a piece of work with steps. A wait pauses the run. */
function handler(
  work: (durable: Durable, signal: AbortSignal, run: RunView) => Promise<JsonValue>,
): RunHandler {
  return async (run, durable, signal): Promise<ActionExecutionResult> => {
    const result = { runId: run.id, skill: run.skill, steps: [] };
    try {
      return { ...result, status: "succeeded", output: await work(durable, signal, run) };
    } catch (error) {
      if (signal.aborted)
        return {
          ...result,
          status: "cancelled",
          error: { code: "cancelled", message: String(signal.reason) },
        };
      if (!isRunSuspended(error)) throw error;
      const { key, until } = error;
      const waiting = { step: key, key, kind: "approval", prompt: "?", token: "", digest: "" } as const;
      return {
        ...result,
        status: "paused",
        waiting: { ...waiting, ...(until === undefined ? {} : { until }) },
      };
    }
  };
}

/** Counts how often each step ran. */
function counter() {
  const counts: Record<string, number> = {};
  const times =
    (key: string, value: JsonValue = key) =>
    async () => {
      counts[key] = (counts[key] ?? 0) + 1;
      return value;
    };
  return { counts, times };
}

const broken = () => Promise.reject(new Error("the engine broke"));

/** Runs a case on a fresh place. */
function withRuns(test: (place: RunsUnderTest, clock: SuiteClock) => Promise<void>): RunsCase["run"] {
  return async (make) => {
    const clock = { now: START };
    const place = make(clock);
    try {
      await test(place, clock);
    } finally {
      await place.close?.();
    }
  };
}

async function ids(runs: Runs, query?: Parameters<Runs["list"]>[0]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id } of runs.list(query)) found.push(id);
  return found;
}

/** Waits until something holds; engines may take a moment. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    ok(tries < 3_000, "it did not happen in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const statusOf = async (runs: Runs, id: string) => (await runs.get(id))?.result.status;

/** The contract of the `Runs` and `Durable` ports, as cases that any test runner can run. */
export const runsSuite: readonly RunsCase[] = [
  {
    title: "has no runs at first, and stores a run with its definition and inputs",
    run: withRuns(async (place) => {
      const runs = place.open();
      deepEqual(await ids(runs), []);
      equal(await runs.get("a"), undefined);
      equal(await runs.delete("a"), false);
      await rejects(runs.run("a", handler(broken)), { code: "run.unknown" });
      await rejects(runs.signal("a", "k", 1), { code: "run.unknown" });
      await rejects(runs.cancel("a", "why"), { code: "run.unknown" });
      const start = startOf("a");
      await runs.start(start);
      await rejects(runs.start(start), { code: "run.exists" });
      const view = await place.open().get("a");
      deepEqual([view?.definition, view?.inputs, view?.startedAt], [start.definition, start.inputs, START]);
      deepEqual([view?.skill, view?.result.status, view?.endedAt], ["s", "running", undefined]);
    }),
  },
  {
    title: "executes a run, stores its result, and returns it without executing again",
    run: withRuns(async (place, clock) => {
      const { counts, times } = counter();
      const runs = place.open();
      await runs.start(startOf("a"));
      const work = handler((durable) => durable.step("one", times("one", { n: [1, "käse", null] })));
      clock.now += 5;
      deepEqual((await runs.run("a", work)).output, { n: [1, "käse", null] });
      deepEqual((await place.open().run("a", work)).output, { n: [1, "käse", null] });
      equal((await place.open().get("a"))?.endedAt, START + 5);
      deepEqual(counts, { one: 1 });
    }),
  },
  {
    title: "never runs a finished step again, and returns the value that it gave",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const values: JsonValue[] = [null, 0, "", [], { a: { b: ["käse"] } }, false];
      const work = (isBroken: boolean) =>
        handler(async (durable) => {
          const given: JsonValue[] = [];
          for (const [index, value] of values.entries())
            given.push(await durable.step(`s${index}`, times(`s${index}`, value)));
          await durable.step("last", isBroken ? broken : times("last"));
          return given;
        });
      await place.open().start(startOf("a"));
      for (let round = 0; round < 3; round += 1)
        await rejects(place.open().run("a", work(true)), /engine broke/);
      deepEqual((await place.open().run("a", work(false))).output, values);
      deepEqual(Object.values(counts), [1, 1, 1, 1, 1, 1, 1]);
    }),
  },
  {
    title: "keeps the steps of an interrupted run apart from those of other runs",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["a", "b"]) await runs.start(startOf(id));
      const work = handler((durable, _, run) => durable.step("x", async () => run.id));
      equal((await runs.run("a", work)).output, "a");
      equal((await runs.run("b", work)).output, "b");
    }),
  },
  {
    title: "does not repeat an interrupted write without a key, and repeats one with a key",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const runs = place.open();
      for (const id of ["a", "b", "c"]) await runs.start(startOf(id));
      const write = (work: () => Promise<JsonValue>, idempotencyKey?: string) =>
        handler((durable) =>
          durable.step("w", work, {
            effect: "write",
            ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
          }),
        );
      await rejects(runs.run("a", write(broken)), /engine broke/);
      const asks = handler((durable) =>
        durable.step("w", times("a"), { effect: "write" }).catch((error) => {
          ok(isStepUncertain(error));
          return "uncertain";
        }),
      );
      equal((await place.open().run("a", asks)).output, "uncertain");
      await rejects(runs.run("b", write(broken, "k")), /engine broke/);
      equal((await place.open().run("b", write(times("b"), "k"))).output, "b");
      await rejects(
        runs.run(
          "c",
          handler((durable) => durable.step("r", broken)),
        ),
        /engine broke/,
      );
      equal(
        (
          await place.open().run(
            "c",
            handler((durable) => durable.step("r", times("c"))),
          )
        ).output,
        "c",
      );
      deepEqual(counts, { b: 1, c: 1 });
    }),
  },
  {
    title: "calls `before` once, before the write is announced, and not for a stored result",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const runs = place.open();
      await runs.start(startOf("a"));
      const work = (before: () => Promise<void>, isBroken: boolean) =>
        handler(async (durable) => {
          await durable.step("w", times("w"), { effect: "write", before });
          return durable.step("after", isBroken ? broken : times("after"));
        });
      await rejects(
        runs.run(
          "a",
          work(() => broken(), true),
        ),
        /engine broke/,
      );
      deepEqual(counts, {});
      const allow = async () => void (await times("before")());
      await rejects(runs.run("a", work(allow, true)), /engine broke/);
      await place.open().run("a", work(allow, false));
      deepEqual(counts, { before: 1, w: 1, after: 1 });
    }),
  },
  {
    title: "suspends a run until the answer is there; the first answer counts",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const work = handler(async (durable) => {
        await durable.step("before", times("before"));
        const answer = await durable.wait("q", { kind: "approval" });
        return durable.step("after", times("after", answer));
      });
      await place.open().start(startOf("a"));
      equal((await place.open().run("a", work)).status, "paused");
      const view = await place.open().get("a");
      deepEqual([view?.result.status, view?.result.waiting?.key, view?.endedAt], ["paused", "q", undefined]);
      equal((await place.open().run("a", work)).status, "paused");
      await place.open().signal("a", "other", "no");
      equal((await place.open().run("a", work)).status, "paused");
      await place.open().signal("a", "q", { answer: "yes" });
      await place.open().signal("a", "q", { answer: "no" });
      deepEqual((await place.open().run("a", work)).output, { answer: "yes" });
      deepEqual(counts, { before: 1, after: 1 });
    }),
  },
  {
    title: "asks who can answer now, and asks nobody again",
    run: withRuns(async (place) => {
      const asked: string[] = [];
      const work = (name: string, answer: JsonValue | undefined, isBroken = false) =>
        handler(async (durable) => {
          const ask = async () => {
            asked.push(name);
            return answer;
          };
          const given = await durable.wait("q", { kind: "approval", ask });
          return isBroken ? broken() : given;
        });
      await place.open().start(startOf("a"));
      equal((await place.open().run("a", work("later", undefined))).status, "paused");
      await rejects(place.open().run("a", work("first", "yes", true)), /engine broke/);
      equal((await place.open().run("a", work("second", "no"))).output, "yes");
      deepEqual(asked, ["later", "first"]);
    }),
  },
  {
    title: "ends a wait at the time that was set first, also if the clock jumps",
    run: withRuns(async (place, clock) => {
      const work = handler((durable) => durable.wait("t", { kind: "time", until: clock.now + 1_000 }));
      await place.open().start(startOf("a"));
      equal((await place.open().run("a", work)).waiting?.until, START + 1_000);
      clock.now -= 3_600_000;
      equal((await place.open().run("a", work)).waiting?.until, START + 1_000);
      clock.now = START + 999;
      equal((await place.open().run("a", work)).status, "paused");
      clock.now = START + 1_000;
      deepEqual(
        await place
          .open()
          .run("a", work)
          .then(({ status, output }) => [status, output]),
        ["succeeded", null],
      );
    }),
  },
  {
    title: "runs parallel items up to a limit; after an interruption only unfinished ones run again",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const keys = Array.from({ length: 12 }, (_, index) => `i[${index}]`);
      let active = 0;
      let most = 0;
      const work = (isBroken: boolean) =>
        handler(async (durable) => {
          const settled = await durable.branch(keys, 4, async (index, inner) => {
            active += 1;
            most = Math.max(most, active);
            await inner.step(`${keys[index]}/a`, times(`${index}a`));
            await new Promise((resolve) => setTimeout(resolve, (index * 7) % 5));
            active -= 1;
            if (isBroken && index % 3 === 1) return broken();
            return inner.step(`${keys[index]}/b`, times(`${index}b`, index));
          });
          return settled.map((result) => {
            if (result.status === "rejected") throw result.reason;
            return result.value;
          });
        });
      await place.open().start(startOf("a"));
      await rejects(place.open().run("a", work(true)), /engine broke/);
      equal(Object.keys(counts).length, 20);
      deepEqual((await place.open().run("a", work(false))).output, [...keys.keys()]);
      ok(most <= 4 && most > 1);
      ok(Object.values(counts).every((count) => count === 1));
    }),
  },
  {
    title: "executes a run only once at a time",
    run: withRuns(async (place) => {
      const runs = place.open();
      await runs.start(startOf("a"));
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isInside = false;
      const first = runs.run(
        "a",
        handler(async () => {
          isInside = true;
          await held;
          return 1;
        }),
      );
      await until(() => isInside);
      await rejects(
        place.open().run(
          "a",
          handler(async () => 2),
        ),
        { code: "run.busy" },
      );
      await rejects(place.open().delete("a"), { code: "run.busy" });
      equal(await statusOf(place.open(), "a"), "running");
      release();
      equal((await first).output, 1);
      equal(await place.open().delete("a"), true);
    }),
  },
  {
    title: "cancels a run that is executed elsewhere, one that waits, and never one that has ended",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["a", "b", "c"]) await runs.start(startOf(id));
      let isInside = false;
      const hung = runs.run(
        "a",
        handler(async (_, signal) => {
          isInside = true;
          await new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => reject(signal.reason));
          });
          return null;
        }),
      );
      await until(() => isInside);
      await place.open().cancel("a", "not needed");
      equal((await hung).status, "cancelled");
      await until(async () => (await statusOf(runs, "a")) === "cancelled");
      await runs.run(
        "b",
        handler((durable) => durable.wait("q", { kind: "approval" })),
      );
      await place.open().cancel("b", "too late");
      const view = await place.open().get("b");
      deepEqual([view?.result.status, view?.result.error?.message], ["cancelled", "too late"]);
      ok(view?.endedAt !== undefined);
      await runs.run(
        "c",
        handler(async () => 1),
      );
      await place.open().cancel("c", "done already");
      equal(await statusOf(place.open(), "c"), "succeeded");
      equal(
        (
          await runs.run(
            "b",
            handler(async () => 2),
          )
        ).status,
        "cancelled",
      );
    }),
  },
  {
    title: "cancels a run when the caller's signal is aborted",
    run: withRuns(async (place) => {
      const runs = place.open();
      await runs.start(startOf("a"));
      const controller = new AbortController();
      const work = handler(async (_, signal) => {
        controller.abort(new Error("enough"));
        signal.throwIfAborted();
        return 1;
      });
      equal((await runs.run("a", work, controller.signal)).status, "cancelled");
    }),
  },
  {
    title: "lists runs by newest id, skill and status, and deletes one and no other",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["1", "3", "2"]) await runs.start(startOf(id, id === "3" ? "other" : "s"));
      await runs.run(
        "2",
        handler(async () => 1),
      );
      deepEqual(await ids(place.open()), ["3", "2", "1"]);
      deepEqual(await ids(runs, { limit: 2 }), ["3", "2"]);
      deepEqual(await ids(runs, { skill: "s" }), ["2", "1"]);
      deepEqual(await ids(runs, { status: "succeeded" }), ["2"]);
      equal(await runs.delete("2"), true);
      equal(await runs.delete("2"), false);
      deepEqual(await ids(place.open()), ["3", "1"]);
      await runs.start(startOf("2"));
    }),
  },
  {
    title: "forks a run with the results that are kept, and leaves the first one as it is",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const runs = place.open();
      await runs.start(startOf("a"));
      const work = handler(async (durable) => {
        const first = await durable.step("first", times("first", 1));
        const answer = await durable.wait("q", { kind: "input" });
        return [first, answer, await durable.step("last", times("last", 2))];
      });
      await runs.run("a", work);
      await runs.signal("a", "q", "yes");
      await runs.run("a", work);
      await place.open().fork("a", { id: "b", startedAt: START + 9 }, (key) => key !== "last");
      await rejects(
        runs.fork("a", { id: "b", startedAt: 0 }, () => true),
        { code: "run.exists" },
      );
      await rejects(
        runs.fork("x", { id: "y", startedAt: 0 }, () => true),
        { code: "run.unknown" },
      );
      equal((await runs.get("b"))?.startedAt, START + 9);
      deepEqual((await place.open().run("b", work)).output, [1, "yes", 2]);
      deepEqual(counts, { first: 1, last: 2 });
      equal(await statusOf(runs, "a"), "succeeded");
    }),
  },
  {
    title: "lets two workers share a queue without executing a run twice",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const runs = place.open();
      const names = Array.from({ length: 20 }, (_, index) => `r${String(index).padStart(2, "0")}`);
      for (const id of names.slice(0, 10)) await runs.start(startOf(id));
      const work = handler(async (durable, _, run) => {
        await durable.step("x", times(run.id));
        await new Promise((resolve) => setTimeout(resolve, 1));
        return null;
      });
      const workers = await Promise.all(
        [place.open(), place.open()].map((each) => each.work(work, { concurrency: 3 })),
      );
      for (const id of names.slice(10)) await runs.start(startOf(id));
      try {
        await until(async () => (await ids(runs, { status: "succeeded" })).length === names.length);
      } finally {
        for (const worker of workers) await worker.close();
      }
      deepEqual(Object.keys(counts).sort(), names);
      ok(Object.values(counts).every((count) => count === 1));
    }),
  },
  {
    title: "continues runs in a worker when they are answered or their time has come",
    run: withRuns(async (place, clock) => {
      const runs = place.open();
      for (const id of ["a", "b", "c"]) await runs.start(startOf(id));
      let waiting = 0;
      const work = handler(async (durable, _, run) => {
        waiting += 1;
        if (run.id === "a") return durable.wait("q", { kind: "approval" });
        return durable.wait("t", { kind: "time", until: run.id === "b" ? START + 500 : START + 9_000 });
      });
      const worker = await place.open().work(work, { concurrency: 2 });
      try {
        await until(async () => (await ids(runs, { status: "paused" })).length === 3);
        equal(waiting, 3);
        await runs.signal("a", "q", "yes");
        clock.now += 500;
        await until(async () => (await ids(runs, { status: "succeeded" })).length === 2);
        equal(await statusOf(runs, "c"), "paused");
        equal(waiting, 5);
      } finally {
        await worker.close();
      }
    }),
  },
  {
    title: "keeps 10,000 steps, and runs none of them again",
    run: withRuns(async (place) => {
      let count = 0;
      const work = (isBroken: boolean) =>
        handler(async (durable) => {
          for (let index = 0; index < 10_000; index += 1)
            await durable.step(`s${index}`, async () => {
              count += 1;
              return index;
            });
          return isBroken ? broken() : count;
        });
      await place.open().start(startOf("a"));
      await rejects(place.open().run("a", work(true)), /engine broke/);
      equal((await place.open().run("a", work(false))).output, 10_000);
    }),
  },
  {
    title: "has one secret that every process shares and nobody can guess",
    run: withRuns(async (place) => {
      const secret = await place.open().secret();
      match(secret, /^.{32,}$/);
      equal(await place.open().secret(), secret);
    }),
  },
];
