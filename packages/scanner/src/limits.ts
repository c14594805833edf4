/** How much of a skill is inspected. What is beyond a limit makes the verdict `incomplete`. */
export const LIMITS: {
  readonly unpackedBytes: number;
  readonly archiveEntries: number;
  readonly depth: number;
  readonly layers: number;
} = {
  /** Bytes that are unpacked from archives or decoded from text. */
  unpackedBytes: 33_554_432,
  /** Files that are read from archives. */
  archiveEntries: 5_000,
  /** Archives inside archives, and encodings inside encodings. */
  depth: 6,
  /** Texts that are inspected: files, their normalised copies, and everything decoded. */
  layers: 20_000,
};
