import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { ScriptGrant } from "@knowhow/runtime/scripts";
import { CliError } from "../io/cli-error.ts";
import { workingDirectory } from "../runtime/settings.ts";
import type { Call } from "../table/command.ts";

/** The directory that `--read` or `--write` grants to scripts. */
export function scriptGrant({ args, io }: Pick<Call, "args" | "io">): ScriptGrant {
  const [read, written] = [args.text("read"), args.text("write")];
  if (read !== undefined && written !== undefined)
    throw new CliError("cli.bad-value", "--read and --write cannot be combined", "--write includes reading");
  const path = written ?? read;
  if (path === undefined) return {};
  const access = written === undefined ? ("read" as const) : ("write" as const);
  const folder = resolve(workingDirectory(args, io), path);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new CliError("cli.bad-value", `--${access}: there is no directory ${folder}`, "create it first");
  return { folder: { path: folder, access } };
}
