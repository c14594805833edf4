import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { JsonValue } from "../../basics/copy-json.ts";
import { isStepUncertain } from "../../run.ts";
import { broken, counter, handler, type RunsCase, START, startOf, withRuns } from "./runs-cases.ts";

/** Cases about steps: what is stored, and what is never repeated. */
export const stepCases: readonly RunsCase[] = [
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
      const asks = handler(async (durable) => {
        try {
          return await durable.step("w", times("a"), { effect: "write" });
        } catch (error) {
          ok(isStepUncertain(error));
          return "uncertain";
        }
      });
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
    title: "counts the attempts of a step, also those of earlier executions",
    run: withRuns(async (place) => {
      const work = (isBroken: boolean) =>
        handler(async (durable) => {
          const counts = [await durable.attempt("x"), await durable.attempt("y")];
          const [inner] = await durable.branch(["i[0]"], 1, async (_, each) => each.attempt("i[0]/x"));
          counts.push(await durable.attempt("x"));
          return isBroken ? broken() : [...counts, inner?.status === "fulfilled" ? inner.value : null];
        });
      await place.open().start(startOf("a"));
      for (let round = 0; round < 2; round += 1)
        await rejects(place.open().run("a", work(true)), /engine broke/);
      deepEqual((await place.open().run("a", work(false))).output, [5, 3, 6, 3]);
      await place.open().fork("a", { id: "b", startedAt: START }, () => true);
      deepEqual((await place.open().run("b", work(false))).output, [1, 1, 2, 1]);
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
];
