export { knowhowDirectories } from "../config/directories.ts";
export { type LoadedConfig, loadConfig } from "../config/load-config.ts";
export {
  EMBEDDER_FORMS,
  type EmbedderChoice,
  lesserMode,
  type MatchingConfig,
  type MatchingSettings,
  readEmbedderChoice,
} from "../config/matching-config.ts";
export type { McpConfig, ServerConfig } from "../config/server-config.ts";
export { fileIndexStore } from "./cache/file-index-store.ts";
export { type ChannelSpan, channelTracer } from "./channels/channel-tracer.ts";
export { publishEvents } from "./channels/publish-events.ts";
export { createRuntime, type NodeRuntimeOptions } from "./create-runtime.ts";
export { type FileDecisionStoreOptions, fileDecisionStore } from "./decisions/file-decision-store.ts";
export { discoverSkillsFromDir } from "./discover-skills-from-dir.ts";
export { nodeFiles } from "./files/node-files.ts";
export { nodeEnvironment } from "./node-environment.ts";
export { nodeHash } from "./node-hash.ts";
export { nodeWatcher } from "./watch/node-watcher.ts";
