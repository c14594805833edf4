import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { definition, skill, type TrialStep, tool } from "../../../testing/trial-run.ts";
import { nodeHash } from "../../node/node-hash.ts";
import type { RunTool } from "../../run.ts";
import type { RunDefinition } from "../../workflow.ts";
import { openDurable } from "../engine/open-durable.ts";
import { applyEntry, emptyState, type RunEntry } from "../engine/run-state.ts";
import { runDefinition } from "./run-definition.ts";

class Crash extends Error {}

/** What survives a crash, and what happened outside. */
interface World {
  readonly entries: RunEntry[];
  /** Keys of the steps whose tools were called, in order. */
  readonly calls: string[];
}

/**
 * Executes a run that crashes at an event, counted from 1: before a record is stored, after it, or between the effect of
 * a tool and its result.
 */
async function execute(defined: RunDefinition, world: World, crashAt: number) {
  let events = 0;
  const tick = () => {
    events += 1;
    if (events >= crashAt) throw new Crash("killed");
  };
  const state = emptyState();
  for (const entry of world.entries) applyEntry(state, entry);
  const durable = openDurable(state, {
    write: (entry) => {
      tick();
      world.entries.push(structuredClone(entry));
      tick();
      return undefined;
    },
    now: () => 0,
  });
  let isDead = false;
  const call: RunTool["call"] = async (input, { step }) => {
    if (isDead) throw new Crash("killed");
    world.calls.push(step);
    await Promise.resolve();
    const fails = step.includes("bad");
    if (fails) throw new Error("bad");
    return input;
  };
  try {
    return await runDefinition(
      defined,
      { list: [1, 2, 3] },
      {
        runId: "r",
        startedAt: 0,
        durable,
        tools: {
          list: () => [
            { name: "read", sideEffects: "read", call },
            { name: "write", sideEffects: "write", call },
          ],
        },
        policy: { approve: [] },
        hash: nodeHash,
        secret: () => "",
        emit: () => undefined,
        now: () => 0,
        random: () => 0,
        timer: (ms, then) => {
          let isStopped = ms > 1_000;
          queueMicrotask(() => {
            if (!isStopped) then();
          });
          return () => {
            isStopped = true;
          };
        },
      },
    );
  } catch (error) {
    isDead = true;
    if (error instanceof Crash) return undefined;
    throw error;
  }
}

/** Random workflows of reads, writes, loops, groups, called skills, retries and failures. */
function workflows(depth: number): fc.Arbitrary<readonly TrialStep[]> {
  const leaf = fc.record({
    name: fc.constantFrom("read", "write"),
    bad: fc.boolean(),
    attempts: fc.integer({ min: 1, max: 3 }),
    key: fc.boolean(),
    parallel: fc.constantFrom(undefined, 1, 2, 3),
  });
  const group =
    depth === 0 ? fc.constant(undefined) : fc.option(workflows(depth - 1), { nil: undefined, freq: 2 });
  return fc.array(fc.tuple(leaf, group, fc.boolean()), { minLength: 1, maxLength: 4 }).map((parts) =>
    parts.map(([{ name, bad, attempts, key, parallel }, inner, isSkill], index) => {
      const id = `${bad ? "bad" : "s"}${depth}${index}x${attempts}`;
      const loop = parallel === undefined ? {} : { for: { item: "x", list: "inputs.list" }, parallel };
      const more = { onError: { kind: "continue" } as const, ...loop };
      const retry = { attempts, delayMs: 1, factor: 1, maxDelayMs: 1 };
      if (inner === undefined)
        return tool(id, name, {
          ...more,
          retry,
          with: { n: index },
          ...(key || name === "read" ? { key: `k${id}` } : {}),
        });
      if (isSkill) return { id, action: { kind: "skill", name: "child" }, with: { list: [1, 2] }, ...more };
      const steps = inner.map((each) => ({ onError: { kind: "continue" } as const, ...each }));
      return { id, action: { kind: "steps", steps }, ...more };
    }),
  );
}

/** How often a step may be called: one that is tried again has a number of attempts, whatever interrupts it. */
function mostCalls(key: string): number {
  const attempts = Number(/x(\d)(?:\[\d+\])?$/.exec(key)?.[1] ?? 1);
  return attempts === 1 ? Number.POSITIVE_INFINITY : attempts;
}

const child = skill("child", [
  tool("a", "read", { with: { n: 1 } }),
  tool("b", "write", { for: { item: "x", list: "inputs.list" }, parallel: 2, key: "k{{ x }}" }),
]);

describe("X9 a run that is killed", () => {
  test("X9 any number of times never repeats a finished step or makes more attempts, and ends as if nothing had happened", async () => {
    await fc.assert(
      fc.asyncProperty(
        workflows(2),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
        async (steps, crashes) => {
          const defined = definition(skill("s", steps), child);
          const calm: World = { entries: [], calls: [] };
          const wanted = await execute(defined, calm, Number.POSITIVE_INFINITY);
          const world: World = { entries: [], calls: [] };
          let result: Awaited<ReturnType<typeof execute>>;
          for (const crashAt of [...crashes, Number.POSITIVE_INFINITY]) {
            const done = new Set(
              world.entries.flatMap((entry) => (entry.kind === "step" ? [entry.key] : [])),
            );
            const before = world.calls.length;
            result = await execute(defined, world, crashAt);
            for (const key of world.calls.slice(before)) expect(done).not.toContain(key);
            if (result !== undefined) break;
          }
          for (const key of world.calls) {
            const most = mostCalls(key);
            expect(world.calls.filter((call) => call === key).length).toBeLessThanOrEqual(most);
          }
          // A write without a key that was interrupted asks instead of being repeated.
          if (result?.waiting !== undefined)
            expect(result.waiting).toMatchObject({
              uncertain: true,
              schema: { enum: ["repeat", "done", "fail"] },
            });
          else {
            expect(result?.status).toBe(wanted?.status);
            // The attempts of a step may have been used up by crashes.
            if (!JSON.stringify(result?.steps).includes('"code":"interrupted"'))
              expect(result?.output).toEqual(wanted?.output);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
