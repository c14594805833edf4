import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { fileSystemSuite } from "../../testing/file-system-suite.ts";
import { type FileTree, type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { nodeFiles } from "./node-files.ts";

const trees: WrittenTree[] = [];
afterEach(() => {
  for (const tree of trees.splice(0)) tree.remove();
});

function written(tree: FileTree): WrittenTree {
  const made = writeTree(tree);
  trees.push(made);
  return made;
}

describe("D2 files on disk", () => {
  it.each(fileSystemSuite)("$title", async ({ run }) => {
    await run((tree) => ({ files: nodeFiles(), root: written(tree).root }));
  });

  it("larger than the shared buffer are read whole", async () => {
    const text = "0123456789".repeat(100_000);
    const tree = written({ "big.md": text, "small.md": "x" });
    const files = nodeFiles();
    expect((await files.readText(tree.at("big.md"), 1e7))?.text).toBe(text);
    expect((await files.readText(tree.at("small.md"), 1e7))?.text).toBe("x");
    expect((await files.readText(tree.at("big.md"), 999_999))?.text).toBeUndefined();
  });

  it("give the facts of the very file that was read", async () => {
    const tree = written({ "a.md": "hello" });
    const files = nodeFiles();
    const stat = await files.stat(tree.at("a.md"));
    expect((await files.readText(tree.at("a.md"), 99))?.stat).toEqual(stat);
  });

  it("let timers run while thousands of calls are made", async () => {
    const tree = written({ "a.md": "x" });
    const files = nodeFiles();
    let breathed = 0;
    const immediate = () => {
      breathed += 1;
      pending = setImmediate(immediate);
    };
    let pending = setImmediate(immediate);
    for (let call = 0; call < 2_000; call += 1) await files.stat(tree.at("a.md"));
    clearImmediate(pending);
    expect(breathed).toBeGreaterThan(3);
  });

  it.skipIf(process.platform === "win32")("never wait for a pipe or a socket", async () => {
    const tree = written({ "a.md": "x" });
    const files = nodeFiles();
    execFileSync("mkfifo", [tree.at("pipe")]);
    const server = createServer();
    await new Promise<void>((done) => server.listen(tree.at("socket"), done));
    for (const name of ["pipe", "socket"]) {
      expect(await files.readText(tree.at(name), 99)).toMatchObject({
        stat: { kind: "other" },
        text: undefined,
      });
    }
    await new Promise((done) => server.close(done));
  });

  it.skipIf(process.platform !== "linux")(
    "keep a backslash in a name on systems where it is a letter",
    async () => {
      const tree = written({ "a\\b/SKILL.md": "x" });
      const files = nodeFiles();
      expect(await files.list(tree.root)).toEqual([{ name: "a\\b", kind: "directory" }]);
      expect(await files.realpath(tree.at("a\\b"))).toBe(tree.at("a\\b"));
    },
  );
});
