import type { FileSystem } from "../ports.ts";

/** A file system that says which files were read through it, in order. */
export interface CountingFiles {
  readonly files: FileSystem;
  readonly reads: readonly string[];
}

/** Counts the reads of a file system; nothing else about it changes. */
export function countingFiles(files: FileSystem): CountingFiles {
  const reads: string[] = [];
  return {
    reads,
    files: {
      ...files,
      readBytes: (path, maxBytes, facts) => {
        reads.push(path);
        return files.readBytes(path, maxBytes, facts);
      },
      readText: (path, maxBytes, known) => {
        reads.push(path);
        return files.readText(path, maxBytes, known);
      },
    },
  };
}
