import { knowhowDirectories } from "../config/directories.ts";
import type { RuntimeOptions } from "../options.ts";
import type { AuditLog, BlobStore, Tokenizer, Tracer } from "../ports.ts";
import { createRuntime as createNeutralRuntime, type Runtime } from "../runtime.ts";
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

/** Options of the engine, and where on this machine it looks. */
export interface NodeRuntimeOptions extends RuntimeOptions {
  /** The working directory; default that of the process. */
  readonly cwd?: string;
  /** The user's home directory. */
  readonly home?: string;
  /** Environment variables; default those of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the index that speeds up the next start; `false` keeps none. */
  readonly cache?: string | false;
  /** Where trust decisions are kept; the user's state folder when absent, `false` keeps them in memory only. */
  readonly decisions?: DecisionStore | false;
  /** Records what is handed out, approved and trusted, before it happens, such as `fileAuditLog(path)`; default none. */
  readonly audit?: AuditLog;
  readonly tokenizer?: Tokenizer;
  /** Where spans go; default Node's tracing channels `knowhow:<span>`. */
  readonly tracer?: Tracer;
}

/**
 * The engine on Node: real files, the real environment, the settings of the `knowhow.json` files, an index on disk, events
 * and spans on diagnostics channels.
 */
export async function createRuntime(given: NodeRuntimeOptions = {}): Promise<Runtime> {
  const {
    cwd,
    home,
    env,
    tokenizer,
    tracer,
    decisions,
    audit,
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
    ...(audit === undefined ? {} : { audit }),
    ...(cache === false
      ? {}
      : { index: fileIndexStore(toEnginePath(cache)), blobs: blobStore(toEnginePath(cache)) }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
  };
  const { config = "files", onEvent } = options;
  return createNeutralRuntime(ports, { ...options, config, onEvent: publishEvents(onEvent) });
}

/** Only a matcher keeps blobs, so the store is opened when the first one is asked for. */
function blobStore(cache: string): BlobStore {
  const open = async () => (await import("./cache/file-blob-store.ts")).fileBlobStore(cache);
  return {
    load: async (name) => (await open()).load(name),
    save: async (name, bytes) => (await open()).save(name, bytes),
  };
}
