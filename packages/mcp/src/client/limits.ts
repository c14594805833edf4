/** Limits on what a server may send; larger responses are truncated or rejected. */
export interface ServerLimits {
  /** Maximum number of pages of a listing. Default 64. */
  readonly pages: number;
  /** Maximum number of skills of a listing. Default 2,000. */
  readonly entries: number;
  /** Maximum size of all entries of a listing, in bytes. Default 16 MiB. */
  readonly listingBytes: number;
  /** Maximum number of files of a skill. SEP-2640: a host supports at least 512. Default 512. */
  readonly files: number;
  /** Maximum size of all files of a skill, in bytes. SEP-2640: a host supports at least 16 MiB. Default 16 MiB. */
  readonly skillBytes: number;
  /** Maximum size of a message, in bytes: a file of 16 MiB in base64, and some more. Default 24 MiB. */
  readonly messageBytes: number;
  /** Maximum size of all files that are read from a server while it is a source, in bytes. Default 256 MiB. */
  readonly totalBytes: number;
  /** Timeout for connecting, in milliseconds. Default 15,000. */
  readonly connectMs: number;
  /** Timeout of a request, in milliseconds. Default 15,000. */
  readonly requestMs: number;
  /** Timeout of a whole listing including connecting, in milliseconds. Default 30,000. */
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
