import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { type FileTree, fileSystemSuite, type WrittenTree, writeTree } from "@knowhow/runtime/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

const NO_FOLLOW = constants.O_NOFOLLOW;
/** The flags of every file that is opened. */
const opened: number[] = [];
let nodeFiles: typeof import("@knowhow/runtime/node").nodeFiles;

// Other files of the same worker have loaded these modules with the flags of this machine.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock("node:fs", async (original) => {
    const fs = await original<typeof import("node:fs")>();
    const { O_NOFOLLOW, O_NONBLOCK, ...others } = fs.constants;
    const openSync: typeof fs.openSync = (path, flags, mode) => {
      opened.push(Number(flags));
      return fs.openSync(path, flags, mode);
    };
    return { ...fs, openSync, constants: others };
  });
  ({ nodeFiles } = await import("@knowhow/runtime/node"));
});
afterAll(() => {
  vi.doUnmock("node:fs");
  vi.resetModules();
});

const trees: WrittenTree[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) tree.remove();
});

function written(tree: FileTree): WrittenTree {
  const made = writeTree(tree);
  trees.push(made);
  return made;
}

describe("D2 files on a system that cannot open a file without following links, such as Windows", () => {
  it.each(fileSystemSuite)("$title", async ({ run }) => {
    await run((tree) => ({ files: nodeFiles(), root: written(tree).root }));
  });

  it.skipIf(process.platform === "win32")("T5 never follow a link, and never wait for a pipe", async () => {
    const tree = written({ "secret.md": "secret", link: { link: "secret.md" } });
    const files = nodeFiles();
    expect((await files.readText(tree.at("secret.md"), 99))?.text).toBe("secret");
    expect(await files.readText(tree.at("link"), 99)).toMatchObject({
      stat: { kind: "link" },
      text: undefined,
    });
    execFileSync("mkfifo", [tree.at("pipe")]);
    expect(await files.readText(tree.at("pipe"), 99)).toMatchObject({
      stat: { kind: "other" },
      text: undefined,
    });
  });

  it.skipIf(NO_FOLLOW === undefined)("opened all files above without the flag", () => {
    expect(opened.length).toBeGreaterThan(10);
    expect(opened.filter((flags) => (flags & NO_FOLLOW) !== 0)).toEqual([]);
  });
});
