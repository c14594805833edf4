import type { ArgumentSpec } from "./argument-spec.ts";
import type { ArgumentProblem, ParsedArguments } from "./parse-arguments.ts";
import { type Asked, findPlaceholders } from "./placeholders.ts";

export interface SubstitutionPolicy {
  /** Number of the first argument: 0 as in Claude Code, or 1 as in a shell. */
  readonly indexBase?: 0 | 1;
  /** Whether to append arguments that no placeholder uses as `ARGUMENTS: …`. */
  readonly append?: boolean;
  /** Variables of the body: names in capitals as `${NAME}`, others as `{name}`. Unknown names are left unchanged. */
  readonly variables?: Readonly<Record<string, string>>;
}

export interface Substitution {
  readonly text: string;
  /** Names of the required arguments that were not given; their placeholders are left unchanged. */
  readonly missing: readonly string[];
  /** Words that were given but are not used in the text. */
  readonly unused: readonly string[];
  readonly problems: readonly ArgumentProblem[];
}

/** Maximum number of inserted characters, so that a body full of placeholders cannot multiply a long line. */
const MAX_INSERTED = 1_048_576;

/** Fills the placeholders of a body in one pass: inserted text is not parsed again, and `\$` is literal. */
export function substituteArguments(
  body: string,
  parsed: ParsedArguments,
  specs: readonly ArgumentSpec[] = [],
  { indexBase = 0, append = true, variables = {} }: SubstitutionPolicy = {},
): Substitution {
  const slots = new Map(
    specs.flatMap(({ name, declared }, slot) => (declared ? [[name, slot] as const] : [])),
  );
  const placeholders = findPlaceholders(body, {
    isArgument: (name) => slots.has(name),
    isVariable: (name) => Object.hasOwn(variables, name),
  });
  const problems = [...parsed.problems];
  const shown = new Set<number | "all">();
  const pieces: string[] = [];
  let from = 0;
  let room = MAX_INSERTED;
  for (const { start, end, isEscaped, asked } of placeholders) {
    const slot = slotOf(asked, slots, indexBase);
    if (slot !== undefined && !takesArguments(asked, parsed, slots.size)) continue;
    const text = asked.kind === "variable" ? variables[asked.name] : textOf(asked, slot, parsed, specs);
    if (isEscaped) {
      pieces.push(body.slice(from, start - 1), body.slice(start, end));
    } else {
      if (text === undefined) continue;
      room -= text.length;
      if (room < 0) {
        problems.push(tooMuch(body.slice(start, end)));
        break;
      }
      if (slot !== undefined) shown.add(slot);
      pieces.push(body.slice(from, start), text);
    }
    from = end;
  }
  const text = pieces.join("") + body.slice(from);
  const given = parsed.raw?.trim() ?? "";
  const left = parsed.positional.filter((word, slot) => word !== undefined && !shown.has(slot));
  const isHidden =
    !shown.has("all") && left.length === parsed.positional.filter((word) => word !== undefined).length;
  const isAppended = append && given !== "" && isHidden;
  return {
    text: isAppended ? `${text.trimEnd()}\n\nARGUMENTS: ${given}` : text,
    missing: parsed.missing,
    unused: isAppended || shown.has("all") ? [] : left.filter((word) => word !== undefined),
    problems,
  };
}

/** The argument that is referred to; undefined for a variable. */
function slotOf(
  asked: Asked,
  slots: ReadonlyMap<string, number>,
  indexBase: number,
): number | "all" | undefined {
  if (asked.kind === "index") return asked.index - indexBase;
  if (asked.kind === "name") return slots.get(asked.name);
  return asked.kind === "all" ? "all" : undefined;
}

/** Without a line a body is left unchanged; without any argument a `$1` belongs to a script. */
function takesArguments(asked: Asked, { raw }: ParsedArguments, declared: number): boolean {
  return raw !== undefined && (asked.kind !== "index" || raw.trim() !== "" || declared > 0);
}

/** The text for an argument; undefined leaves the placeholder unchanged. */
function textOf(
  asked: Asked,
  slot: number | "all" | undefined,
  parsed: ParsedArguments,
  specs: readonly ArgumentSpec[],
): string | undefined {
  if (slot === undefined || slot === "all") return parsed.raw;
  const spec = specs[slot];
  const text = parsed.positional[slot] ?? spec?.default?.toString();
  return text ?? (asked.kind === "name" && spec?.required === false ? "" : undefined);
}

function tooMuch(placeholder: string): ArgumentProblem {
  return {
    name: placeholder,
    message: `${placeholder} occurs too often for a value this long; further occurrences were not substituted`,
    hint: "use a shorter value, or pass a file name",
  };
}
