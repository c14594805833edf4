import type { FileStat, FileSystem } from "../ports.ts";

/** A SKILL.md that was found. */
export interface Found {
  /** Path as it was reached. */
  readonly path: string;
  readonly directory: string;
  /** Path with all links resolved. */
  readonly real: string;
  /** Directory with all links resolved. */
  readonly realDirectory: string;
  readonly stat: FileStat;
}

/** A directory on the walk: its path as reached, its real path, and its depth below the root. */
export interface Place {
  readonly path: string;
  readonly real: string;
  readonly depth: number;
  /** True if it is hidden or inside of a hidden directory. */
  readonly hidden?: boolean;
}

/** What the walk may access. */
export interface WalkScope {
  readonly files: FileSystem;
  /** Accepted file names, preferred first. */
  readonly fileNames: readonly string[];
  /** Real paths that links may point into. */
  readonly trusted: readonly string[];
}
