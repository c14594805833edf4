import { existsSync } from "node:fs";
import { once } from "../basics/once.ts";
import { joinPath } from "../basics/paths.ts";
import { type KnowhowDirectories, knowhowDirectories } from "../config/directories.ts";
import type { RuntimeOptions } from "../options.ts";
import type { AuditLog, BlobStore, Environment, Tokenizer, Tracer } from "../ports.ts";
import type { ProposalStore, SkillWriter } from "../proposal.ts";
import type { Runs, WorkflowSettings } from "../run.ts";
import { type OpeningRuntime, openRuntime as openNeutralRuntime, type Runtime } from "../runtime.ts";
import type { OpenScanner, Scanner, ScanStore } from "../scan.ts";
import type { FindVariable, ScriptRunner } from "../script.ts";
import type { DecisionStore, ReviewStore } from "../trust.ts";
import { auditLogPath } from "./audit/audit-file.ts";
import { fileIndexStore } from "./cache/file-index-store.ts";
import { channelTracer } from "./channels/channel-tracer.ts";
import { publishEvents } from "./channels/publish-events.ts";
import { fileDecisionStore } from "./decisions/file-decision-store.ts";
import { nodeFiles, toEnginePath } from "./files/node-files.ts";
import { nodeEnvironment } from "./node-environment.ts";
import { nodeHash } from "./node-hash.ts";
import { checkNodeOptions } from "./node-options.ts";
import type { ScriptFolders } from "./sandbox/script-runner.ts";
import { hasStoredSecret } from "./secrets/has-stored-secret.ts";
import { cacheProblem } from "./state/ownership.ts";
import { nodeWatcher } from "./watch/node-watcher.ts";

/** Options of a runtime on Node. All are optional. */
export interface NodeRuntimeOptions extends RuntimeOptions {
  /** Working directory. Default that of the process. */
  readonly cwd?: string;
  /** The user's home directory. Default that of the process. */
  readonly home?: string;
  /** Environment variables. Default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /**
   * Directory of the index that speeds up the next start; `false` for none. Default the user's cache directory. If others
   * own it or can write to it, a folder in the user's state directory is used instead.
   */
  readonly cache?: string | false;
  /** Where trust decisions are stored; `false` keeps them in memory. Default the user's state directory. */
  readonly decisions?: DecisionStore | false;
  /**
   * Inspects skills before their content is returned or written; a function is called at the first scan, and `false`
   * means none. Default `@knowhow/scanner`, if it is installed.
   */
  readonly scanner?: Scanner | OpenScanner | false;
  /** Where proposed changes of skills are stored; `false` keeps them in memory. Default the user's state directory. */
  readonly proposals?: ProposalStore | false;
  /** Where runs of workflows are stored; `false` keeps them in memory. Default journals in the user's state directory, in a folder of the application. */
  readonly runs?: Runs | false;
  /** Runs scripts of skills; `false` refuses them. Default bubblewrap on Linux, none elsewhere. */
  readonly scripts?: ScriptRunner | false;
  /**
   * Records what is returned, approved, run and trusted before it happens: a log of the host's own, such as
   * `fileAuditLog(path)`, or `true` for the one in the user's state directory that the command line writes. Default none.
   */
  readonly audit?: AuditLog | boolean;
  /** Counts tokens. Default an estimate of four characters per token. */
  readonly tokenizer?: Tokenizer;
  /** Receives spans. Default Node's tracing channels `knowhow:<span>`. */
  readonly tracer?: Tracer;
}

/**
 * Creates a runtime on Node: with the real files and environment, the settings of the `knowhow.json` files, an index on
 * disk, and events and spans on diagnostics channels.
 */
export async function createRuntime(given: NodeRuntimeOptions = {}): Promise<Runtime> {
  return (await openRuntime(given)).ready;
}

/** Like `createRuntime`, but returns before the library is loaded. */
export async function openRuntime(given: NodeRuntimeOptions = {}): Promise<OpeningRuntime> {
  const {
    cwd,
    home,
    env,
    tokenizer,
    tracer,
    decisions,
    scanner,
    proposals,
    audit,
    runs,
    scripts,
    cache: folder,
    ...options
  } = checkNodeOptions(given);
  const machine = nodeEnvironment({ cwd, home, variables: env });
  const directories = knowhowDirectories(machine);
  const environment = { ...machine, hasSecret: (name: string) => hasStoredSecret(directories.state, name) };
  const cache =
    folder === false ? false : chooseCache(toEnginePath(folder ?? directories.cache), directories);
  const store = decisions ?? fileDecisionStore(directories.state);
  const ports = {
    files: nodeFiles(),
    environment,
    hash: nodeHash,
    watcher: nodeWatcher(),
    tracer: tracer ?? channelTracer(),
    ...(store === false
      ? {}
      : {
          decisions: store,
          scans: scanStore(directories.state),
          reviews: reviewStore(directories.state),
        }),
    ...(scanner === false ? {} : { scanner: scanner ?? openScanner }),
    ...(proposals === false ? {} : { proposals: proposals ?? proposalStore(directories.state) }),
    skillWriter: skillWriter(),
    ...(runs === false ? {} : { runs: runs ?? runStore(directories, options.workflows) }),
    ...scriptPort(scripts, environment.platform, {
      artifacts: joinPath(directories.state, "artifacts"),
      packages: joinPath(directories.cache, "packages"),
    }),
    ...auditPort(audit, directories),
    ...(cache === false ? {} : { index: fileIndexStore(cache), blobs: blobStore(cache) }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
  };
  const { config = "files", onEvent, variable = findVariable(environment, directories) } = options;
  return openNeutralRuntime(ports, { ...options, config, variable, onEvent: publishEvents(onEvent) });
}

/** A variable of the environment, or a secret that the user stored; one that is stored for the skill comes first. */
function findVariable({ variables }: Environment, { state }: KnowhowDirectories): FindVariable {
  const open = once(async () => (await import("./secrets/secret-store.ts")).secretStore(state));
  return async (name, skill) => {
    if (!hasStoredSecret(state, name)) return variables[name];
    const store = await open();
    return (await store.find({ name, skill })) ?? variables[name] ?? (await store.find({ name }));
  };
}

/** Opened on first use, because few conversations propose anything. */
function proposalStore(state: string): ProposalStore {
  const open = once(async () =>
    (await import("./proposals/file-proposal-store.ts")).fileProposalStore(state),
  );
  return {
    exclusive: async (work) => (await open()).exclusive(work),
    put: async (...given) => (await open()).put(...given),
    get: async (id) => (await open()).get(id),
    content: async (id) => (await open()).content(id),
    list: async () => (await open()).list(),
    delete: async (id) => (await open()).delete(id),
  };
}

function skillWriter(): SkillWriter {
  const open = once(async () => (await import("./proposals/file-skill-writer.ts")).fileSkillWriter());
  return {
    replace: async (change) => (await open()).replace(change),
    settle: async (change) => (await open()).settle(change),
  };
}

function auditPort(
  audit: NodeRuntimeOptions["audit"],
  directories: KnowhowDirectories,
): { readonly audit?: AuditLog } {
  if (audit === undefined || audit === false) return {};
  if (audit !== true) return { audit };
  // Opened on first use, because most commands record nothing.
  const open = once(async () => {
    const { fileAuditLog } = await import("./audit/file-audit-log.ts");
    return fileAuditLog(auditLogPath(directories));
  });
  return { audit: { append: async (record) => (await open()).append(record) } };
}

/** Imported on first use, because many commands return no content. */
const openScanner: OpenScanner = async () => (await import("./scans/load-scanner.ts")).loadScanner();

/** Opened on first use: a library without scans costs one look at a file that does not exist. */
function scanStore(state: string): ScanStore {
  const open = once(async () => (await import("./scans/file-scan-store.ts")).fileScanStore(state));
  return {
    find: async (key) => (await open()).find(key),
    record: async (...given) => (await open()).record(...given),
    last: async () => (existsSync(joinPath(state, "scans")) ? (await open()).last() : new Map()),
    note: async (...given) => (await open()).note(...given),
  };
}

/** Opened on first use, because most processes decide about nothing. */
function reviewStore(state: string): ReviewStore {
  const open = once(async () => (await import("./decisions/file-review-store.ts")).fileReviewStore(state));
  return {
    find: async (digest) => (await open()).find(digest),
    record: async (content) => (await open()).record(content),
  };
}

/** The runner that was given, or the sandbox of this system. It is opened on first use, because few need it. */
function scriptPort(
  given: ScriptRunner | false | undefined,
  platform: Environment["platform"],
  folders: ScriptFolders,
): { readonly scripts?: ScriptRunner } {
  if (given === false) return {};
  if (given !== undefined) return { scripts: given };
  if (platform !== "linux") return {};
  const open = once(async () => (await import("./sandbox/open-runner.ts")).openRunner(folders));
  return {
    scripts: {
      id: "bubblewrap",
      filtersHosts: async () => (await open()).filtersHosts(),
      status: async () => (await open()).status(),
      hasProgram: async (name) => (await open()).hasProgram(name),
      hasPackages: async (packages) => (await open()).hasPackages(packages),
      prepare: async (...all) => (await open()).prepare(...all),
      run: async (...all) => (await open()).run(...all),
    },
  };
}

/** A cache that others could have written is left alone, and a new one is started among the files that only the user has. */
function chooseCache(cache: string, { state }: KnowhowDirectories): string {
  return cacheProblem(cache) === undefined ? cache : joinPath(state, "cache");
}

/** The application of the command line, whose runs are not in a folder of their own. */
const COMMAND_LINE = "knowhow";

/** The runs of an application. Opened on first use, because only workflows need it. */
function runStore({ state }: KnowhowDirectories, { application = "default" }: WorkflowSettings = {}): Runs {
  const home = application === COMMAND_LINE ? state : joinPath(state, `applications/${application}`);
  const open = once(async () =>
    (await import("./runs/file-runs.ts")).fileRuns(joinPath(home, "runs"), { application }),
  );
  return {
    secret: async () => (await open()).secret(),
    start: async (...given) => (await open()).start(...given),
    run: async (...given) => (await open()).run(...given),
    signal: async (...given) => (await open()).signal(...given),
    cancel: async (...given) => (await open()).cancel(...given),
    get: async (...given) => (await open()).get(...given),
    list: async function* (...given) {
      yield* (await open()).list(...given);
    },
    fork: async (...given) => (await open()).fork(...given),
    delete: async (...given) => (await open()).delete(...given),
    retry: async (...given) => (await open()).retry(...given),
    damaged: async () => (await open()).damaged(),
    work: async (...given) => (await open()).work(...given),
  };
}

/** Opened on first use, because only a matcher needs blobs. */
function blobStore(cache: string): BlobStore {
  const open = async () => (await import("./cache/file-blob-store.ts")).fileBlobStore(cache);
  return {
    load: async (name) => (await open()).load(name),
    save: async (name, bytes) => (await open()).save(name, bytes),
  };
}
