/** What a placeholder refers to: the whole line, a word by number, an argument or a variable by name. */
export type Asked =
  | { readonly kind: "all" }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "variable"; readonly name: string };

/** A placeholder in a body. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  /** True if an odd number of backslashes precedes it, so that it is literal. */
  readonly isEscaped: boolean;
  readonly asked: Asked;
}

/** Known names; all others are literal text. */
export interface KnownNames {
  isArgument(name: string): boolean;
  isVariable(name: string): boolean;
}

/** `$ARGUMENTS`, `$ARGUMENTS[1]`, `$1` (but not a price such as `$1.50`), `${NAME}`, `$name`, `{name}`. */
const SHAPE =
  /\$ARGUMENTS(?![\p{L}\p{N}_])(?:\[(?<at>\d{1,6})\])?|\$(?<number>\d{1,6})(?![\p{L}\p{N}_]|[.,]\d)|\$\{(?<capitals>[A-Z_][A-Z0-9_]{0,63})\}|\$\{|\$(?<word>[\p{L}_][\p{L}\p{N}_-]{0,63})|(?<!\{)\{(?<braced>[A-Za-z_]\w{0,63})\}/gu;

/** Finds the placeholders of a body, in order. */
export function findPlaceholders(body: string, known: KnownNames): readonly Placeholder[] {
  const found: Placeholder[] = [];
  for (const match of body.matchAll(SHAPE)) {
    const { at, number, capitals, word, braced } = match.groups ?? {};
    const start = match.index;
    const add = (asked: Asked, length = match[0].length) =>
      found.push({ start, end: start + length, isEscaped: isEscaped(body, start), asked });
    const index = at ?? number;
    if (index !== undefined) add({ kind: "index", index: Number(index) });
    else if (match[0] === "$ARGUMENTS") add({ kind: "all" });
    else if (word !== undefined) {
      const name = longestName(word, known);
      if (name !== undefined && body[start + 1 + name.length] !== "[")
        add({ kind: "name", name }, 1 + name.length);
    } else {
      const variable = capitals ?? (braced === braced?.toUpperCase() ? undefined : braced);
      if (variable !== undefined && known.isVariable(variable)) add({ kind: "variable", name: variable });
    }
  }
  return found;
}

/** `$file-name` means `file-name`, or else `file` followed by text. */
function longestName(word: string, known: KnownNames): string | undefined {
  for (let name = word; name !== ""; name = name.slice(0, Math.max(0, name.lastIndexOf("-")))) {
    if (known.isArgument(name)) return name;
  }
  return undefined;
}

function isEscaped(body: string, at: number): boolean {
  let slashes = 0;
  while (body[at - slashes - 1] === "\\") slashes += 1;
  return slashes % 2 === 1;
}
