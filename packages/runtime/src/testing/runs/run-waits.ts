import { deepEqual, equal, rejects } from "node:assert/strict";
import type { JsonValue } from "../../basics/copy-json.ts";
import { broken, counter, handler, type RunsCase, START, startOf, withRuns } from "./runs-cases.ts";

/** Cases about answers and times that a run waits for. */
export const waitCases: readonly RunsCase[] = [
  {
    title:
      "suspends a run until the answer is there; the first answer counts, and a second one is refused with it",
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
      await rejects(place.open().signal("a", "q", { answer: "no" }), {
        code: "run.answered",
        message: /yes/,
      });
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
      await rejects(place.open().signal("a", "t", "late"), { code: "run.answered", message: /null/ });
    }),
  },
];
