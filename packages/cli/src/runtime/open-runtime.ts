import { resolve } from "node:path";
import type { ConfiguredServers } from "@knowhow/mcp/client";
import { isKnowhowError, type OpenEmbedders, type OpeningRuntime, type Runtime } from "@knowhow/runtime";
import { type NodeRuntimeOptions, openRuntime as openNodeRuntime } from "@knowhow/runtime/node";
import type { OpenScanner } from "@knowhow/runtime/security";
import { SCANNER_ID } from "@knowhow/scanner";
import { CliError } from "../io/cli-error.ts";
import type { Io } from "../io/io.ts";
import { withProgress } from "../io/progress.ts";
import type { Call } from "../table/command.ts";
import { sayNotes } from "./say-notes.ts";
import { flagOptions, workingDirectory } from "./settings.ts";

/** The application that the runs of the command line belong to. */
export const APPLICATION = "knowhow";

type RuntimeCall = Pick<Call, "args" | "io">;

/**
 * Loads the library as the command line and the configuration say, without the skills of MCP servers; `own` overrides them.
 * Throws if a `--root` cannot be read.
 */
export async function openRuntime(call: RuntimeCall, own: NodeRuntimeOptions = {}): Promise<Runtime> {
  return withReadableRoots(call, await loadRuntime(call, own));
}

/** Like `openRuntime`, but returns before the library is loaded. */
export async function beginRuntime(call: RuntimeCall, own: NodeRuntimeOptions = {}): Promise<OpeningRuntime> {
  const opening = await begin(call, own);
  return { ...opening, ready: opening.ready.then((runtime) => withReadableRoots(call, runtime)) };
}

function withReadableRoots(call: RuntimeCall, runtime: Runtime): Runtime {
  const cwd = workingDirectory(call.args, call.io);
  const named = new Set(call.args.list("root").map((root) => resolve(cwd, root)));
  const broken = runtime.library.roots.find(({ path, readable }) => !readable && named.has(resolve(path)));
  if (broken === undefined) return runtime;
  throw new CliError("cli.unreadable", `cannot read ${broken.path}`, "check its permissions");
}

/** Like `openRuntime`, for a command that reports unreadable roots itself. */
export async function loadRuntime(call: RuntimeCall, own: NodeRuntimeOptions = {}): Promise<Runtime> {
  const { args, io } = call;
  const load = async () => (await begin(call, own)).ready;
  return withProgress("reading skills", load, { io, quiet: args.has("quiet") });
}

async function begin({ args, io }: RuntimeCall, own: NodeRuntimeOptions): Promise<OpeningRuntime> {
  const options = {
    ...flagOptions(args, io),
    scanner: io.scanner ?? openScanner,
    embedders: embeddersOf(io),
    servers: () => [],
    ...own,
    workflows: { ...own.workflows, application: APPLICATION },
  };
  try {
    return await openNodeRuntime(options);
  } catch (error) {
    // The only option whose value the command table does not check.
    const wrong = /^createRuntime: `embedder` must be (.*), got .*$/s.exec(
      isKnowhowError(error) ? error.message : "",
    );
    if (wrong === null) throw error;
    throw new CliError(
      "cli.bad-value",
      `invalid value "${args.text("embedder")}" for --embedder`,
      `expected ${wrong[1]}`,
    );
  }
}

/** A library with the connections to the user's MCP servers. */
export interface OpenLibrary {
  readonly runtime: Runtime;
  servers(): ConfiguredServers | undefined;
  close(): Promise<void>;
}

interface LibraryOptions {
  readonly own?: NodeRuntimeOptions;
  readonly open?: typeof openRuntime;
}

/**
 * Opens the library, including the skills of the user's MCP servers. Unless the command reports the configuration itself,
 * errors in it are printed.
 */
export async function openLibrary(
  call: RuntimeCall,
  { own = {}, open = openAndReport }: LibraryOptions = {},
): Promise<OpenLibrary> {
  const opened: ConfiguredServers[] = [];
  const close = async () => {
    for (const connected of opened) await connected.close();
  };
  const servers: NodeRuntimeOptions["servers"] = async (rows) => {
    const { openSkillServers } = await import("./skill-servers.ts");
    const configured = openSkillServers(call);
    opened.push(configured);
    return configured.open(rows);
  };
  try {
    return { runtime: await open(call, { ...own, servers }), servers: () => opened.at(-1), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a command's work with the library, and closes its connections afterwards. */
export async function useRuntime<Result>(
  call: RuntimeCall,
  work: (runtime: Runtime, servers: () => ConfiguredServers | undefined) => Result | Promise<Result>,
  options: LibraryOptions = {},
): Promise<Result> {
  const { runtime, servers, close } = await openLibrary(call, options);
  try {
    return await work(runtime, servers);
  } finally {
    await close();
  }
}

/**
 * Prints the errors of the configuration, and roots that do not exist: the output of most commands does not say why
 * skills are missing.
 */
async function openAndReport(call: RuntimeCall, own?: NodeRuntimeOptions): Promise<Runtime> {
  const runtime = await openRuntime(call, own);
  const errors = runtime.library.diagnostics.filter(
    ({ code, severity }) =>
      (code.startsWith("config.") && severity === "error") || code === "discovery.root-missing",
  );
  sayNotes(
    errors.map(({ message }) => message),
    call.io,
  );
  return runtime;
}

/** The rules and parsers are loaded when a skill is scanned whose report is not stored. */
const openScanner: OpenScanner = () => ({
  id: SCANNER_ID,
  scan: async (subject) => (await import("./own-scanner.ts")).ownScanner.scan(subject),
});

/** The model and its code are loaded when the first message is matched. */
function embeddersOf(io: Io): OpenEmbedders {
  return async (choice) => (await import("./load-embedders.ts")).loadEmbedders(io)(choice);
}
