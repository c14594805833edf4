import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { isInside, joinPath } from "../basics/paths.ts";
import { nodeFiles } from "../node/files/node-files.ts";
import type { FileSystem } from "../ports.ts";
import { type FileTree, type WrittenTree, writeTree } from "../testing/write-tree.ts";
import type { Root } from "./find-roots.ts";
import { type MemoryEntry, memoryFiles } from "./memory-files.ts";
import { walkRoot } from "./walk-root.ts";

const names = fc.constantFrom("a", "b", ".c", "SKILL.md", "skill.md", "node_modules");
const path = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const target = fc.oneof(
  path,
  fc.constantFrom(".", "..", "../..", "../outside", "../outside/a", "../trusted/a", "/", "none"),
);
const entry: fc.Arbitrary<MemoryEntry> = fc.oneof(
  fc.constant("text"),
  fc.constant({ directory: true } as const),
  target.map((link) => ({ link })),
);
const place = fc
  .constantFrom("root", "outside", "trusted")
  .chain((top) => path.map((rest) => `${top}/${rest}`));

/** Trees in which no entry is below a file or a link. */
const tree = fc.dictionary(place, entry, { maxKeys: 14 }).map((wild): FileTree => {
  const kept: Record<string, MemoryEntry> = { root: { directory: true } };
  for (const [at, what] of Object.entries(wild)) {
    const clashes = Object.keys(kept).some(
      (other) => (isInside(other, at) || isInside(at, other)) && !isFolder(kept[other], at, other),
    );
    if (!clashes) kept[at] = what;
  }
  return kept;
});

function isFolder(entry: MemoryEntry | undefined, at: string, other: string): boolean {
  return at !== other && isInside(at, other) && typeof entry === "object" && "directory" in entry;
}

const limits = { directories: 50, entries: 100, skillBytes: 1e6, resources: 100, resourceBytes: 1e6 };
const trees: WrittenTree[] = [];
afterEach(() => {
  for (const made of trees.splice(0)) made.remove();
});

async function checkWalk(files: FileSystem, top: string): Promise<unknown> {
  const provider = { id: "t", level: "user", priority: 1, depth: 6, requires: [], trust: "trusted" } as const;
  const root: Root = { path: joinPath(top, "root"), provider, order: 0, explicit: false };
  const trusted = [joinPath(top, "trusted")];
  const walk = () => walkRoot(root, { fileNames: ["SKILL.md", "skill.md"], limits, trusted }, files);
  const outcome = await walk();
  const allowed = [root.path, ...trusted];
  for (const { path: at, real, directory, stat } of outcome.value.found) {
    expect(allowed.some((fence) => isInside(real, fence))).toBe(true);
    expect(await files.realpath(at)).toBe(real);
    expect(isInside(directory, root.path)).toBe(true);
    expect(stat.kind).toBe("file");
  }
  const reals = outcome.value.found.map(({ real }) => real);
  expect(new Set(reals).size).toBe(reals.length);
  expect(await walk()).toEqual(outcome);
  return outcome;
}

describe("D6 any tree of files and links", () => {
  it("never leads a walk out of the trusted directories, never breaks it, and gives the same answer twice", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (files) => {
        const rooted = Object.fromEntries(Object.entries(files).map(([at, what]) => [`/top/${at}`, what]));
        await checkWalk(memoryFiles(rooted), "/top");
      }),
      { numRuns: 400 },
    );
  });

  it("does the same on a real disk", async () => {
    await fc.assert(
      fc.asyncProperty(tree, async (files) => {
        const made = writeTree(files);
        trees.push(made);
        await checkWalk(nodeFiles(), made.root);
      }),
      { numRuns: 60 },
    );
  });
});
