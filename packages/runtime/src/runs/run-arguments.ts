import { isRecord } from "../basics/is-record.ts";
import { type CheckedInputs, checkRunInputs } from "../execution/workflow/check-run-inputs.ts";
import type { ArgumentSpec } from "../injection/arguments/argument-spec.ts";
import { sortWords } from "../injection/arguments/sort-words.ts";
import { splitWords } from "../injection/arguments/split-words.ts";
import type { Workflow } from "../workflow.ts";

/** What a user gave to start a workflow. */
export interface RunArguments {
  /** The line after the command: words in the order of the inputs, `key=value` and `--key value`. */
  readonly line?: string | undefined;
  /** The variables of a trigger phrase, by name. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/**
 * The inputs of a run from an argument line and the variables of a trigger. If the first word is a variant of the output, it
 * chooses that variant. Words that are left over belong to the last input of the line. Variables that are not inputs are
 * ignored.
 */
export function runArguments(workflow: Workflow, { line = "", variables = {} }: RunArguments): CheckedInputs {
  const properties = isRecord(workflow.inputs.properties) ? workflow.inputs.properties : {};
  const variants = workflow.output?.kind === "template" ? Object.keys(workflow.output.variants) : [];
  const names = Object.keys(properties);
  const given = new Map(Object.entries(variables).filter(([name]) => Object.hasOwn(properties, name)));
  const words = splitWords(line);
  const isVariant = words.length > 0 && variants.includes(words[0]?.text ?? "") && !given.has("variant");
  if (isVariant) given.set("variant", words[0]?.text ?? "");
  const specs = names.map((name) => specOf(name, properties[name]));
  const { named, free, problems } = sortWords(isVariant ? words.slice(1) : words, specs);
  for (const [name, value] of named) given.set(name, value);
  const open = names.filter((name) => !given.has(name) && !(name === "variant" && variants.length > 0));
  for (const [index, name] of open.slice(0, free.length).entries()) {
    const isLast = index === open.length - 1;
    given.set(name, isLast ? free.slice(index).join(" ") : (free[index] ?? ""));
  }
  if (free.length > 0 && open.length === 0)
    problems.push({ name: "", message: "more words than inputs", hint: `inputs: ${names.join(", ")}` });
  if (problems.length > 0)
    return {
      ok: false,
      problems: problems.map(({ name, message, hint }) => ({
        path: [name],
        keyword: "argument",
        message,
        hint,
      })),
    };
  return checkRunInputs(workflow, Object.fromEntries(given), { coerce: true });
}

function specOf(name: string, schema: unknown): ArgumentSpec {
  const isFlag = isRecord(schema) && schema.type === "boolean";
  return { name, type: isFlag ? "boolean" : "string", required: false, declared: true };
}
