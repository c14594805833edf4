import { statSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { type Diagnostic, findProfile } from "@knowhow/runtime";
import {
  type LoadedConfig,
  lesserMode,
  loadConfig,
  type NodeRuntimeOptions,
  nodeEnvironment,
  nodeFiles,
} from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import type { Arguments } from "../table/arguments.ts";

/** What flags and configuration decide together. */
export interface Settings {
  readonly options: NodeRuntimeOptions;
  /** The person's MCP servers, by label. */
  readonly servers: LoadedConfig["servers"];
  /** How skills are found for a message. */
  readonly matching: LoadedConfig["matching"];
  /** The knowhow.json files that were read, the person's own first. */
  readonly paths: readonly string[];
  /** What a knowhow.json asked for and did not get. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Flags over the project's configuration over the person's. */
export async function readSettings(args: Arguments, io: Io): Promise<Settings> {
  const environment = nodeEnvironment({ cwd: workingDirectory(args, io), home: io.home, variables: io.env });
  const { value, diagnostics } = await loadConfig({ files: nodeFiles(), environment });
  const options = withMode({ ...value.options, ...flagOptions(args, io) }, value.matching);
  return { ...value, options, diagnostics };
}

/** The settings of a person without any knowhow.json. */
export function settingsWithoutConfig(args: Arguments, io: Io): Settings {
  return { options: flagOptions(args, io), servers: {}, matching: {}, paths: [], diagnostics: [] };
}

/** The profile, with the mode of matching that person and repository want. */
function withMode(
  options: NodeRuntimeOptions,
  { mode, atMost }: LoadedConfig["matching"],
): NodeRuntimeOptions {
  if (mode === undefined && atMost === undefined) return options;
  const profile = findProfile(options.profile ?? "agentskills");
  const matching = { ...profile.matching, mode: lesserMode(mode ?? profile.matching.mode, atMost) };
  return { ...options, profile: { ...profile, matching } };
}

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

/** `--root` means these directories and no others. */
function flagOptions(args: Arguments, io: Io): NodeRuntimeOptions {
  const cwd = workingDirectory(args, io);
  const roots = args.list("root").map((root) => resolve(cwd, root));
  const profile = args.text("profile");
  return {
    cwd,
    home: io.home,
    env: io.env,
    ...(roots.length === 0 ? {} : { roots, providers: false as const }),
    ...(profile === undefined ? {} : { profile }),
    ...(args.has("no-cache") ? { cache: false as const } : {}),
  };
}
