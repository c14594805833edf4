import { KnowhowError } from "../../errors.ts";

/** Says whether a name matches. */
export type Glob = (name: string) => boolean;

type Token =
  | { readonly kind: "star" }
  | { readonly kind: "one"; readonly accepts: (character: string) => boolean };

const MAX_LENGTH = 256;
const MAX_ALTERNATIVES = 64;

/**
 * Compiles a pattern for names: `*`, `?`, `[a-z]`, `[!abc]`, `{a,b}` and `\` before a literal.
 * Matching takes at most pattern × name steps, whatever both contain.
 */
export function compileGlob(pattern: string): Glob {
  if (pattern.length > MAX_LENGTH) throw unclear(pattern, `it is longer than ${MAX_LENGTH} characters`);
  const alternatives = expandBraces(pattern).map((text) => tokenize(text, pattern));
  return (name) => {
    const characters = Array.from(name);
    return alternatives.some((tokens) => matches(tokens, characters));
  };
}

/** `a{b,c}d` → `abd`, `acd`; groups may be nested, their product is capped. */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    const group = firstGroup(text, pattern);
    if (group === undefined) done.push(text);
    else for (const option of group.options.toReversed()) open.push(group.before + option + group.after);
    if (done.length + open.length > MAX_ALTERNATIVES)
      throw unclear(pattern, `it has more than ${MAX_ALTERNATIVES} alternatives`);
  }
  return done;
}

function firstGroup(text: string, pattern: string) {
  const start = findPlain(text, "{", 0);
  if (start < 0) return undefined;
  const options: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    if (depth === 0 || (depth === 1 && character === ",")) {
      options.push(text.slice(from, at));
      from = at + 1;
    }
    if (depth === 0) return { before: text.slice(0, start), options, after: text.slice(from) };
  }
  throw unclear(pattern, "a `{` is never closed");
}

/** Index of a character that is neither escaped nor inside `[…]`, or -1. */
function findPlain(text: string, wanted: string, start: number): number {
  let inSet = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === "\\") at += 1;
    else if (inSet) inSet = character !== "]";
    else if (character === wanted) return at;
    else inSet = character === "[";
  }
  return -1;
}

function tokenize(text: string, pattern: string): readonly Token[] {
  const characters = Array.from(text);
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? "";
    if (character === "*") {
      if (tokens.at(-1)?.kind !== "star") tokens.push({ kind: "star" });
    } else if (character === "?") {
      tokens.push({ kind: "one", accepts: () => true });
    } else if (character === "[") {
      const end = characters.indexOf("]", at + 2);
      if (end < 0) throw unclear(pattern, "a `[` is never closed");
      tokens.push({ kind: "one", accepts: characterSet(characters.slice(at + 1, end)) });
      at = end;
    } else {
      if (character === "\\") at += 1;
      const literal = characters[at] ?? "\\";
      tokens.push({ kind: "one", accepts: (other) => other === literal });
    }
  }
  return tokens;
}

function characterSet(inside: readonly string[]): (character: string) => boolean {
  const negated = inside[0] === "!" || inside[0] === "^";
  const members = negated ? inside.slice(1) : inside;
  const ranges: (readonly [number, number])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = codeOf(members[at]);
    const isRange = members[at + 1] === "-" && members[at + 2] !== undefined;
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

/** The classic two-finger match: on a mismatch only the last star is widened, so nothing is tried twice. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let resume = 0;
  while (at < characters.length) {
    const current = tokens[token];
    if (current?.kind === "star") {
      star = token;
      resume = at;
      token += 1;
    } else if (current?.accepts(characters[at] ?? "")) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      token = star + 1;
      resume += 1;
      at = resume;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((rest) => rest.kind === "star");
}

function unclear(pattern: string, reason: string): KnowhowError {
  return new KnowhowError(
    "format.unknown-glob",
    `the pattern "${pattern.slice(0, 80)}" cannot be used: ${reason}`,
    {
      hint: "use *, ?, [a-z] and {a,b}; put a \\ before a character that stands for itself",
    },
  );
}
