import { parseArgs } from "node:util";
import { EXIT } from "../io/exit-codes.ts";
import { openRuntime } from "../runtime/open-runtime.ts";
import { readArguments } from "../table/arguments.ts";
import type { Command, CommandSpec } from "../table/command.ts";
import { actionOf, findCommand } from "../table/find-command.ts";

/** Shells insert a completed word unquoted, so names with special characters are not offered. */
const SAFE_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}\p{M}._-]*$/u;

/** `knowhow __complete -- <words>`: the skills whose names or URLs start with the last word, one per line. */
export const complete: Command = async ({ args, io, commands }) => {
  const words = args.positionals;
  const start = words.at(-1) ?? "";
  const typed = typedArguments(words.slice(0, -1));
  const { library } = await openRuntime({ args: typed, io });
  const scheme = takesUrl(words.slice(0, -1), commands) ? "skill://" : "";
  const names = library
    .entries()
    .flatMap(({ skill }) => (SAFE_NAME.test(skill.name) ? [`${scheme}${skill.name}`] : []))
    .filter((name) => name.startsWith(start));
  return { exit: EXIT.done, data: { names }, text: () => names.join("\n") };
};

/** True if the command of the unfinished line takes the URL of a skill. */
function takesUrl(words: readonly string[], commands: readonly CommandSpec[]): boolean {
  try {
    const found = findCommand(words, commands);
    const action = found === undefined ? undefined : actionOf(found);
    return action?.spec.positionals[0]?.completes === "skill-urls";
  } catch {
    return false;
  }
}

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
