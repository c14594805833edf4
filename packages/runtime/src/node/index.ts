export {
  type JsonArray,
  type JsonComment,
  type JsonDocument,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  parseJsonc,
} from "../basics/json/parse-jsonc.ts";
export { JsonFault } from "../basics/json/scan-json.ts";
export type { Client, ClientMcp, ClientSkills, ConfigFilePattern } from "../clients/client.ts";
export { CLIENTS } from "../clients/clients.ts";
export { MCP_CLIENT_IDS, type McpClientId } from "../clients/mcp-client-ids.ts";
export { knowhowDirectories } from "../config/directories.ts";
export { type LoadedConfig, loadConfig } from "../config/load-config.ts";
export type {
  AppendLog,
  LogPosition,
  LogRecord,
  LogVerdict,
  RecordStore,
  StoredRecord,
} from "../state-ports.ts";
export { fileAuditLog } from "./audit/file-audit-log.ts";
export { fileIndexStore } from "./cache/file-index-store.ts";
export { type ChannelSpan, channelTracer } from "./channels/channel-tracer.ts";
export { publishEvents } from "./channels/publish-events.ts";
export { createRuntime, type NodeRuntimeOptions } from "./create-runtime.ts";
export { type FileDecisionStoreOptions, fileDecisionStore } from "./decisions/file-decision-store.ts";
export { discoverSkillsFromDir } from "./discover-skills-from-dir.ts";
export { nodeFiles } from "./files/node-files.ts";
export { nodeEnvironment } from "./node-environment.ts";
export { nodeHash } from "./node-hash.ts";
export { type AppendLogOptions, type CutTail, openAppendLog } from "./state/append-log.ts";
export type { Disk, DiskFile } from "./state/disk.ts";
export { makeFolders, removeEmptyFolders } from "./state/private-folder.ts";
export { type PrivateRead, readPrivateFile } from "./state/read-file.ts";
export { type RecordFolderOptions, type RecordProblem, recordFolder } from "./state/record-folder.ts";
export { type LockOptions, withLock } from "./state/with-lock.ts";
export { type WriteFileOptions, writeFileAtomic } from "./state/write-file.ts";
export { nodeWatcher } from "./watch/node-watcher.ts";
