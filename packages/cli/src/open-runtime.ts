import { resolve } from "node:path";
import { isKnowhowError, type OpenEmbedders, type Runtime } from "@knowhow/runtime";
import { createRuntime, type NodeRuntimeOptions } from "@knowhow/runtime/node";
import { CliError } from "./cli-error.ts";
import type { Call } from "./command.ts";
import type { Io } from "./io.ts";
import { withProgress } from "./report/progress.ts";
import { sayNotes } from "./say-notes.ts";
import { flagOptions, workingDirectory } from "./settings.ts";

type RuntimeCall = Pick<Call, "args" | "io">;

/**
 * Loads the library as flags and configuration say, without the skills of MCP servers; `own` is the command's last word.
 * Throws when a `--root` cannot be read.
 */
export async function openRuntime(call: RuntimeCall, own: NodeRuntimeOptions = {}): Promise<Runtime> {
  const runtime = await loadRuntime(call, own);
  const { args, io } = call;
  const cwd = workingDirectory(args, io);
  const named = new Set(args.list("root").map((root) => resolve(cwd, root)));
  const broken = runtime.library.roots.find(({ path, readable }) => !readable && named.has(resolve(path)));
  if (broken !== undefined)
    throw new CliError(
      "cli.unreadable",
      `${broken.path} cannot be read`,
      "check the permissions of this path",
    );
  return runtime;
}

/** The same for a command that reports broken roots itself. */
export async function loadRuntime({ args, io }: RuntimeCall, own: NodeRuntimeOptions = {}): Promise<Runtime> {
  const options = { ...flagOptions(args, io), embedders: embeddersOf(io), servers: () => [], ...own };
  try {
    const quiet = args.has("quiet");
    return await withProgress("reading skills", () => createRuntime(options), { io, quiet });
  } catch (error) {
    // The only flag whose value the command table does not check.
    const wrong = /^createRuntime: `embedder` (.*)$/s.exec(isKnowhowError(error) ? error.message : "");
    throw wrong === null ? error : new CliError("cli.bad-value", `--embedder ${wrong[1]}`);
  }
}

/**
 * Does a command's work with the library and the skills of the user's MCP servers; connections and programs end with it.
 * Unless the command reports the configuration itself, it is told what keeps skills from the model.
 */
export async function useRuntime<Result>(
  call: RuntimeCall,
  work: (runtime: Runtime) => Result | Promise<Result>,
  { own = {}, open = openAndTell }: { own?: NodeRuntimeOptions; open?: typeof openRuntime } = {},
): Promise<Result> {
  const opened: { close(): Promise<void> }[] = [];
  const servers: NodeRuntimeOptions["servers"] = async (rows) => {
    const { openSkillServers } = await import("./skill-servers.ts");
    const configured = openSkillServers(call);
    opened.push(configured);
    return configured.open(rows);
  };
  try {
    return await work(await open(call, { ...own, servers }));
  } finally {
    for (const connected of opened) await connected.close();
  }
}

/** Nothing else in the answer of most commands would say why skills are missing. */
async function openAndTell(call: RuntimeCall, own?: NodeRuntimeOptions): Promise<Runtime> {
  const runtime = await openRuntime(call, own);
  const { diagnostics } = runtime.library;
  const closing = diagnostics.filter(
    ({ code, severity }) => code.startsWith("config.") && severity === "error",
  );
  sayNotes(
    closing.map(({ message }) => message),
    call.io,
  );
  return runtime;
}

/** The model and its code are loaded when the first message is matched. */
function embeddersOf(io: Io): OpenEmbedders {
  return async (choice) => (await import("./load-embedders.ts")).loadEmbedders(io)(choice);
}
