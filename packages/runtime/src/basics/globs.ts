import { KnowhowError } from "../errors.ts";

/** Tests whether a name or a path matches. */
export type Glob = (text: string) => boolean;

type Accepts = (character: string) => boolean;

type Part =
  | { readonly kind: "one"; readonly accepts: Accepts }
  | { readonly kind: "run"; readonly accepts: Accepts; readonly empty: boolean }
  | { readonly kind: "directories" }
  | { readonly kind: "choice"; readonly options: readonly (readonly Part[])[] };

/** A state consumes one character and continues, or only branches. */
interface State {
  readonly accepts?: Accepts;
  readonly next: number[];
}

/** The syntax of a pattern. */
interface Grammar {
  /** True: `*`, `?` and `[…]` match within one path segment, and `**` matches any number of directories. */
  readonly segments: boolean;
  /** False: `[`, `{` and `\` are literal characters. */
  readonly sets: boolean;
}

const NAMES: Grammar = { segments: false, sets: true };
const PATHS: Grammar = { segments: true, sets: true };
const RULE_PATHS: Grammar = { segments: true, sets: false };

const MAX_NAME_PATTERN = 256;
const MAX_PATH_PATTERN = 1024;
const anything: Accepts = () => true;
const inSegment: Accepts = (character) => character !== "/";

/**
 * Compiles a pattern for names: `*`, `?`, `[a-z]`, `[!abc]`, `{a,b}` and `\` before a literal. Throws if the pattern is
 * invalid.
 */
export function compileGlob(pattern: string): Glob {
  if (pattern.length > MAX_NAME_PATTERN)
    throw unclear(pattern, `it is longer than ${MAX_NAME_PATTERN} characters`);
  const characters = Array.from(pattern);
  const open = firstUnclosed(characters);
  if (open !== undefined) throw unclear(pattern, `a \`${open}\` is not closed`);
  return /[*?[{\\]/.test(pattern) ? compile(characters, NAMES) : (name) => name === pattern;
}

/**
 * Compiles a pattern for whole paths with "/": as for names, and `**` for any number of directories. Never throws: an
 * unclosed bracket is literal, and a pattern over 1,024 characters matches nothing. Dot files are not special.
 */
export function compilePathGlob(pattern: string): Glob {
  if (pattern.length > MAX_PATH_PATTERN) return () => false;
  const matches = compile(Array.from(withoutDot(pattern)), PATHS);
  return (path) => matches(withoutDot(path));
}

/**
 * Compiles the path of a tool rule, which supports only `*`, `?` and `**`: `[id].tsx` is a file name. A rule may deny
 * something, so its length is not limited.
 */
export function compileRulePath(pattern: string): Glob {
  return compile(Array.from(pattern), RULE_PATHS);
}

/** Matching takes at most pattern × text steps, whatever both contain. */
function compile(characters: readonly string[], grammar: Grammar): Glob {
  const states: State[] = [{ next: [] }];
  const start = build(parse(characters, grammar), 0, states);
  return (text) => run(states, start, text);
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

function parse(characters: readonly string[], { segments, sets }: Grammar): readonly Part[] {
  const groups = sets ? findGroups(characters) : new Map<number, readonly number[]>();
  const within = segments ? inSegment : anything;
  const sequence = (from: number, end: number): readonly Part[] => {
    const parts: Part[] = [];
    for (let at = from; at < end; at += 1) {
      const character = characters[at] ?? "";
      const commas = groups.get(at);
      const closed = sets && character === "[" ? characters.indexOf("]", at + 2) : -1;
      if (character === "*") {
        let stop = at;
        while (stop < end && characters[stop] === "*") stop += 1;
        const whole =
          segments && stop - at > 1 && isEdge(characters[at - 1], sets) && isEdge(characters[stop], sets);
        if (!whole) parts.push({ kind: "run", accepts: within, empty: true });
        else if (characters[stop] !== "/") parts.push({ kind: "run", accepts: anything, empty: false });
        else if (parts.at(-1)?.kind !== "directories") parts.push({ kind: "directories" });
        at = whole && characters[stop] === "/" ? stop : stop - 1;
      } else if (character === "?") {
        parts.push({ kind: "one", accepts: within });
      } else if (closed > 0 && closed < end) {
        const inSet = characterSet(characters.slice(at + 1, closed));
        parts.push({ kind: "one", accepts: (other) => within(other) && inSet(other) });
        at = closed;
      } else if (commas !== undefined) {
        const starts = [at, ...commas.slice(0, -1)];
        parts.push({
          kind: "choice",
          options: commas.map((comma, index) => sequence((starts[index] ?? at) + 1, comma)),
        });
        at = commas.at(-1) ?? at;
      } else {
        if (sets && character === "\\" && at + 1 < end) at += 1;
        const literal = characters[at];
        parts.push({ kind: "one", accepts: (other) => other === literal });
      }
    }
    return parts;
  };
  return sequence(0, characters.length);
}

/** The first `[` or `{` that is never closed. */
function firstUnclosed(characters: readonly string[]): string | undefined {
  const groups = findGroups(characters);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === "\\") at += 1;
    else if (character === "[") {
      const closed = characters.indexOf("]", at + 2);
      if (closed < 0) return character;
      at = closed;
    } else if (character === "{" && !groups.has(at)) return character;
  }
  return undefined;
}

/** For every `{` that is closed: where its options end. */
function findGroups(characters: readonly string[]): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, readonly number[]>();
  const open: { readonly at: number; readonly ends: number[] }[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === "\\") at += 1;
    else if (character === "[") at = Math.max(at, characters.indexOf("]", at + 2));
    else if (character === "{") open.push({ at, ends: [] });
    else if (character === ",") open.at(-1)?.ends.push(at);
    else if (character === "}") {
      const group = open.pop();
      if (group !== undefined) groups.set(group.at, [...group.ends, at]);
    }
  }
  return groups;
}

/** True at the start or end of a path segment. */
function isEdge(character: string | undefined, sets: boolean): boolean {
  return character === undefined || character === "/" || (sets && "{,}".includes(character));
}

function characterSet(inside: readonly string[]): Accepts {
  const negated = inside[0] === "!" || inside[0] === "^";
  const members = negated ? inside.slice(1) : inside;
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const isRange = members[at + 1] === "-" && members[at + 2] !== undefined;
    const from = codeOf(members[at]);
    ranges.push([from, isRange ? codeOf(members[at + 2]) : from]);
    if (isRange) at += 2;
  }
  return (character) => {
    const code = codeOf(character);
    return ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  };
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? -1;
}

/** Adds the states of some parts that lead to `next`, last part first, and returns their start state. */
function build(parts: readonly Part[], next: number, states: State[]): number {
  const add = (state: State) => states.push(state) - 1;
  let start = next;
  for (const part of parts.toReversed()) {
    if (part.kind === "one") {
      start = add({ accepts: part.accepts, next: [start] });
    } else if (part.kind === "run") {
      const branch: State = { next: [start] };
      const again = add(branch);
      const reading = add({ accepts: part.accepts, next: [again] });
      branch.next.push(reading);
      start = part.empty ? again : reading;
    } else if (part.kind === "directories") {
      const slash = add({ accepts: (character) => character === "/", next: [start] });
      const inside: State = { next: [slash] };
      const again = add(inside);
      inside.next.push(add({ accepts: anything, next: [again] }));
      start = add({ next: [start, again] });
    } else {
      const after = start;
      start = add({ next: part.options.map((option) => build(option, after, states)) });
    }
  }
  return start;
}

/** Follows all paths simultaneously, so that no path is tried twice. State 0 is the end. */
function run(states: readonly State[], start: number, path: string): boolean {
  const seen = new Int32Array(states.length).fill(-1);
  const open: number[] = [];
  let step = 0;
  /** Every state on an open path that consumes a character or ends. */
  const reach = (): readonly number[] => {
    const reading: number[] = [];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen[id] === step) continue;
      seen[id] = step;
      const state = states[id];
      if (id === 0 || state?.accepts !== undefined) reading.push(id);
      else if (state !== undefined) for (const next of state.next) open.push(next);
    }
    return reading;
  };
  open.push(start);
  let current = reach();
  for (const character of path) {
    step += 1;
    for (const id of current) {
      const state = states[id];
      if (state?.accepts?.(character)) for (const next of state.next) open.push(next);
    }
    current = reach();
    if (current.length === 0) return false;
  }
  return current.includes(0);
}

function unclear(pattern: string, reason: string): KnowhowError {
  return new KnowhowError(
    "format.unknown-glob",
    `the pattern "${pattern.slice(0, 80)}" cannot be used: ${reason}`,
    { hint: "use *, ?, [a-z] and {a,b}; put a \\ before a literal special character" },
  );
}
