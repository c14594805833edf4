/** Says whether a path matches. */
export type PathGlob = (path: string) => boolean;

type Accepts = (character: string) => boolean;

type Part =
  | { readonly kind: "one"; readonly accepts: Accepts }
  | { readonly kind: "run"; readonly accepts: Accepts; readonly empty: boolean }
  | { readonly kind: "directories" }
  | { readonly kind: "choice"; readonly options: readonly (readonly Part[])[] };

/** A state reads one character and goes on, or only branches. */
interface State {
  readonly accepts?: Accepts;
  readonly next: number[];
}

const MAX_LENGTH = 1024;
const anything: Accepts = () => true;
const inSegment: Accepts = (character) => character !== "/";

/**
 * Compiles a pattern for whole paths with "/": `**` for any directories, `*`, `?`, `[a-z]`, `[!abc]`, `{a,b}`, `\` before a literal.
 * Never throws: what is never closed stands for itself, and a pattern over 1,024 characters matches nothing.
 * Dot files are files like others. Matching takes at most pattern × path steps, whatever both contain.
 */
export function compilePathGlob(pattern: string): PathGlob {
  if (pattern.length > MAX_LENGTH) return () => false;
  const states: State[] = [{ next: [] }];
  const start = build(parse(Array.from(withoutDot(pattern))), 0, states);
  return (path) => run(states, start, withoutDot(path));
}

function withoutDot(path: string): string {
  return path.startsWith("./") ? path.slice(2) : path;
}

function parse(characters: readonly string[]): readonly Part[] {
  const groups = findGroups(characters);
  const sequence = (from: number, end: number): readonly Part[] => {
    const parts: Part[] = [];
    for (let at = from; at < end; at += 1) {
      const character = characters[at] ?? "";
      const commas = groups.get(at);
      const closed = character === "[" ? characters.indexOf("]", at + 2) : -1;
      if (character === "*") {
        let stop = at;
        while (stop < end && characters[stop] === "*") stop += 1;
        const whole = stop - at > 1 && isEdge(characters[at - 1]) && isEdge(characters[stop]);
        if (!whole) parts.push({ kind: "run", accepts: inSegment, empty: true });
        else if (characters[stop] !== "/") parts.push({ kind: "run", accepts: anything, empty: false });
        else if (parts.at(-1)?.kind !== "directories") parts.push({ kind: "directories" });
        at = whole && characters[stop] === "/" ? stop : stop - 1;
      } else if (character === "?") {
        parts.push({ kind: "one", accepts: inSegment });
      } else if (closed > 0 && closed < end) {
        parts.push({ kind: "one", accepts: characterSet(characters.slice(at + 1, closed)) });
        at = closed;
      } else if (commas !== undefined) {
        const starts = [at, ...commas.slice(0, -1)];
        parts.push({
          kind: "choice",
          options: commas.map((comma, index) => sequence((starts[index] ?? at) + 1, comma)),
        });
        at = commas.at(-1) ?? at;
      } else {
        if (character === "\\" && at + 1 < end) at += 1;
        const literal = characters[at];
        parts.push({ kind: "one", accepts: (other) => other === literal });
      }
    }
    return parts;
  };
  return sequence(0, characters.length);
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

/** True where a path segment begins or ends. */
function isEdge(character: string | undefined): boolean {
  return character === undefined || "/{,}".includes(character);
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
    return character !== "/" && ranges.some(([from, to]) => code >= from && code <= to) !== negated;
  };
}

function codeOf(character: string | undefined): number {
  return character?.codePointAt(0) ?? -1;
}

/** Adds the states for some parts that lead to `next`, last part first; gives back where they start. */
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

/** Follows all ways at once, so that no way is tried twice. State 0 is the end. */
function run(states: readonly State[], start: number, path: string): boolean {
  const seen = new Int32Array(states.length).fill(-1);
  const open: number[] = [];
  let step = 0;
  /** Every state that reads, or ends, on the ways that are open. */
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
