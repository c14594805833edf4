import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import {
  broken,
  counter,
  handler,
  ids,
  phaseOf,
  queue,
  type RunsCase,
  START,
  startOf,
  statusOf,
  until,
  withRuns,
} from "./runs-cases.ts";

/** Cases about who executes a run, and how it is cancelled. */
export const controlCases: readonly RunsCase[] = [
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
    title: "cancels an interrupted run and keeps what it had done",
    run: withRuns(async (place) => {
      const runs = place.open();
      await runs.start(startOf("a"));
      const work = handler(async (durable) => {
        await durable.step("one", () => 1);
        await durable.step("two", () => 2);
        return durable.step("three", broken);
      });
      await rejects(runs.run("a", work), /engine broke/);
      const steps = async () =>
        (await place.open().get("a"))?.result.steps.map(({ id, status }) => [id, status]);
      const done = [
        ["one", "succeeded"],
        ["two", "succeeded"],
      ];
      deepEqual(await steps(), done);
      await place.open().cancel("a", "enough");
      deepEqual(await phaseOf(runs, "a"), ["cancelled", 0]);
      deepEqual(await steps(), done);
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
    title: "lets two workers share a queue without executing a run twice",
    run: withRuns(async (place) => {
      const { counts, times } = counter();
      const runs = place.open();
      const names = Array.from({ length: 20 }, (_, index) => `r${String(index).padStart(2, "0")}`);
      for (const id of names.slice(0, 10)) await queue(runs, id);
      const work = handler(async (durable, _, run) => {
        await durable.step("x", times(run.id));
        await new Promise((resolve) => setTimeout(resolve, 1));
        return null;
      });
      const workers = await Promise.all(
        [place.open(), place.open()].map((each) =>
          each.work(work, { concurrency: 3, application: "default" }),
        ),
      );
      for (const id of names.slice(10)) await queue(runs, id);
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
      for (const id of ["a", "b", "c"]) await queue(runs, id);
      let waiting = 0;
      const work = handler(async (durable, _, run) => {
        waiting += 1;
        if (run.id === "a") return durable.wait("q", { kind: "approval" });
        return durable.wait("t", { kind: "time", until: run.id === "b" ? START + 500 : START + 9_000 });
      });
      const worker = await place.open().work(work, { concurrency: 2, application: "default" });
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
];
