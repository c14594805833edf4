import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { controlCases } from "./runs/run-control.ts";
import { executionCases } from "./runs/run-executions.ts";
import { stepCases } from "./runs/run-steps.ts";
import { waitCases } from "./runs/run-waits.ts";
import { workerCases } from "./runs/run-workers.ts";
import {
  broken,
  counter,
  handler,
  ids,
  type RunsCase,
  START,
  startOf,
  statusOf,
  withRuns,
} from "./runs/runs-cases.ts";

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
      await rejects(runs.retry("a"), { code: "run.unknown" });
      deepEqual(await runs.damaged(), []);
      const start = startOf("a");
      await runs.start(start);
      await rejects(runs.start(start), { code: "run.exists" });
      const view = await place.open().get("a");
      deepEqual([view?.definition, view?.inputs, view?.startedAt], [start.definition, start.inputs, START]);
      deepEqual([view?.skill, view?.result.status, view?.endedAt], ["s", "running", undefined]);
    }),
  },
  {
    title: "stores the application and the needs of a run, and lists them",
    run: withRuns(async (place) => {
      const runs = place.open();
      const needs = [
        { kind: "tool", name: "Bash" },
        { kind: "script", name: "s/scripts/käse.py" },
      ] as const;
      await runs.start({ ...startOf("a"), application: "shop", needs });
      await runs.start(startOf("b"));
      await runs.fork("a", { id: "c", startedAt: START }, () => true);
      const shown: unknown[] = [];
      for await (const { id, application, needs: each } of place.open().list())
        shown.push([id, application, each]);
      deepEqual(shown, [
        ["c", "shop", needs],
        ["b", "default", []],
        ["a", "shop", needs],
      ]);
    }),
  },
  {
    title: "keeps the definition and the inputs that a run began with, also if runs share them",
    run: withRuns(async (place) => {
      const runs = place.open();
      const shared = { ...startOf("a").definition, grants: [`Read(${"x".repeat(2_000)})`] };
      const inputs = { list: [1] };
      const first = { ...startOf("a"), definition: shared, inputs };
      const second = { ...startOf("b"), definition: structuredClone(shared), inputs: { list: [2] } };
      for (const start of [first, second]) await runs.start(start);
      const [before, other] = [structuredClone(first), structuredClone(second)];
      shared.grants.push("Write(*)");
      inputs.list.push(3);
      for (const { id, definition, inputs: given } of [before, other]) {
        const view = await runs.get(id);
        deepEqual(view?.definition, definition);
        deepEqual(view?.inputs, given);
      }
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
    title: "has one secret that every process shares and nobody can guess",
    run: withRuns(async (place) => {
      const secret = await place.open().secret();
      match(secret, /^.{32,}$/);
      equal(await place.open().secret(), secret);
    }),
  },
  ...stepCases,
  ...waitCases,
  ...controlCases,
  ...executionCases,
  ...workerCases,
];
