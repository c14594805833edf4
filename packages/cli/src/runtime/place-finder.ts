import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { SkillLibrary } from "@knowhow/runtime";
import { CliError } from "../io/cli-error.ts";
import type { Call } from "../table/command.ts";
import { openRuntime } from "./open-runtime.ts";
import { workingDirectory } from "./settings.ts";

/**
 * Finds what a word on the command line stands for: a path, or the directory of the skill that has this name, also of one
 * that cannot be loaded. The library is read with the first name. Throws if there is neither.
 */
export function placeFinder(call: Pick<Call, "args" | "io">): (written: string) => Promise<string> {
  const cwd = workingDirectory(call.args, call.io);
  let library: SkillLibrary | undefined;
  return async (written) => {
    const path = resolve(cwd, written);
    if (existsSync(path)) return path;
    if (!isName(written)) throw new CliError("cli.not-found", `no such file or directory: ${written}`);
    library ??= (await openRuntime(call, { cache: false })).library;
    const found = library.entry(written)?.skill ?? library.rejections().find(({ name }) => name === written);
    if (found !== undefined) return dirname(found.path);
    const known = library.entries().map(({ skill }) => skill.name);
    throw new CliError("cli.not-found", `no such file, directory or skill: ${written}`, {
      hint: "`knowhow list` shows every skill",
      typed: { word: written, known },
    });
  };
}

/** A word without a separator may be the name of a skill. */
function isName(written: string): boolean {
  return /^[^\\/.~][^\\/]*$/.test(written);
}
