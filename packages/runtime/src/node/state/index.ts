export type {
  AppendLog,
  LogPosition,
  LogRecord,
  LogVerdict,
  RecordStore,
  StoredRecord,
} from "../../state-ports.ts";
export { type AppendLogOptions, openAppendLog } from "./append-log.ts";
export type { Disk, DiskFile } from "./disk.ts";
export type { LogRotation } from "./log-file.ts";
export type { CutTail } from "./log-tail.ts";
export { cacheFolder } from "./ownership.ts";
export { makeFolders, removeEmptyFolders } from "./private-folder.ts";
export { type PrivateRead, readPrivateFile } from "./read-file.ts";
export { type RecordFolderOptions, type RecordProblem, recordFolder } from "./record-folder.ts";
export { type LockOptions, withLock } from "./with-lock.ts";
export { type WriteFileOptions, writeFileAtomic } from "./write-file.ts";
