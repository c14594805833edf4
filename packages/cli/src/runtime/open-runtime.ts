import { resolve } from "node:path";
import type { Runtime } from "@knowhow/runtime";
import { createRuntime, type NodeRuntimeOptions } from "@knowhow/runtime/node";
import { CliError } from "../io/cli-error.ts";
import { withProgress } from "../io/progress.ts";
import type { Call } from "../table/command.ts";
import { type Settings, workingDirectory } from "./settings.ts";

/** Loads the library with these settings; `own` overrides them. Throws if a `--root` cannot be read. */
export async function openRuntime(
  call: Pick<Call, "args" | "io">,
  settings: Settings,
  own: NodeRuntimeOptions = {},
): Promise<Runtime> {
  const runtime = await loadRuntime(call, settings, own);
  const cwd = workingDirectory(call.args, call.io);
  const named = new Set(call.args.list("root").map((root) => resolve(cwd, root)));
  const broken = runtime.library.roots.find(({ path, readable }) => !readable && named.has(resolve(path)));
  if (broken === undefined) return runtime;
  throw new CliError("cli.unreadable", `cannot read ${broken.path}`, "check its permissions");
}

/**
 * Runs a command's work with the library, including the skills of the user's MCP servers, and closes their connections
 * afterwards. With `--root`, only these directories are used, and no servers.
 */
export async function useRuntime<Result>(
  call: Pick<Call, "args" | "io">,
  settings: Settings,
  work: (runtime: Runtime) => Result | Promise<Result>,
  open: typeof openRuntime = openRuntime,
): Promise<Result> {
  const { options, servers: configured } = settings;
  const isAsked = options.providers !== false && options.enabled !== false;
  if (!isAsked || Object.keys(configured).length === 0) return work(await open(call, settings));
  const { openSkillServers } = await import("./skill-servers.ts");
  const servers = openSkillServers(call, settings);
  try {
    return await work(await open(call, settings, { sources: servers.sources }));
  } finally {
    await servers.close();
  }
}

/** Like `openRuntime`, for a command that reports unreadable roots itself. */
export function loadRuntime(
  { args, io }: Pick<Call, "args" | "io">,
  { options }: Settings,
  own: NodeRuntimeOptions = {},
): Promise<Runtime> {
  const work = () => createRuntime({ ...options, ...own });
  return withProgress("reading skills", work, { io, quiet: args.has("quiet") });
}
