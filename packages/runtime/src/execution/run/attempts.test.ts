import { describe, expect, test } from "vitest";
import { definition, skill, tool } from "../../../testing/trial-run.ts";
import { nodeHash } from "../../node/node-hash.ts";
import type { ActionExecutionResult, RunTool } from "../../run.ts";
import type { Step } from "../../workflow.ts";
import { openDurable } from "../engine/open-durable.ts";
import { applyEntry, emptyState, type RunEntry } from "../engine/run-state.ts";
import { runDefinition } from "./run-definition.ts";

/** What a call of the tool does: `kill` ends the process in the middle of it. */
type Call = "fail" | "kill" | "done";

/** A run with one step, which may be attempted three times, in processes that are killed. */
function killedRun(
  calls: readonly Call[],
  {
    step = {},
    effects = "read",
  }: { readonly step?: Partial<Step>; readonly effects?: RunTool["sideEffects"] } = {},
) {
  const entries: RunEntry[] = [];
  const attempts: number[] = [];
  const retry = { attempts: 3, delayMs: 1, factor: 1, maxDelayMs: 1 };
  const defined = definition(skill("s", [tool("a", "t", { retry, ...step })]));
  /** Executes the run in a new process. Undefined if it is killed. */
  const execute = (): Promise<ActionExecutionResult | undefined> => {
    const state = emptyState();
    for (const entry of entries) applyEntry(state, entry);
    const write = (entry: RunEntry) => {
      entries.push(structuredClone(entry));
      return undefined;
    };
    return new Promise((resolve, reject) => {
      const call: RunTool["call"] = (_, { attempt }) => {
        attempts.push(attempt);
        const next = calls[attempts.length - 1] ?? "done";
        if (next === "fail") throw new Error("not now");
        if (next === "done") return "done";
        resolve(undefined);
        return new Promise(() => undefined);
      };
      runDefinition(
        defined,
        {},
        {
          runId: "r",
          startedAt: 0,
          durable: openDurable(state, { write, now: () => 0 }),
          tools: { list: () => [{ name: "t", sideEffects: effects, call }] },
          policy: { approve: [] },
          hash: nodeHash,
          secret: () => "",
          emit: () => undefined,
          now: () => 0,
          random: () => 0,
          timer: (ms, then) => {
            if (ms < 1_000) queueMicrotask(then);
            return () => undefined;
          },
        },
      ).then(resolve, reject);
    });
  };
  const answer = (result: ActionExecutionResult | undefined, said: string) =>
    entries.push({ kind: "answer", key: result?.waiting?.key ?? "", value: { answer: said } });
  return { execute, attempts, entries, answer };
}

describe("X9 the attempts of a step", () => {
  test("X9 are three in total, not three in each process", async () => {
    const run = killedRun(["fail", "kill", "done"]);
    expect(await run.execute()).toBeUndefined();
    expect(await run.execute()).toMatchObject({ status: "succeeded", steps: [{ attempts: 3 }] });
    expect(run.attempts).toEqual([1, 2, 3]);
  });

  test("X9 are used up by processes that are killed: the step fails without another call", async () => {
    const run = killedRun(["fail", "kill", "kill"]);
    await run.execute();
    await run.execute();
    const ended = { status: "failed", error: { code: "interrupted" }, steps: [{ attempts: 3 }] };
    expect(await run.execute()).toMatchObject(ended);
    expect(await run.execute()).toMatchObject(ended);
    expect(run.attempts).toEqual([1, 2, 3]);
  });

  test("X9 of an interrupted write without a key go on only if the user wants it, then at least once", async () => {
    const run = killedRun(["fail", "fail", "kill", "fail"], { effects: "write" });
    await run.execute();
    const asked = await run.execute();
    expect(asked).toMatchObject({ status: "paused", waiting: { kind: "approval", uncertain: true } });
    run.answer(asked, "repeat");
    expect(await run.execute()).toMatchObject({ status: "failed", error: { code: "failed" } });
    expect(run.attempts).toEqual([1, 2, 3, 4]);
  });

  test("X9 of a step that is not tried again are not counted: an interrupted read runs again", async () => {
    const once = { attempts: 1, delayMs: 1, factor: 1, maxDelayMs: 1 };
    const run = killedRun(["kill", "kill", "done"], { step: { retry: once } });
    await run.execute();
    await run.execute();
    expect(await run.execute()).toMatchObject({ status: "succeeded" });
    expect(run.entries.some(({ kind }) => kind === "attempt")).toBe(false);
  });
});
