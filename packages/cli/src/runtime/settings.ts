import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import type { AuditLog } from "@knowhow/runtime";
import type { NodeRuntimeOptions } from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import type { Arguments } from "../table/arguments.ts";

/** The directory that the command runs in. */
export function workingDirectory(args: Arguments, io: Io): string {
  const written = args.text("cwd");
  if (io.cwd === undefined && (written === undefined || !isAbsolute(written))) {
    const hint = "change to another directory, or pass an absolute path with --cwd";
    throw new CliError("cli.unreadable", "the working directory no longer exists", hint);
  }
  const path = resolve(io.cwd ?? "/", written ?? ".");
  if (written === undefined) return path;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new CliError("cli.bad-value", `--cwd: no such directory: ${written}`);
}

/** The options of the command line; the runtime reads the configuration. With `--root`, only these directories are used. */
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
    audit: keepsAudit(io) && (io.ask === undefined ? unattended(io) : true),
  };
}

/** Opened with the first record. */
function unattended(io: Io): AuditLog {
  let log: Promise<AuditLog> | undefined;
  return {
    append: async (record) => {
      log ??= import("./unattended-log.ts").then(({ unattendedLog }) => unattendedLog(io));
      await (await log).append(record);
    },
  };
}

/** The audit log is on unless exactly `off` is asked for. */
function keepsAudit({ env }: Io): boolean {
  const { KNOWHOW_AUDIT: choice = "" } = env;
  if (["", "on", "off"].includes(choice)) return choice !== "off";
  throw new CliError("cli.bad-value", `invalid value "${choice}" of KNOWHOW_AUDIT`, "expected on or off");
}
