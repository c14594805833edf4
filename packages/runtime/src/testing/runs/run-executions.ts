import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { RunHandler, Runs } from "../../run.ts";
import {
  broken,
  handler,
  ids,
  lookOnce,
  MINUTE,
  phaseOf,
  queue,
  type RunsCase,
  startOf,
  until,
  whileWorking,
  withRuns,
} from "./runs-cases.ts";

/** After this number of executions without a result, no worker tries again. */
const MAX = 5;

/** Executes a run, which ends without a result. */
async function interrupt(open: () => Runs, id: string, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1)
    await rejects(open().run(id, handler(broken)), /engine broke/);
}

/** Pauses a run with a question about an interrupted write. */
const askAboutWrite: RunHandler = async ({ id, skill }) => {
  const waiting = { step: "w", key: "w", kind: "approval", prompt: "?", token: "", digest: "" } as const;
  return { runId: id, skill, status: "paused", steps: [], waiting: { ...waiting, uncertain: true } };
};

/** Cases about executions that end without a result, and about the phase of a run. */
export const executionCases: readonly RunsCase[] = [
  {
    title: "tells in which phase a run is, and how many executions ended without a result",
    run: withRuns(async (place) => {
      const runs = place.open();
      const phase = () => phaseOf(place.open(), "a");
      await runs.start(startOf("a"));
      deepEqual(await phase(), ["queued", 0]);
      const seen: unknown[] = [];
      const asks = handler(async (durable, _, run) => {
        seen.push([run.phase, run.executions], await phase());
        return durable.wait("q", { kind: "approval" });
      });
      await interrupt(place.open, "a", 1);
      deepEqual(await phase(), ["interrupted", 1]);
      await runs.run("a", asks);
      deepEqual(seen, [
        ["running", 2],
        ["running", 2],
      ]);
      deepEqual(await phase(), ["waiting", 0]);
      await runs.signal("a", "q", "yes");
      deepEqual(await phase(), ["queued", 0]);
      await interrupt(place.open, "a", 1);
      deepEqual(await phase(), ["interrupted", 1]);
      await runs.run("a", askAboutWrite);
      deepEqual(await phase(), ["uncertain", 0]);
      await runs.run("a", asks);
      deepEqual(await phase(), ["succeeded", 0]);
      await runs.start(startOf("b"));
      await runs.cancel("b", "why");
      deepEqual(await phaseOf(place.open(), "b"), ["cancelled", 0]);
    }),
  },
  {
    title: "leaves a run to its caller after five executions without a result, until it is to be retried",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["a", "b"]) await runs.start(startOf(id));
      await interrupt(place.open, "a", MAX - 1);
      deepEqual(await phaseOf(place.open(), "a"), ["interrupted", MAX - 1]);
      await interrupt(place.open, "a", 1);
      await interrupt(place.open, "b", MAX + 1);
      deepEqual(await phaseOf(place.open(), "a"), ["stuck", MAX]);
      deepEqual(await phaseOf(place.open(), "b"), ["stuck", MAX + 1]);
      const taken: string[] = [];
      const work = handler(async (_durable, _signal, { id }) => {
        taken.push(id);
        return id;
      });
      await whileWorking(place.open(), work, {}, async () => {
        await lookOnce(runs, "c");
        await lookOnce(runs, "d");
        deepEqual(taken, ["c", "d"]);
        equal((await place.open().run("a", work)).status, "succeeded");
        await place.open().retry("b");
        await until(async () => (await ids(runs, { status: "succeeded" })).length === 4);
      });
      deepEqual(taken, ["c", "d", "a", "b"]);
      deepEqual(await phaseOf(place.open(), "b"), ["succeeded", 0]);
    }),
  },
  {
    title: "retries only a run that is stuck",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["a", "b", "c", "d"]) await runs.start(startOf(id));
      await interrupt(place.open, "b", 1);
      await interrupt(place.open, "c", MAX);
      await runs.run(
        "d",
        handler(async () => 1),
      );
      for (const id of ["a", "b", "c", "d"]) await place.open().retry(id);
      deepEqual(await phaseOf(place.open(), "a"), ["queued", 0]);
      deepEqual(await phaseOf(place.open(), "b"), ["interrupted", 1]);
      deepEqual(await phaseOf(place.open(), "c"), ["queued", 0]);
      deepEqual(await phaseOf(place.open(), "d"), ["succeeded", 0]);
      let isInside = false;
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await interrupt(place.open, "c", MAX);
      const running = runs.run(
        "c",
        handler(async () => {
          isInside = true;
          await held;
          return broken();
        }),
      );
      await until(() => isInside);
      await place.open().retry("c");
      release();
      await rejects(running, /engine broke/);
      deepEqual(await phaseOf(place.open(), "c"), ["stuck", MAX + 1]);
    }),
  },
  {
    title: "lets a worker go on with a run that was answered in an execution without a result",
    run: withRuns(async (place, clock) => {
      const runs = place.open();
      await runs.start(startOf("a"));
      const asks = handler((durable) => durable.wait("q", { kind: "approval" }));
      equal((await runs.run("a", asks)).status, "paused");
      const answers = handler(async (durable) => {
        await durable.wait("q", { kind: "approval", ask: async () => "yes" });
        return broken();
      });
      await rejects(runs.run("a", answers), /engine broke/);
      clock.now += MINUTE;
      await whileWorking(place.open(), asks, {}, () =>
        until(async () => (await phaseOf(runs, "a"))[0] === "succeeded"),
      );
      equal((await runs.get("a"))?.result.output, "yes");
    }),
  },
  {
    title: "lets a worker try again later if an execution rejects, until the run is stuck",
    run: withRuns(async (place, clock) => {
      const runs = place.open();
      const tries: number[] = [];
      const work = handler(async (_durable, _signal, { id, executions }) => {
        if (id !== "a") return id;
        tries.push(executions);
        return broken();
      });
      await queue(runs, "a");
      const store: string[] = [];
      const onStore = (state: string) => void store.push(state);
      await whileWorking(place.open(), work, { onStore }, async () => {
        await until(async () => (await phaseOf(runs, "a"))[0] === "interrupted");
        for (const id of ["b", "c"]) await lookOnce(runs, id);
        deepEqual(tries, [1]);
        await until(async () => {
          const [phase] = await phaseOf(runs, "a");
          if (phase === "interrupted") clock.now += 1_000;
          return phase === "stuck";
        });
        clock.now += 3_600_000;
        for (const id of ["d", "e"]) await lookOnce(runs, id);
      });
      deepEqual(tries, [1, 2, 3, 4, 5]);
      deepEqual(store, []);
      ok((await ids(runs, { status: "succeeded" })).length === 4);
    }),
  },
];
