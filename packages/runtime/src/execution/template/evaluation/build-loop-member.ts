import type { Builder, EvaluateNode } from "./builder.ts";
import type { LoopState, RenderFrame } from "./frame.ts";

type ReadLoop = (state: LoopState) => unknown;

const READERS: ReadonlyMap<string, ReadLoop> = new Map<string, ReadLoop>([
  ["index", ({ index }) => index + 1],
  ["index0", ({ index }) => index],
  ["revindex", ({ index, items }) => items.length - index],
  ["revindex0", ({ index, items }) => items.length - index - 1],
  ["first", ({ index }) => index === 0],
  ["last", ({ index, items }) => index === items.length - 1],
  ["length", ({ items }) => items.length],
  ["previtem", ({ index, items }) => items[index - 1] ?? null],
  ["nextitem", ({ index, items }) => items[index + 1] ?? null],
]);

/** Compiles `loop.member` for the innermost loop. */
export function buildLoop(builder: Builder, { member }: { member: string }): EvaluateNode {
  const level = useLoop(builder);
  const read = READERS.get(member);
  return (frame) => read?.(stateOf(frame, level));
}

/** Compiles `loop.cycle(a, b)`: one value per iteration, in turn. */
export function buildCycle(builder: Builder, values: readonly EvaluateNode[]): EvaluateNode {
  const level = useLoop(builder);
  return (frame) => values[stateOf(frame, level).index % values.length]?.(frame);
}

function useLoop(builder: Builder): number {
  const level = builder.loops.length - 1;
  builder.loops[level] = true;
  return level;
}

const NO_LOOP: LoopState = { items: [], index: 0 };

function stateOf(frame: RenderFrame, level: number): LoopState {
  return frame.loops[level] ?? NO_LOOP;
}
