import { chmodSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeEnvironment } from "../node/node-environment.ts";
import type { FileStat, FileSystem } from "../ports.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { type WrittenTree, writeTree } from "../testing/write-tree.ts";
import { findProject } from "./find-project.ts";
import { memoryFiles } from "./memory-files.ts";

let tree: WrittenTree | undefined;
afterEach(() => tree?.remove());

/** `/srv/.git` above `/srv/app/deep`, with other facts about `/srv`. */
async function find(facts: Partial<FileStat>, cwd = "/srv/app/deep", uid = 1000) {
  const files = memoryFiles({ "/srv/.git/HEAD": "", "/srv/app/deep/x": "" });
  const changed: FileSystem = {
    ...files,
    stat: async (path) => {
      const stat = await files.stat(path);
      return stat && path === "/srv" ? { ...stat, ...facts } : stat;
    },
  };
  const { value, diagnostics } = await findProject(changed, fakeEnvironment({ cwd, uid }));
  return { root: value.root, directories: value.directories, diagnostics };
}

describe("T3 the project around the working directory", () => {
  it.each([
    ["our own", { uid: 1000 }],
    ["the superuser's", { uid: 0 }],
    ["of an unknown owner", {}],
  ])("is a repository above it that is %s", async (_, facts) => {
    expect(await find(facts)).toEqual({
      root: "/srv",
      directories: ["/srv/app/deep", "/srv/app", "/srv"],
      diagnostics: [],
    });
  });

  it.each([
    ["belongs to another user", { uid: 1001 }],
    ["is open to everybody", { uid: 1000, mode: 0o777 }],
    ["is the temporary directory", { uid: 0, mode: 0o1777 }],
  ])("is never a repository above it that %s", async (_, facts) => {
    expect(await find(facts)).toMatchObject({
      root: "/srv/app/deep",
      directories: ["/srv/app/deep"],
      diagnostics: [{ code: "discovery.project-foreign", severity: "warning", path: "/srv" }],
    });
  });

  it("may belong to another user if it is the working directory", async () => {
    expect(await find({ uid: 1001 }, "/srv")).toMatchObject({ root: "/srv", diagnostics: [] });
  });

  it.skipIf(process.platform === "win32")("is judged by what a linked directory really is", async () => {
    tree = writeTree({ "real/.git/HEAD": "", "real/app/x": "", link: { link: "real" } });
    const find = () =>
      findProject(nodeFiles(), nodeEnvironment({ cwd: tree?.at("link/app"), home: "/home/ada" }));
    expect(await find()).toMatchObject({ value: { root: tree.at("link") }, diagnostics: [] });
    chmodSync(tree.at("real"), 0o777);
    expect(await find()).toMatchObject({
      value: { root: tree.at("link/app") },
      diagnostics: [{ code: "discovery.project-foreign" }],
    });
  });
});
