import type { ArgumentSpec, ArgumentValue } from "./argument-spec.ts";
import { coerceArgument } from "./coerce-argument.ts";
import { sortWords } from "./sort-words.ts";
import { splitWords } from "./split-words.ts";

/** A problem with an argument that the user should fix. */
export interface ArgumentProblem {
  readonly name: string;
  readonly message: string;
  readonly hint: string;
}

export interface ParsedArguments {
  /** The line as written; undefined if there is none, for example if a model loads a skill. */
  readonly raw: string | undefined;
  /** Valid values by name, given or default. */
  readonly values: Readonly<Record<string, ArgumentValue>>;
  /** The words in declared order, then surplus words; undefined for arguments that were not given. */
  readonly positional: readonly (string | undefined)[];
  /** Names of the required arguments that were not given. */
  readonly missing: readonly string[];
  readonly problems: readonly ArgumentProblem[];
}

/** Parses an argument line: positional words, `key=value`, `--key value` and `--flag` for declared names. */
export function parseArguments(
  raw: string | undefined,
  specs: readonly ArgumentSpec[] = [],
): ParsedArguments {
  const declared = specs.filter((spec) => spec.declared);
  const { named, free, problems } = sortWords(splitWords(raw ?? ""), declared);
  const values = new Map<string, ArgumentValue>();
  const positional: (string | undefined)[] = [];
  let taken = 0;
  for (const spec of declared) {
    const text = named.get(spec.name) ?? free[taken];
    if (!named.has(spec.name)) taken += 1;
    const coerced = text === undefined ? { value: spec.default } : coerceArgument(text, spec);
    if (coerced.value !== undefined) values.set(spec.name, coerced.value);
    if ("expected" in coerced) problems.push(wrongType(spec.name, text ?? "", coerced));
    positional.push(spec.type === "enum" && text !== undefined ? String(coerced.value ?? text) : text);
  }
  for (const word of free.slice(taken)) positional.push(word);
  while (positional.length > 0 && positional.at(-1) === undefined) positional.pop();
  const missing = missingOf(specs, positional);
  return { raw, values: Object.fromEntries(values), positional, missing, problems };
}

/** A declared argument has a position; of a hint only the number of required words counts. */
function missingOf(
  specs: readonly ArgumentSpec[],
  positional: readonly (string | undefined)[],
): readonly string[] {
  const required = specs.filter((spec) => spec.required);
  return required
    .filter((spec, rank) => positional[spec.declared ? specs.indexOf(spec) : rank] === undefined)
    .map(({ name }) => name);
}

function wrongType(
  name: string,
  text: string,
  { expected, hint }: { expected: string; hint: string },
): ArgumentProblem {
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return { name, message: `${name} must be ${expected}, got "${shown}"`, hint };
}
