import { knowhowDirectories } from "../config/directories.ts";
import type { RuntimeOptions } from "../options.ts";
import type { BlobStore, Tokenizer, Tracer } from "../ports.ts";
import { createRuntime as createNeutralRuntime, type Runtime } from "../runtime.ts";
import type { DecisionStore } from "../trust.ts";
import { fileIndexStore } from "./cache/file-index-store.ts";
import { channelTracer } from "./channels/channel-tracer.ts";
import { publishEvents } from "./channels/publish-events.ts";
import { fileDecisionStore } from "./decisions/file-decision-store.ts";
import { nodeFiles, toEnginePath } from "./files/node-files.ts";
import { nodeEnvironment } from "./node-environment.ts";
import { nodeHash } from "./node-hash.ts";
import { nodeWatcher } from "./watch/node-watcher.ts";

/** Options of the engine, and where on this machine it looks. */
export interface NodeRuntimeOptions extends RuntimeOptions {
  /** The working directory; the process's own when absent. */
  readonly cwd?: string;
  /** The person's home directory. */
  readonly home?: string;
  /** Environment variables; the process's own when absent. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Folder of the index that speeds up the next start; `false` keeps none. */
  readonly cache?: string | false;
  /** Where trust decisions are kept; the user's state folder when absent, `false` keeps them in memory only. */
  readonly decisions?: DecisionStore | false;
  readonly tokenizer?: Tokenizer;
  /** Where spans go; Node's tracing channels `knowhow:<span>` when absent. */
  readonly tracer?: Tracer;
}

/** The engine on Node: real files, the real environment, an index on disk, events and spans on diagnostics channels. */
export async function createRuntime(options: NodeRuntimeOptions = {}): Promise<Runtime> {
  const environment = nodeEnvironment({ cwd: options.cwd, home: options.home, variables: options.env });
  const directories = knowhowDirectories(environment);
  const cache = options.cache ?? directories.cache;
  const decisions = options.decisions ?? fileDecisionStore(directories.state);
  const ports = {
    files: nodeFiles(),
    environment,
    hash: nodeHash,
    watcher: nodeWatcher(),
    tracer: options.tracer ?? channelTracer(),
    ...(decisions === false ? {} : { decisions }),
    ...(cache === false
      ? {}
      : { index: fileIndexStore(toEnginePath(cache)), blobs: blobStore(toEnginePath(cache)) }),
    ...(options.tokenizer === undefined ? {} : { tokenizer: options.tokenizer }),
  };
  return createNeutralRuntime(ports, { ...options, onEvent: publishEvents(options.onEvent) });
}

/** Only a matcher keeps blobs, so the store is opened when the first one is asked for. */
function blobStore(cache: string): BlobStore {
  const open = async () => (await import("./cache/file-blob-store.ts")).fileBlobStore(cache);
  return {
    load: async (name) => (await open()).load(name),
    save: async (name, bytes) => (await open()).save(name, bytes),
  };
}
