import { type PatternNode, parsePattern, UnsupportedPattern } from "./parse-pattern.ts";

/** A regular expression that is matched in time linear in the text, or the reason why there is none. */
export type LinearPattern =
  | { readonly ok: true; readonly test: (text: string) => boolean }
  | { readonly ok: false; readonly problem: string };

/** The most states of a pattern; each character of a text visits each state at most once. */
const MAX_STATES = 2_000;

/** One state: a test that consumes a character, a condition on the position, or a fork. */
type PatternState =
  | { readonly kind: "set"; readonly test: (code: number) => boolean; readonly next: number }
  | { readonly kind: "start" | "end"; readonly next: number }
  | { readonly kind: "fork"; readonly next: readonly number[] }
  | { readonly kind: "match" };

/**
 * Compiles a regular expression without backtracking. Finds a match anywhere in the text, like `RegExp.test` with the
 * flag `u`.
 */
export function linearPattern(source: string): LinearPattern {
  try {
    const states: PatternState[] = [{ kind: "match" }];
    const start = compile(parsePattern(source), 0, states);
    return { ok: true, test: (text) => run(states, start, text) };
  } catch (error) {
    if (error instanceof UnsupportedPattern) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Adds the states of a node that continue at `next`, and returns the first of them. */
function compile(node: PatternNode, next: number, states: PatternState[]): number {
  if (node.kind === "sequence")
    return node.parts.reduceRight((following, part) => compile(part, following, states), next);
  if (node.kind === "choice")
    return add({ kind: "fork", next: node.parts.map((part) => compile(part, next, states)) }, states);
  if (node.kind === "repeat") return compileRepeat(node, next, states);
  return add(node.kind === "set" ? { ...node, next } : { kind: node.kind, next }, states);
}

function compileRepeat(
  { part, min, max }: Extract<PatternNode, { kind: "repeat" }>,
  next: number,
  states: PatternState[],
): number {
  let start = next;
  if (max === Number.POSITIVE_INFINITY) {
    const fork = add({ kind: "fork", next: [] }, states);
    const body = compile(part, fork, states);
    states[fork] = { kind: "fork", next: [body, next] };
    start = fork;
  } else {
    for (let count = min; count < max; count += 1)
      start = add({ kind: "fork", next: [compile(part, start, states), next] }, states);
  }
  for (let count = 0; count < min; count += 1) start = compile(part, start, states);
  return start;
}

function add(state: PatternState, states: PatternState[]): number {
  if (states.length >= MAX_STATES) throw new UnsupportedPattern("it has too many parts");
  states.push(state);
  return states.length - 1;
}

function run(states: readonly PatternState[], start: number, text: string): boolean {
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  let current: number[] = [];
  for (let at = 0; at <= characters.length; at += 1) {
    const seen = new Set<number>();
    const isEnd = at === characters.length;
    const reached = [...current, start].flatMap((state) =>
      follow(state, { states, seen, isStart: at === 0, isEnd }),
    );
    if (reached.some((state) => state.kind === "match")) return true;
    const code = characters[at];
    if (code === undefined) return false;
    current = reached.flatMap((state) => (state.kind === "set" && state.test(code) ? [state.next] : []));
  }
  return false;
}

interface Position {
  readonly states: readonly PatternState[];
  readonly seen: Set<number>;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/** The consuming and matching states that are reached without a character. */
function follow(first: number, { states, seen, isStart, isEnd }: Position): readonly PatternState[] {
  const found: PatternState[] = [];
  const open = [first];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const state = states[index];
    if (state === undefined || seen.has(index)) continue;
    seen.add(index);
    if (state.kind === "fork") open.push(...state.next);
    else if (state.kind === "start") open.push(...(isStart ? [state.next] : []));
    else if (state.kind === "end") open.push(...(isEnd ? [state.next] : []));
    else found.push(state);
  }
  return found;
}
