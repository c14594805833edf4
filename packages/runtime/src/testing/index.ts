export { type MemoryEntry, memoryFiles, mountFiles } from "../discovery/memory-files.ts";
export { nodeHash } from "../node/node-hash.ts";
export {
  type AppendLogCase,
  type AppendLogUnderTest,
  appendLogSuite,
  MAX_RECORD_BYTES,
} from "./append-log-suite.ts";
export { type DecisionStoreCase, decisionStoreSuite } from "./decision-store-suite.ts";
export { type FakeEnvironmentOptions, fakeEnvironment } from "./fake-environment.ts";
export { fakePorts } from "./fake-ports.ts";
export { type FileSystemCase, type FileSystemUnderTest, fileSystemSuite } from "./file-system-suite.ts";
export { type RecordStoreCase, type RecordStoreUnderTest, recordStoreSuite } from "./record-store-suite.ts";
export { type FileTree, type WrittenTree, writeTree } from "./write-tree.ts";
