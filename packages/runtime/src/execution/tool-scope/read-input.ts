import { inputOf } from "./tool-names.ts";
import type { ToolArgument, ToolCall, ToolInput, ToolNames } from "./tool-rule.ts";

/** The strings of a call that a rule's argument applies to, or the reason why they cannot be determined. */
export type CallInput =
  | { readonly values: readonly string[]; readonly problem?: undefined }
  | { readonly values?: undefined; readonly problem: string };

const INPUT_KIND: Readonly<Record<ToolArgument["kind"], ToolInput["kind"]>> = {
  "command-prefix": "command",
  "command-exact": "command",
  domain: "url",
  "path-glob": "path",
  text: "text",
};

/** Reads the fields that the table names for this tool. At least one must exist, and each must be a string. */
export function readInput(call: ToolCall, argument: ToolArgument, names: ToolNames): CallInput {
  const shape = inputOf(call.name, names);
  if (shape?.kind !== INPUT_KIND[argument.kind])
    return { problem: `${call.name} does not take this kind of input` };
  if (typeof call.input !== "object" || call.input === null) return { problem: "the input has no fields" };
  const fields = new Map<string, unknown>(Object.entries(call.input));
  const values: string[] = [];
  for (const field of shape.fields) {
    const value = fields.get(field);
    if (typeof value === "string") values.push(value);
    else if (value !== undefined) return { problem: `the input's ${field} is not a string` };
    fields.delete(field);
  }
  if (values.length === 0) return { problem: `the input has no ${shape.fields.join(" or ")}` };
  const stranger = [...fields.keys()].find((field) => !shape.besides?.includes(field));
  // An `env`, `cwd`, `args` or `shell` next to the command makes it a different command.
  if (shape.kind === "command" && stranger !== undefined) {
    return { problem: `the input's ${stranger.slice(0, 40)} could change what the command does` };
  }
  if (shape.kind === "path" && stranger !== undefined) {
    const base = [...fields.keys()].find((field) => BASES.has(field.toLowerCase().replace(/[_-]/g, "")));
    if (base !== undefined)
      return { problem: `the input's ${base.slice(0, 40)} could change which file is meant` };
  }
  return { values };
}

/** Fields beside a path that make it relative to another directory, in lower case and without separators. */
const BASES: ReadonlySet<string> = new Set([
  "base",
  "basedir",
  "basepath",
  "cd",
  "chdir",
  "cwd",
  "dir",
  "directory",
  "root",
  "rootdir",
  "rootpath",
  "workdir",
  "workingdir",
  "workingdirectory",
  "workspace",
]);
