export { type MemoryEntry, memoryFiles, mountFiles } from "../discovery/memory-files.ts";
export { nodeHash } from "../node/node-hash.ts";
export {
  type AppendLogCase,
  type AppendLogUnderTest,
  appendLogSuite,
  MAX_RECORD_BYTES,
} from "./append-log-suite.ts";
export { type AuditLogCase, type AuditLogUnderTest, auditLogSuite } from "./audit-log-suite.ts";
export { type BlobStoreCase, type BlobStoreUnderTest, blobStoreSuite } from "./blob-store-suite.ts";
export { type DecisionStoreCase, decisionStoreSuite } from "./decision-store-suite.ts";
export { type EmbedderCase, embedderSuite } from "./embedder-suite.ts";
export { type EnvironmentCase, type EnvironmentUnderTest, environmentSuite } from "./environment-suite.ts";
export { type FakeEnvironmentOptions, fakeEnvironment } from "./fake-environment.ts";
export { fakePorts } from "./fake-ports.ts";
export { type FakeScanner, type FakeScannerOptions, fakeScanner } from "./fake-scanner.ts";
export { type FileSystemCase, type FileSystemUnderTest, fileSystemSuite } from "./file-system-suite.ts";
export { type HashCase, hashSuite } from "./hash-suite.ts";
export { type IndexStoreCase, type IndexStoreUnderTest, indexStoreSuite } from "./index-store-suite.ts";
export {
  type ProposalStoreCase,
  type ProposalStoreUnderTest,
  proposalStoreSuite,
} from "./proposal-store-suite.ts";
export { type RecordStoreCase, type RecordStoreUnderTest, recordStoreSuite } from "./record-store-suite.ts";
export { type ReviewStoreCase, reviewStoreSuite } from "./review-store-suite.ts";
export type { RunsCase, RunsUnderTest, SuiteClock } from "./runs/runs-cases.ts";
export { runsSuite } from "./runs-suite.ts";
export { type ScanStoreCase, type ScanStoreUnderTest, scanStoreSuite } from "./scan-store-suite.ts";
export { type ScannerCase, scannerSuite } from "./scanner-suite.ts";
export { type SkillSourceCase, type SkillSourceUnderTest, skillSourceSuite } from "./skill-source-suite.ts";
export { type SkillWriterCase, type SkillWriterUnderTest, skillWriterSuite } from "./skill-writer-suite.ts";
export { type TokenizerCase, tokenizerSuite } from "./tokenizer-suite.ts";
export { type TracerCase, type TracerUnderTest, tracerSuite } from "./tracer-suite.ts";
export { type WatcherCase, type WatcherUnderTest, watcherSuite } from "./watcher-suite.ts";
export { type FileTree, type WrittenTree, writeTree } from "./write-tree.ts";
