import { once } from "../basics/once.ts";
import { joinPath } from "../basics/paths.ts";
import { knowhowDirectories } from "../config/directories.ts";
import type { RuntimeOptions } from "../options.ts";
import type { AuditLog, BlobStore, Tokenizer, Tracer } from "../ports.ts";
import type { ProposalStore, SkillWriter } from "../proposal.ts";
import type { Runs } from "../run.ts";
import { createRuntime as createNeutralRuntime, type Runtime } from "../runtime.ts";
import type { OpenScanner, Scanner } from "../scan.ts";
import type { DecisionStore } from "../trust.ts";
import { fileIndexStore } from "./cache/file-index-store.ts";
import { channelTracer } from "./channels/channel-tracer.ts";
import { publishEvents } from "./channels/publish-events.ts";
import { fileDecisionStore } from "./decisions/file-decision-store.ts";
import { nodeFiles, toEnginePath } from "./files/node-files.ts";
import { nodeEnvironment } from "./node-environment.ts";
import { nodeHash } from "./node-hash.ts";
import { checkNodeOptions } from "./node-options.ts";
import { nodeWatcher } from "./watch/node-watcher.ts";

/** Options of a runtime on Node. All are optional. */
export interface NodeRuntimeOptions extends RuntimeOptions {
  /** Working directory. Default that of the process. */
  readonly cwd?: string;
  /** The user's home directory. Default that of the process. */
  readonly home?: string;
  /** Environment variables. Default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Directory of the index that speeds up the next start; `false` for none. Default the user's cache directory. */
  readonly cache?: string | false;
  /** Where trust decisions are stored; `false` keeps them in memory. Default the user's state directory. */
  readonly decisions?: DecisionStore | false;
  /** Inspects proposed skills; a function is called when it is needed. Default none. */
  readonly scanner?: Scanner | OpenScanner | false;
  /** Where proposed changes of skills are stored; `false` keeps them in memory. Default the user's state directory. */
  readonly proposals?: ProposalStore | false;
  /** Where runs of workflows are stored; `false` keeps them in memory. Default journals in the user's state directory. */
  readonly runs?: Runs | false;
  /**
   * Records what is returned, approved and trusted before it happens, for example `fileAuditLog(path)`. Default none.
   */
  readonly audit?: AuditLog;
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
    cache: folder,
    ...options
  } = checkNodeOptions(given);
  const environment = nodeEnvironment({ cwd, home, variables: env });
  const directories = knowhowDirectories(environment);
  const cache = folder ?? directories.cache;
  const store = decisions ?? fileDecisionStore(directories.state);
  const ports = {
    files: nodeFiles(),
    environment,
    hash: nodeHash,
    watcher: nodeWatcher(),
    tracer: tracer ?? channelTracer(),
    ...(store === false ? {} : { decisions: store }),
    ...(scanner === false || scanner === undefined ? {} : { scanner }),
    ...(proposals === false ? {} : { proposals: proposals ?? proposalStore(directories.state) }),
    skillWriter: skillWriter(),
    ...(runs === false ? {} : { runs: runs ?? runStore(joinPath(directories.state, "runs")) }),
    ...(audit === undefined ? {} : { audit }),
    ...(cache === false
      ? {}
      : { index: fileIndexStore(toEnginePath(cache)), blobs: blobStore(toEnginePath(cache)) }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
  };
  const { config = "files", onEvent } = options;
  return createNeutralRuntime(ports, { ...options, config, onEvent: publishEvents(onEvent) });
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

/** Opened on first use, because only workflows need it. */
function runStore(folder: string): Runs {
  const open = once(async () => (await import("./runs/file-runs.ts")).fileRuns(folder));
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
