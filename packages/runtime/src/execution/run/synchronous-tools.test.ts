import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { definition, skill, type Trial, tool, trial, trialTool } from "../../../testing/trial-run.ts";

const items = Array.from({ length: 1_000 }, (_, index) => index);

/** A run whose tool never waits, and takes 20 ms of the clock, plus what `jump` adds. */
function slowRun(parallel: number, jump: (call: number) => number = () => 0) {
  const made: { run?: Trial } = {};
  const slow = trialTool("slow", () => {
    if (made.run !== undefined) made.run.clock += 20 + jump(slow.calls.length);
    return 1;
  });
  const loop = tool("a", "slow", { for: { item: "x", list: "inputs.list" }, parallel });
  made.run = trial(definition(skill("s", [loop])), [slow]);
  return { run: made.run, slow };
}

async function cancelSoon({ run, slow }: ReturnType<typeof slowRun>): Promise<number> {
  const controller = new AbortController();
  // Set before the first call, so that it is due when the run lets other work have its turn.
  const result = run.start({ list: items }, controller.signal);
  setImmediate(() => controller.abort(new Error("stop")));
  expect(await result).toMatchObject({ status: "cancelled" });
  return slow.calls.length;
}

describe("tools that answer without waiting", () => {
  test("X4 slow calls leave the rest of the process its turn, so that the run can be cancelled", async () => {
    expect(await cancelSoon(slowRun(1))).toBeLessThan(10);
  });

  test("X4 parallel items leave it together: none of them goes on while another one has stepped back", async () => {
    expect(await cancelSoon(slowRun(10))).toBeLessThan(30);
  });

  test("X4 a clock that is set back does not keep the process from its turn", async () => {
    expect(await cancelSoon(slowRun(1, (call) => (call === 1 ? -3_600_000 : 0)))).toBeLessThan(10);
  });
});

describe("promises of other kinds", () => {
  const promiseMethod = Promise.prototype.then.name;
  const resolveLater = (done: (value: unknown) => void) => void setTimeout(done, 0, { id: 1 });
  const kinds = {
    "of another realm": () => runInNewContext("(async () => ({ id: 1 }))()"),
    "of a library": () => ({ [promiseMethod]: resolveLater }),
  };
  for (const [name, call] of Object.entries(kinds))
    test(`X4 the output of a tool that returns a promise ${name} is what it resolves to`, async () => {
      const run = trial(definition(skill("s", [tool("a", "t")])), [trialTool("t", call)]);
      expect(await run.start()).toMatchObject({ status: "succeeded", output: { id: 1 } });
    });

  test("X4 a promise of another realm that is broken fails the step, not the process", async () => {
    const call = () => runInNewContext("(async () => { throw new Error('no') })()");
    const run = trial(definition(skill("s", [tool("a", "t")])), [trialTool("t", call)]);
    expect(await run.start()).toMatchObject({ status: "failed", error: { message: "no" } });
  });
});
