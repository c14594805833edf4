import type { Durable, StepOutcome } from "../../run.ts";
import type { CompiledStep, Evaluate } from "./compile-skill.ts";
import { type Frame, RunPaused } from "./frame.ts";
import { INSIDE, mergeSources, sourcesOf } from "./outside.ts";
import { openScope } from "./scope.ts";
import type { RunOnce, StepEnd } from "./step-end.ts";
import { StepFailure } from "./step-failure.ts";
import { readItem, storeItem } from "./step-item.ts";
import { takeTurn } from "./take-turn.ts";
import { withOwnSignal } from "./time-limit.ts";

/** A loop: its key, its list, and how one item is executed. */
export interface Loop {
  readonly key: string;
  readonly list: Evaluate<unknown>;
  readonly runOnce: RunOnce;
}

/**
 * Executes a step once per item. The output is the list of outputs, with null for items that failed or were skipped.
 * After a failure that ends the loop no further item is started, and those that run come to their end.
 */
export async function runLoop(compiled: CompiledStep, loop: Loop, frame: Frame): Promise<StepEnd> {
  const { step } = compiled;
  const { context, environment } = frame.run;
  const begun = context.now();
  const items = readList(loop.list(frame.scope, environment));
  let isOver = false;
  const runItem = async (index: number, durable: Durable, signal = frame.signal): Promise<StepEnd> => {
    if (isOver) return { output: null, outcome: { id: step.id, status: "cancelled", attempts: 0, ms: 0 } };
    const inner = { ...frame, durable, signal, scope: itemScope(compiled, items, index, frame) };
    const turn = takeTurn(inner);
    if (turn instanceof Promise) await turn;
    if (compiled.ifEach && compiled.if?.(inner.scope, environment) === false)
      return { output: null, outcome: { id: step.id, status: "skipped", attempts: 0, ms: 0 } };
    try {
      const end = await loop.runOnce(compiled, `${loop.key}[${index}]`, inner);
      isOver ||= end.failure !== undefined || end.skipRest === true;
      return end;
    } catch (error) {
      isOver ||= !(error instanceof RunPaused);
      throw error;
    }
  };
  const { parallel = 1 } = step;
  const ends =
    parallel === 1 || items.length < 2
      ? await inOrder(items.length, (index) => runItem(index, frame.durable))
      : await together(items.length, { key: loop.key, limit: parallel, runItem }, frame);
  const failed = ends.find((end) => end.failure !== undefined);
  const outcome: StepOutcome = {
    id: step.id,
    status: failed === undefined ? "succeeded" : "failed",
    attempts: 1,
    ms: context.now() - begun,
    ...(failed?.outcome.error === undefined ? {} : { error: failed.outcome.error }),
    items: ends.map(({ outcome: { id: _, items: __, ...item } }) => item),
  };
  if (failed?.failure !== undefined) return { output: null, outcome, failure: failed.failure };
  const skipRest = ends.some((end) => end.skipRest === true);
  const sources = mergeSources(ends.map((end) => end.sources ?? INSIDE));
  return { output: ends.map(({ output }) => output), outcome, sources, ...(skipRest ? { skipRest } : {}) };
}

async function inOrder(
  count: number,
  runItem: (index: number) => Promise<StepEnd>,
): Promise<readonly StepEnd[]> {
  const ends: StepEnd[] = [];
  for (let index = 0; index < count; index += 1) ends.push(await runItem(index));
  return ends;
}

/** Items that run at the same time. If some of them wait for an answer, the run pauses when the others are done. */
async function together(
  count: number,
  {
    key,
    limit,
    runItem,
  }: {
    readonly key: string;
    readonly limit: number;
    readonly runItem: (index: number, durable: Durable, signal: AbortSignal) => Promise<StepEnd>;
  },
  { durable, signal }: Frame,
): Promise<readonly StepEnd[]> {
  const live = new Map<number, StepEnd>();
  const keys = Array.from({ length: count }, (_, index) => `${key}[${index}]`);
  const settled = await durable.branch(keys, limit, async (index, inner) => {
    const end = await withOwnSignal(signal, (own) => runItem(index, inner, own.signal));
    live.set(index, end);
    return storeItem(end);
  });
  return settled.map((result, index) => {
    if (result.status === "rejected") throw result.reason;
    return live.get(index) ?? readItem(result.value);
  });
}

function itemScope({ step, reads }: CompiledStep, items: readonly unknown[], index: number, frame: Frame) {
  const { length } = items;
  const name = step.for?.item ?? "item";
  const names = { [name]: sourcesOf(reads.list, frame.scope) };
  const loop = { index: index + 1, index0: index, first: index === 0, last: index === length - 1, length };
  return openScope(frame.scope, { [name]: items[index], loop }, { names });
}

/** The list of a loop; null, as of a skipped step, has no items. */
function readList(value: unknown): readonly unknown[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  throw new StepFailure("invalid_input", "`for` needs a list");
}
