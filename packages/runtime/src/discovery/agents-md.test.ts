import { describe, expect, it } from "vitest";
import type { FileSystem } from "../ports.ts";
import { fakeEnvironment } from "../testing/fake-environment.ts";
import { findContextFiles } from "./agents-md.ts";
import { type MemoryEntry, memoryFiles } from "./memory-files.ts";

async function find(tree: Record<string, MemoryEntry>, cwd = "/work/repo/app") {
  const { value, diagnostics } = await findContextFiles(memoryFiles(tree), fakeEnvironment({ cwd }));
  return {
    value,
    codes: diagnostics.map(({ code }) => code),
    hints: diagnostics.map(({ hint }) => hint),
  };
}

describe("D9 AGENTS.md", () => {
  it("is found from the working directory upwards, the user's first, then outermost first", async () => {
    const { value } = await find({
      "/AGENTS.md": "",
      "/work/repo/AGENTS.md": "",
      "/work/repo/app/AGENTS.md": "",
      "/work/repo/app/deeper/AGENTS.md": "",
      "/home/ada/.agents/AGENTS.md": "",
    });
    expect(value).toEqual([
      { path: "/home/ada/.agents/AGENTS.md", level: "user", depth: 0 },
      { path: "/AGENTS.md", level: "project", depth: 3 },
      { path: "/work/repo/AGENTS.md", level: "project", depth: 1 },
      { path: "/work/repo/app/AGENTS.md", level: "project", depth: 0 },
    ]);
  });

  it("is looked for in twenty directories and no more", async () => {
    const segments = Array.from({ length: 30 }, (_, index) => `d${index}`);
    const tree: Record<string, string> = {};
    for (const [index] of segments.entries())
      tree[`/${segments.slice(0, index + 1).join("/")}/AGENTS.md`] = "";
    const { value } = await find(tree, `/${segments.join("/")}`);
    expect(value).toHaveLength(20);
    expect(value[0]?.depth).toBe(19);
  });

  it("is skipped in directories with a hidden segment", async () => {
    const tree = { "/work/.cache/x/AGENTS.md": "", "/work/.cache/AGENTS.md": "", "/work/AGENTS.md": "" };
    expect((await find(tree, "/work/.cache/x")).value.map(({ path }) => path)).toEqual(["/work/AGENTS.md"]);
  });

  it("may be a link inside its directory, not out of it", async () => {
    const { value, codes, hints } = await find({
      "/work/repo/AGENTS.md": { link: "docs/CLAUDE.md" },
      "/work/repo/docs/CLAUDE.md": "",
      "/work/repo/app/AGENTS.md": { link: "/etc/passwd" },
      "/etc/passwd": "",
    });
    expect(value.map(({ path }) => path)).toEqual(["/work/repo/docs/CLAUDE.md"]);
    expect(codes).toEqual(["discovery.link-outside-root"]);
    expect(hints.join()).not.toContain("links");
  });

  it("is ignored when it is a directory or a broken link", async () => {
    const tree = { "/work/repo/AGENTS.md/x": "", "/work/repo/app/AGENTS.md": { link: "none" } };
    expect(await find(tree)).toEqual({ value: [], codes: [], hints: [] });
  });

  it.each([0o1777, 0o777])("is not read from a world-writable directory (%o)", async (mode) => {
    const files = memoryFiles({ "/tmp/AGENTS.md": "planted", "/tmp/x/AGENTS.md": "mine" });
    const shared: FileSystem = {
      ...files,
      stat: async (path) => {
        const stat = await files.stat(path);
        return stat && path === "/tmp" ? { ...stat, mode } : stat;
      },
    };
    const { value, diagnostics } = await findContextFiles(shared, fakeEnvironment({ cwd: "/tmp/x" }));
    expect(value.map(({ path }) => path)).toEqual(["/tmp/x/AGENTS.md"]);
    expect(diagnostics).toMatchObject([{ code: "discovery.context-shared", path: "/tmp/AGENTS.md" }]);
    const windows = fakeEnvironment({ cwd: "/tmp/x", platform: "win32" });
    expect((await findContextFiles(shared, windows)).value).toHaveLength(2);
  });

  it("is not read through a link into a world-writable directory", async () => {
    const files = memoryFiles({
      "/work/repo/AGENTS.md": { link: "inbox/AGENTS.md" },
      "/work/repo/inbox/AGENTS.md": "planted",
    });
    const shared: FileSystem = {
      ...files,
      stat: async (path) => {
        const stat = await files.stat(path);
        return stat && path === "/work/repo/inbox" ? { ...stat, mode: 0o777 } : stat;
      },
    };
    const { value, diagnostics } = await findContextFiles(shared, fakeEnvironment({ cwd: "/work/repo" }));
    expect(value).toEqual([]);
    expect(diagnostics).toMatchObject([{ code: "discovery.context-shared", path: "/work/repo/AGENTS.md" }]);
  });
});
