/** How much a server may send before its answer is cut off or refused. */
export interface ServerLimits {
  /** Pages of one listing. */
  readonly pages: number;
  /** Skills of one listing. */
  readonly entries: number;
  /** Bytes of all entries of one listing together. */
  readonly listingBytes: number;
  /** Files of one skill. SEP-2640: a host supports at least 512. */
  readonly files: number;
  /** Bytes of all files of one skill together. SEP-2640: a host supports at least 16 MiB. */
  readonly skillBytes: number;
  /** Bytes of one message: a file of 16 MiB in base64, and some room. */
  readonly messageBytes: number;
  /** Bytes of all files that are read from one server as long as it is a source. */
  readonly totalBytes: number;
  /** Milliseconds until a server must be connected. */
  readonly connectMs: number;
  /** Milliseconds until one request must be answered. */
  readonly requestMs: number;
  /** Milliseconds until a whole listing must be there, connecting included. */
  readonly listMs: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: ServerLimits = {
  pages: 64,
  entries: 2_000,
  listingBytes: 16 * MIB,
  files: 512,
  skillBytes: 16 * MIB,
  messageBytes: 24 * MIB,
  totalBytes: 256 * MIB,
  connectMs: 15_000,
  requestMs: 15_000,
  listMs: 30_000,
};
