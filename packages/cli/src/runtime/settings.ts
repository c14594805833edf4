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

/** Command-line options and configuration, merged. */
export interface Settings {
  readonly options: NodeRuntimeOptions;
  /** The user's MCP servers, by label. */
  readonly servers: LoadedConfig["servers"];
  /** How messages are matched. */
  readonly matching: LoadedConfig["matching"];
  /** The knowhow.json files that were read, the user's own first. */
  readonly paths: readonly string[];
  /** Settings of a knowhow.json that were not applied. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Options of the command line override the project's configuration, which overrides the user's. */
export async function readSettings(args: Arguments, io: Io): Promise<Settings> {
  const environment = nodeEnvironment({ cwd: workingDirectory(args, io), home: io.home, variables: io.env });
  const { value, diagnostics } = await loadConfig({ files: nodeFiles(), environment });
  const options = withMode({ ...value.options, ...flagOptions(args, io) }, value.matching);
  return { ...value, options, diagnostics };
}

/** The settings if there were no knowhow.json. */
export function settingsWithoutConfig(args: Arguments, io: Io): Settings {
  return { options: flagOptions(args, io), servers: {}, matching: {}, paths: [], diagnostics: [] };
}

/** The profile, with the matching mode that user and project allow. */
function withMode(
  options: NodeRuntimeOptions,
  { mode, atMost }: LoadedConfig["matching"],
): NodeRuntimeOptions {
  if (mode === undefined && atMost === undefined) return options;
  const profile = findProfile(options.profile ?? "agentskills");
  const matching = { ...profile.matching, mode: lesserMode(mode ?? profile.matching.mode, atMost) };
  return { ...options, profile: { ...profile, matching } };
}

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

/** With `--root`, skills are looked for in these directories only. */
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
