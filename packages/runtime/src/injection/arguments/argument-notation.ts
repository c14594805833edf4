/** An argument as far as its notation defines it; undefined values are not specified. */
export interface DraftArgument {
  readonly name: string;
  readonly required?: boolean | undefined;
  readonly type?: string;
  readonly description?: string;
  readonly default?: string;
  readonly values?: readonly string[];
  /** True if it was written as one word whose marks say whether it is optional. */
  readonly isNotation: boolean;
}

const NAME = /^\p{L}[\p{L}\p{N}_-]{0,63}$|^_[\p{L}\p{N}_-]{1,63}$/u;

/**
 * Parses one argument: `file`, `mode?`, `<file>`, `[mode]`, `--flag`, `key|required`, `count|number`, `file: what it
 * is`.
 */
export function readNotation(text: string): readonly DraftArgument[] {
  const [word = "", ...flags] = text.trim().split("|");
  const [mark = ""] = /^[^\s:]*/.exec(word.trim()) ?? [];
  const bracketed = /^(?:<(.+)>|\[(.+)\])$/.exec(mark);
  const bare = (bracketed?.[1] ?? bracketed?.[2] ?? mark).replace(/(?:\.{3}|…)$/, "");
  const name = bare.replace(/^--?/, "").replace(/[?*:]$/, "");
  if (!NAME.test(name)) return [];
  const said = flags.map((flag) => flag.trim().toLowerCase());
  const isOptional = bracketed?.[2] !== undefined || bare.endsWith("?") || said.includes("optional");
  const isRequired = bracketed?.[1] !== undefined || bare.endsWith("*") || said.includes("required");
  const type =
    said.find((flag) => /^(?:string|number|boolean)$/.test(flag)) ??
    (bare.startsWith("-") ? "boolean" : undefined);
  const description = withoutSeparator(word.trim().slice(mark.length));
  return [
    {
      name,
      isNotation: true,
      required: isRequired ? true : isOptional ? false : undefined,
      ...(type === undefined ? {} : { type }),
      ...(description === "" ? {} : { description }),
    },
  ];
}

/** The text after the `:` or the dash that may follow a name. */
function withoutSeparator(rest: string): string {
  const text = rest.trimStart();
  const isMarked = /^:\s/.test(text) || (text !== rest && /^[-–—]\s/.test(text));
  return (isMarked ? text.slice(1) : text).trim();
}

/**
 * Parses several arguments in one string, separated by spaces or commas: `<file> [mode]`, `file, mode?`. Prose declares
 * none.
 */
export function readUsage(text: string): readonly DraftArgument[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const drafts = words.flatMap(readNotation);
  return drafts.length === words.length ? drafts : readHint(text);
}

/** Parses the `<…>` and `[…]` of an argument hint. A hint with alternatives (`add <x> | list`) is ambiguous. */
export function readHint(hint: string): readonly DraftArgument[] {
  const groups: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < hint.length; at += 1) {
    const character = hint[at] ?? "";
    if (character === "|" && depth === 0) return [];
    if ("<[".includes(character)) {
      if (depth === 0) start = at;
      depth += 1;
    } else if (">]".includes(character) && depth > 0) {
      depth -= 1;
      if (depth === 0) groups.push(hint.slice(start, at + 1));
    }
  }
  return groups.flatMap(readGroup);
}

/**
 * `<issue number>` → issue-number, `<mode: fast|slow>` → mode, `<file|url>` → file-or-url; an option is not positional.
 */
function readGroup(group: string): readonly DraftArgument[] {
  const [words = ""] = group.slice(1, -1).split(/[:,;(#=]|\s[-–—]\s|\.{3}|…/);
  const name = words
    .trim()
    .split("|")
    .map((part) => part.trim().replace(/\s+/g, "-"))
    .join("-or-");
  return NAME.test(name) ? [{ name, required: group.startsWith("<"), isNotation: true }] : [];
}
