import { parseArgs } from "node:util";
import { EXIT } from "../io/exit-codes.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { readArguments } from "../table/arguments.ts";
import type { Command } from "../table/command.ts";

/** Shells insert a completed word unquoted, so names with special characters are not offered. */
const SAFE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]*$/u;

/** `knowhow __complete -- <words>`: the skills whose names start with the last word, one per line. */
export const complete: Command = async ({ args, io }) => {
  const words = args.positionals;
  const start = words.at(-1) ?? "";
  const typed = typedArguments(words.slice(0, -1));
  const { library } = await openRuntime({ args: typed, io });
  const names = library
    .entries()
    .map(({ skill }) => skill.name)
    .filter((name) => name.startsWith(start) && SAFE_NAME.test(name));
  return { exit: EXIT.done, data: { names }, text: () => names.join("\n") };
};

/** The options of the unfinished line that decide where to look for skills. */
function typedArguments(words: readonly string[]) {
  const options = {
    root: { type: "string", multiple: true },
    cwd: { type: "string" },
    profile: { type: "string" },
  } as const;
  const { values } = parseArgs({ args: [...words], options, strict: false });
  return readArguments([], values);
}
