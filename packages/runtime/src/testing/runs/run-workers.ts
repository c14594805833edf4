import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { RunDemand, RunHandler } from "../../run.ts";
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
  statusOf,
  until,
  whileWorking,
  withRuns,
} from "./runs-cases.ts";

/** A handler that writes down what it executes. */
function takes(): { readonly taken: string[]; readonly work: RunHandler } {
  const taken: string[] = [];
  const work = handler(async (_durable, _signal, { id }) => {
    taken.push(id);
    return id;
  });
  return { taken, work };
}

/** Cases about which runs a worker takes, and when. */
export const workerCases: readonly RunsCase[] = [
  {
    title: "gives a worker only the runs of its application",
    run: withRuns(async (place) => {
      const runs = place.open();
      const { taken, work } = takes();
      await queue(runs, "a", { application: "one" });
      await queue(runs, "b", { application: "two" });
      await queue(runs, "c");
      await whileWorking(place.open(), work, { application: "one" }, () =>
        lookOnce(runs, "d", { application: "one" }),
      );
      deepEqual(taken.sort(), ["a", "d"]);
      for (const id of ["b", "c"]) deepEqual(await phaseOf(runs, id), ["queued", 0]);
      await whileWorking(place.open(), work, { application: "two" }, () =>
        until(async () => (await statusOf(runs, "b")) === "succeeded"),
      );
      await whileWorking(place.open(), work, {}, () =>
        until(async () => (await statusOf(runs, "c")) === "succeeded"),
      );
      deepEqual(taken, ["a", "d", "b", "c"]);
    }),
  },
  {
    title: "leaves a run to the caller who has just started or answered it, and is about to execute it",
    run: withRuns(async (place) => {
      const runs = place.open();
      const { taken, work } = takes();
      const asks = handler((durable) => durable.wait("q", { kind: "input" }));
      await whileWorking(place.open(), work, {}, async () => {
        for (const id of ["a", "b", "c", "d", "e"]) {
          await runs.start(startOf(id));
          await new Promise((resolve) => setImmediate(resolve));
          equal((await runs.run(id, asks)).status, "paused");
          await runs.signal(id, "q", id);
          await new Promise((resolve) => setImmediate(resolve));
          equal((await runs.run(id, asks)).output, id);
        }
        deepEqual(taken, []);
        await runs.start(startOf("f"));
        await until(async () => (await statusOf(runs, "f")) === "succeeded");
        await runs.start(startOf("g"));
        await runs.retry("g");
        await until(async () => (await statusOf(runs, "g")) === "succeeded");
      });
      deepEqual(taken, ["f", "g"]);
    }),
  },
  {
    title: "leaves runs that a worker does not accept to others, and asks it again later",
    run: withRuns(async (place, clock) => {
      const runs = place.open();
      const { taken, work } = takes();
      const needs = [{ kind: "tool", name: "Mail" }] as const;
      const definition = { ...startOf("a").definition, directory: "/home/käse" };
      for (const id of ["a", "b"]) await queue(runs, id, { definition, needs });
      const asked: RunDemand[] = [];
      let offers = false;
      const accepts = async (demand: RunDemand) => {
        if (demand.needs.length === 0) return true;
        asked.push(demand);
        if (!offers && demand.directory === undefined) throw new Error("cannot tell");
        return offers;
      };
      await whileWorking(place.open(), work, { accepts }, async () => {
        await queue(runs, "c", { needs });
        for (const id of ["d", "e", "f"]) await lookOnce(runs, id);
        deepEqual(taken, ["d", "e", "f"]);
        for (const id of ["a", "b", "c"]) deepEqual(await phaseOf(runs, id), ["queued", 0]);
        deepEqual(
          asked.find(({ directory }) => directory !== undefined),
          { skill: "s", needs, directory: "/home/käse" },
        );
        ok(asked.length <= 3, `it was asked ${asked.length} times at the same time`);
        await whileWorking(place.open(), work, {}, () =>
          until(async () => (await statusOf(runs, "a")) === "succeeded"),
        );
        await queue(runs, "g", { definition, needs });
        offers = true;
        clock.now += MINUTE;
        await until(async () => (await ids(runs, { status: "succeeded" })).length === 7);
      });
      equal(new Set(taken).size, taken.length);
    }),
  },
  {
    title: "tries a run again after some time if something is missing, and at once if it is asked to",
    run: withRuns(async (place, clock) => {
      const runs = place.open();
      const missing = [{ kind: "tool", name: "Mail", message: "no tool Mail", hint: "add it" }] as const;
      const tries: string[] = [];
      let isThere = false;
      const work: RunHandler = async ({ id, skill, needs }) => {
        const result = { runId: id, skill, steps: [] };
        if (needs.length === 0) return { ...result, status: "succeeded" };
        tries.push(id);
        return isThere ? { ...result, status: "succeeded" } : { ...result, status: "paused", missing };
      };
      const needs = [{ kind: "tool", name: "Mail" }] as const;
      await queue(runs, "a", { needs });
      await whileWorking(place.open(), work, {}, async () => {
        await until(async () => (await statusOf(runs, "a")) === "paused");
        for (const id of ["b", "c"]) await lookOnce(runs, id);
        deepEqual(tries, ["a"]);
        deepEqual(await phaseOf(runs, "a"), ["waiting", 0]);
        deepEqual((await place.open().get("a"))?.result.missing, missing);
        equal((await place.open().run("a", work)).status, "paused");
        for (let round = 3; round <= 7; round += 1) {
          clock.now += MINUTE;
          await until(() => tries.length >= round);
          await until(async () => (await phaseOf(runs, "a"))[0] === "waiting");
        }
        isThere = true;
        clock.now += MINUTE;
        await until(async () => (await statusOf(runs, "a")) === "succeeded");
      });
    }),
  },
  {
    title: "lets no run that cannot be read hold up others that need the same",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["a", "b", "c"]) {
        await queue(runs, id);
        await place.damage?.(id);
      }
      await queue(runs, "d");
      await whileWorking(place.open(), takes().work, { accepts: () => true }, () =>
        until(async () => (await statusOf(runs, "d")) === "succeeded"),
      );
    }),
  },
  {
    title: "lists runs that cannot be read, goes on with the others, and deletes them",
    run: withRuns(async (place) => {
      const runs = place.open();
      for (const id of ["a", "b"]) await queue(runs, id);
      await rejects(runs.run("a", handler(broken)), /engine broke/);
      if (place.damage === undefined) return deepEqual(await runs.damaged(), []);
      await place.damage("a");
      const other = place.open();
      deepEqual(
        (await other.damaged()).map(({ id, message }) => [id, message.length > 0]),
        [["a", true]],
      );
      deepEqual(await ids(other), ["b"]);
      await rejects(other.get("a"));
      await rejects(
        other.run(
          "a",
          handler(async () => 1),
        ),
      );
      await whileWorking(other, takes().work, {}, () =>
        until(async () => (await statusOf(other, "b")) === "succeeded"),
      );
      equal(await other.delete("a"), true);
      deepEqual(await other.damaged(), []);
      equal(await other.get("a"), undefined);
    }),
  },
];
