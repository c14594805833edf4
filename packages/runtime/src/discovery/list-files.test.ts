import { describe, expect, it } from "vitest";
import type { FileSystem } from "../ports.ts";
import { listResources } from "./list-files.ts";
import { memoryFiles } from "./memory-files.ts";

const limits = { directories: 100, entries: 1_000, skillBytes: 1e6, resources: 2_000, resourceBytes: 1e6 };

describe("D7 the other files of a skill", () => {
  it("are listed with relative path and size, sorted, without its SKILL.md", async () => {
    const files = memoryFiles({
      "/s/SKILL.md": "x",
      "/s/scripts/run.py": "print()",
      "/s/scripts.md": "1",
      "/s/.env.example": "A=",
      "/s/nested/SKILL.md": "nested",
      "/s/nested/a.md": "",
    });
    expect(await listResources("/s", limits, files)).toEqual({
      value: [
        { path: ".env.example", size: 2 },
        { path: "nested/SKILL.md", size: 6 },
        { path: "nested/a.md", size: 0 },
        { path: "scripts.md", size: 1 },
        { path: "scripts/run.py", size: 7 },
      ],
      diagnostics: [],
    });
  });

  it("leave out links, .git and node_modules", async () => {
    const files = memoryFiles({
      "/s/SKILL.md": "x",
      "/s/link": { link: "/etc/passwd" },
      "/s/dir": { link: "/etc" },
      "/s/.git/config": "",
      "/s/lib/node_modules/x.js": "",
      "/etc/passwd": "secret",
    });
    expect((await listResources("/s", limits, files)).value).toEqual([]);
  });

  it("are listed too when the skill's directory was reached through a link", async () => {
    const files = memoryFiles({
      "/s": { link: "/shared/s" },
      "/shared/s/SKILL.md": "x",
      "/shared/s/a/b.md": "b",
    });
    expect((await listResources("/s", limits, files)).value).toEqual([{ path: "a/b.md", size: 1 }]);
  });

  it("are never opened", async () => {
    const files = memoryFiles({ "/s/SKILL.md": "x", "/s/a.md": "a" });
    const refuse = () => {
      throw new Error("a listing must not read");
    };
    const closed: FileSystem = { ...files, readBytes: refuse, readText: refuse };
    expect((await listResources("/s", limits, closed)).value).toEqual([{ path: "a.md", size: 1 }]);
  });

  it("include a skill.md next to a SKILL.md, but not one that replaces it", async () => {
    const both = memoryFiles({ "/s/SKILL.md": "x", "/s/skill.md": "y" });
    expect((await listResources("/s", limits, both)).value).toEqual([{ path: "skill.md", size: 1 }]);
    expect((await listResources("/s", limits, memoryFiles({ "/s/skill.md": "y" }))).value).toEqual([]);
  });

  it.each([
    ["files", { resources: 3 }],
    ["bytes", { resourceBytes: 30 }],
    ["directories", { directories: 2 }],
  ])("are cut at a limit of %s, with a word", async (_what, limit) => {
    const tree = Object.fromEntries(
      Array.from({ length: 8 }, (_, index) => [`/s/d${index}/f`, "0123456789"]),
    );
    const { value, diagnostics } = await listResources("/s", { ...limits, ...limit }, memoryFiles(tree));
    expect(value.length).toBeLessThanOrEqual(3);
    expect(diagnostics).toMatchObject([{ code: "discovery.resource-limit", path: "/s" }]);
  });

  it("are none if there is no directory", async () => {
    expect(await listResources("/none", limits, memoryFiles({}))).toEqual({ value: [], diagnostics: [] });
  });

  it("lose an unreadable directory only", async () => {
    const files = memoryFiles({ "/s/a/x": "1", "/s/b/y": "2" });
    const broken: FileSystem = {
      ...files,
      list: (path) => (path === "/s/a" ? Promise.reject(new Error("EIO")) : files.list(path)),
    };
    const { value, diagnostics } = await listResources("/s", limits, broken);
    expect(value).toEqual([{ path: "b/y", size: 1 }]);
    expect(diagnostics).toMatchObject([{ code: "discovery.entry-unreadable", path: "/s/a" }]);
  });
});
