import type { FileStat, FileSystem } from "../ports.ts";

/** A SKILL.md that was found. */
export interface Found {
  /** The SKILL.md as it was reached. */
  readonly path: string;
  readonly directory: string;
  /** The SKILL.md with every link resolved. */
  readonly real: string;
  /** The directory with every link resolved. */
  readonly realDirectory: string;
  readonly stat: FileStat;
}

/** A directory on the walk: as it was reached, as it really is, and how far below the root. */
export interface Place {
  readonly path: string;
  readonly real: string;
  readonly depth: number;
}

/** What the walk may look at. */
export interface WalkScope {
  readonly files: FileSystem;
  /** Accepted file names, preferred first. */
  readonly fileNames: readonly string[];
  /** Real paths into which links may lead. */
  readonly trusted: readonly string[];
}
