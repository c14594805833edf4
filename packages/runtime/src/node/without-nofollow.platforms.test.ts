import { execFileSync } from "node:child_process";
import { nodeFiles } from "@knowhow/runtime/node";
import { type FileTree, fileSystemSuite, type WrittenTree, writeTree } from "@knowhow/runtime/testing";
import { afterEach, describe, expect, it, vi } from "vitest";

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const { O_NOFOLLOW, O_NONBLOCK, ...constants } = fs.constants;
  return { ...fs, constants };
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
});
