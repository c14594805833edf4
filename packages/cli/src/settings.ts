import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { NodeRuntimeOptions } from "@knowhow/runtime/node";
import type { Arguments } from "./arguments.ts";
import { CliError } from "./cli-error.ts";
import type { Io } from "./io.ts";

/** The directory in which the command works. */
export function workingDirectory(args: Arguments, io: Io): string {
  const written = args.text("cwd");
  if (io.cwd === undefined && (written === undefined || !isAbsolute(written))) {
    const hint = "go to another directory, or name one with --cwd and its whole path";
    throw new CliError("cli.unreadable", "the working directory does not exist any more", hint);
  }
  const path = resolve(io.cwd ?? "/", written ?? ".");
  if (written === undefined) return path;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new CliError("cli.bad-value", `--cwd: there is no directory ${written}`);
}

/** What the flags say; the runtime reads the knowhow.json files itself. `--root` means these directories and no others. */
export function flagOptions(args: Arguments, io: Io): NodeRuntimeOptions {
  const cwd = workingDirectory(args, io);
  const roots = args.list("root").map((root) => resolve(cwd, root));
  const profile = args.text("profile");
  const embedder = args.text("embedder");
  return {
    cwd,
    home: io.home,
    env: io.env,
    ...(roots.length === 0 ? {} : { roots, providers: false as const }),
    ...(profile === undefined ? {} : { profile }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(args.has("no-cache") ? { cache: false as const } : {}),
  };
}
