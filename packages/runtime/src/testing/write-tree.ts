import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { joinPath } from "../basics/paths.ts";
import type { MemoryEntry } from "../discovery/memory-files.ts";
import { toEnginePath } from "../node/files/node-files.ts";

/** Files by relative path; links point where they say, relative to where they stand. */
export type FileTree = Readonly<Record<string, MemoryEntry>>;

/** A tree on a real disk. */
export interface WrittenTree {
  /** Real path of the directory that holds it. */
  readonly root: string;
  /** The absolute path of something in it. */
  at(path: string): string;
  /** Writes more into it. */
  write(more: FileTree): void;
  remove(): void;
}

/** Writes files, links and directories into a new temporary directory. */
export function writeTree(tree: FileTree = {}): WrittenTree {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-")));
  const root = toEnginePath(folder);
  const write = (more: FileTree) => {
    for (const [path, entry] of Object.entries(more)) writeEntry(join(folder, path), entry);
  };
  write(tree);
  return {
    root,
    at: (path) => joinPath(root, path),
    write,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

function writeEntry(path: string, entry: MemoryEntry): void {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof entry === "string" || entry instanceof Uint8Array) writeFileSync(path, entry);
  else if ("link" in entry) symlinkSync(entry.link, path);
  else mkdirSync(path, { recursive: true });
}
