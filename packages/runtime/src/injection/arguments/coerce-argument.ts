import { nearestWord } from "../../basics/words.ts";
import type { ArgumentSpec, ArgumentValue } from "./argument-spec.ts";

/** A valid value, or what was expected. */
export type Coerced =
  | { readonly value: ArgumentValue }
  | { readonly value: undefined; readonly expected: string; readonly hint: string };

const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);
const MAX_SHOWN = 10;

/** Converts a word to the argument's type. */
export function coerceArgument(text: string, spec: Pick<ArgumentSpec, "name" | "type" | "values">): Coerced {
  const { name, type, values = [] } = spec;
  if (type === "number") {
    const isNumber =
      /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text));
    return isNumber ? { value: Number(text) } : unfit("a number", `write ${name}=1`);
  }
  if (type === "boolean") {
    const value = FLAGS.get(text.toLowerCase());
    return value === undefined ? unfit("true or false", `write --${name} or ${name}=false`) : { value };
  }
  if (type === "string" || values.includes(text)) return { value: text };
  const [same, ...others] = values.filter((value) => value.toLowerCase() === text.toLowerCase());
  if (same !== undefined && others.length === 0) return { value: same };
  const nearest = nearestWord(text, values) ?? values[0] ?? "";
  const more = values.length > MAX_SHOWN ? ", …" : "";
  return unfit(`one of ${values.slice(0, MAX_SHOWN).join(", ")}${more}`, `write ${name}=${nearest}`);
}

function unfit(expected: string, hint: string): Coerced {
  return { value: undefined, expected, hint };
}
