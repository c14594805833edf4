export { knowhowDirectories } from "../config/directories.ts";
export { type LoadedConfig, loadConfig } from "../config/load-config.ts";
export type { CatalogSize } from "../diagnosis/check-catalog.ts";
export type { CheckItem, CheckStatus, DoctorCheck } from "../diagnosis/doctor-check.ts";
export type { DoctorReport } from "../diagnosis/examine-runtime.ts";
export { auditLogPath } from "./audit/audit-file.ts";
export { type FileAuditLogOptions, fileAuditLog } from "./audit/file-audit-log.ts";
export { type AuditEntry, type AuditQuery, type OpenAuditLog, openAuditLog } from "./audit/open-audit-log.ts";
export { fileIndexStore } from "./cache/file-index-store.ts";
export { type ChannelSpan, channelTracer } from "./channels/channel-tracer.ts";
export { publishEvents } from "./channels/publish-events.ts";
export { createRuntime, type NodeRuntimeOptions, openRuntime } from "./create-runtime.ts";
export { type FileDecisionStoreOptions, fileDecisionStore } from "./decisions/file-decision-store.ts";
export { fileReviewStore } from "./decisions/file-review-store.ts";
export { discoverSkillsFromDir } from "./discover-skills-from-dir.ts";
export { nodeFiles } from "./files/node-files.ts";
export { nodeEnvironment } from "./node-environment.ts";
export { nodeHash } from "./node-hash.ts";
export { type FileProposalStoreOptions, fileProposalStore } from "./proposals/file-proposal-store.ts";
export { fileSkillWriter } from "./proposals/file-skill-writer.ts";
export { type DoctorOptions, runDoctor } from "./run-doctor.ts";
export { type FileRunsOptions, fileRuns } from "./runs/file-runs.ts";
export { bubblewrap } from "./sandbox/bubblewrap.ts";
export { noSandbox } from "./sandbox/no-sandbox.ts";
export { type ScriptFolders, scriptRunner } from "./sandbox/script-runner.ts";
export { fileScanStore } from "./scans/file-scan-store.ts";
export { loadScanner } from "./scans/load-scanner.ts";
export { type SecretName, type SecretStore, type StoredSecret, secretStore } from "./secrets/secret-store.ts";
export {
  type TemporaryProject,
  type TemporaryProjectOptions,
  type TemporaryRuntimeOptions,
  temporaryProject,
} from "./temporary-project.ts";
export { nodeWatcher } from "./watch/node-watcher.ts";
