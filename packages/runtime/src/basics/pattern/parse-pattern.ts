/** A parsed pattern. `set` tests one character. */
export type PatternNode =
  | { readonly kind: "set"; readonly test: (code: number) => boolean }
  | { readonly kind: "start" | "end" }
  | { readonly kind: "sequence" | "choice"; readonly parts: readonly PatternNode[] }
  | { readonly kind: "repeat"; readonly part: PatternNode; readonly min: number; readonly max: number };

/** The construct of a pattern that is not supported, or not valid. */
export class UnsupportedPattern extends Error {}

const MAX_LENGTH = 1_000;
const MAX_DEPTH = 50;
const MAX_REPEAT = 1_000;

/**
 * Parses the part of JavaScript's regular expressions that runs in linear time: characters, classes, groups, choices,
 * repetitions and anchors. Throws `UnsupportedPattern` for anything else.
 */
export function parsePattern(source: string): PatternNode {
  if (source.length > MAX_LENGTH) throw new UnsupportedPattern(`it is longer than ${MAX_LENGTH} characters`);
  const reader = new PatternReader(Array.from(source));
  const node = reader.choice(0);
  if (!reader.done) throw new UnsupportedPattern("a `)` has no `(`");
  return node;
}

class PatternReader {
  readonly #characters: readonly string[];
  #next = 0;

  constructor(characters: readonly string[]) {
    this.#characters = characters;
  }

  get done(): boolean {
    return this.#next >= this.#characters.length;
  }

  choice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new UnsupportedPattern("it is nested too deeply");
    const parts = [this.#sequence(depth)];
    while (this.#take("|")) parts.push(this.#sequence(depth));
    return parts.length === 1 && parts[0] !== undefined ? parts[0] : { kind: "choice", parts };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.done && this.#peek() !== "|" && this.#peek() !== ")") parts.push(this.#repeated(depth));
    return { kind: "sequence", parts };
  }

  #repeated(depth: number): PatternNode {
    const part = this.#atom(depth);
    const range = this.#range();
    if (range === undefined) return part;
    if (part.kind === "start" || part.kind === "end") throw new UnsupportedPattern("an anchor is repeated");
    // A lazy repetition matches the same texts.
    this.#take("?");
    if (this.#range() !== undefined) throw new UnsupportedPattern("nothing to repeat");
    return { kind: "repeat", part, ...range };
  }

  #range(): { min: number; max: number } | undefined {
    if (this.#take("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take("?")) return { min: 0, max: 1 };
    if (this.#peek() !== "{") return undefined;
    const end = this.#characters.indexOf("}", this.#next);
    const text = this.#characters.slice(this.#next, end + 1).join("");
    const match = /^\{(\d{1,6})(,(\d{0,6}))?\}$/.exec(text);
    if (match === null) throw new UnsupportedPattern("a `{` is not a repetition");
    this.#next = end + 1;
    const min = Number(match[1]);
    const open = match[3] === "" ? Number.POSITIVE_INFINITY : Number(match[3]);
    const max = match[2] === undefined ? min : open;
    if (max < min || min > MAX_REPEAT || (max > MAX_REPEAT && max !== Number.POSITIVE_INFINITY))
      throw new UnsupportedPattern(`\`${text}\` repeats too often`);
    return { min, max };
  }

  #atom(depth: number): PatternNode {
    const character = this.#read();
    if (character === "^") return { kind: "start" };
    if (character === "$") return { kind: "end" };
    if (character === ".") return { kind: "set", test: (code) => !isLineEnd(code) };
    if (character === "(") return this.#group(depth);
    if (character === "[") return this.#class();
    if (character === "\\") return { kind: "set", test: this.#escape() };
    if ("*+?{".includes(character)) throw new UnsupportedPattern(`nothing to repeat before \`${character}\``);
    const only = codeOf(character);
    return { kind: "set", test: (code) => code === only };
  }

  #group(depth: number): PatternNode {
    if (this.#take("?")) {
      if (!this.#take(":")) throw new UnsupportedPattern("it uses a look-around or a named group");
    }
    const inner = this.choice(depth + 1);
    if (!this.#take(")")) throw new UnsupportedPattern("a `(` is not closed");
    return inner;
  }

  #class(): PatternNode {
    const isNegated = this.#take("^");
    const tests: ((code: number) => boolean)[] = [];
    while (!this.#take("]")) {
      const from = this.#classItem();
      if (this.#peek() !== "-" || this.#characters[this.#next + 1] === "]") {
        tests.push(from.test);
        continue;
      }
      this.#next += 1;
      const to = this.#classItem();
      const [low, high] = [from.only, to.only];
      if (low === undefined || high === undefined || low > high)
        throw new UnsupportedPattern("a class has a range that is not valid");
      tests.push((code) => code >= low && code <= high);
    }
    return { kind: "set", test: (code) => tests.some((test) => test(code)) !== isNegated };
  }

  #classItem(): { readonly test: (code: number) => boolean; readonly only?: number } {
    const character = this.#read();
    if (character === "\\" && "dDwWsS".includes(this.#peek())) return { test: this.#escape() };
    const only = character === "\\" ? this.#escapedCode() : codeOf(character);
    return { only, test: (code) => code === only };
  }

  #escape(): (code: number) => boolean {
    const named = NAMED.get(this.#peek());
    if (named !== undefined) {
      this.#next += 1;
      return named;
    }
    const only = this.#escapedCode();
    return (code) => code === only;
  }

  #escapedCode(): number {
    const character = this.#read();
    const control = CONTROLS.get(character);
    if (control !== undefined) return control;
    const digits = character === "u" ? 4 : character === "x" ? 2 : 0;
    if (digits > 0) {
      const hex = this.#characters.slice(this.#next, this.#next + digits).join("");
      if (!/^[0-9a-fA-F]+$/.test(hex) || hex.length !== digits)
        throw new UnsupportedPattern("an escape is not valid");
      this.#next += digits;
      return Number.parseInt(hex, 16);
    }
    if (/[A-Za-z0-9]/.test(character)) throw new UnsupportedPattern(`it uses \`\\${character}\``);
    return codeOf(character);
  }

  #peek(): string {
    return this.#characters[this.#next] ?? "";
  }

  #read(): string {
    const character = this.#characters[this.#next];
    if (character === undefined) throw new UnsupportedPattern("it ends too early");
    this.#next += 1;
    return character;
  }

  #take(character: string): boolean {
    if (this.#peek() !== character) return false;
    this.#next += 1;
    return true;
  }
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isWord(code: number): boolean {
  return isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

function isSpace(code: number): boolean {
  return /\s/.test(String.fromCodePoint(code));
}

const NAMED: ReadonlyMap<string, (code: number) => boolean> = new Map([
  ["d", isDigit],
  ["D", (code: number) => !isDigit(code)],
  ["w", isWord],
  ["W", (code: number) => !isWord(code)],
  ["s", isSpace],
  ["S", (code: number) => !isSpace(code)],
]);

const CONTROLS: ReadonlyMap<string, number> = new Map([
  ["t", 9],
  ["n", 10],
  ["v", 11],
  ["f", 12],
  ["r", 13],
  ["0", 0],
]);
