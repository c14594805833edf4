import { describe, expect, it } from "vitest";
import { fileSystemSuite } from "../testing/file-system-suite.ts";
import { memoryFiles, mountFiles } from "./memory-files.ts";

describe("D2 files in memory", () => {
  it.each(fileSystemSuite)("$title", async ({ run }) => {
    await run((tree) => {
      const rooted = Object.entries(tree).map(([path, entry]) => [`/top/${path}`, entry] as const);
      return { files: memoryFiles(Object.fromEntries(rooted)), root: "/top" };
    });
  });

  it("refuse a tree in which a file holds entries", () => {
    expect(() => memoryFiles({ "/a": "text", "/a/b": "text" })).toThrow("/a is a file");
  });
});

describe("D10 mounted files", () => {
  const base = memoryFiles({ "/a/x.md": "base" });
  const files = mountFiles(base, { "memory:/docs": memoryFiles({ "memory:/docs/pdf/SKILL.md": "mounted" }) });

  it.each(fileSystemSuite)("$title", async ({ run }) => {
    await run((tree) => {
      const rooted = Object.entries(tree).map(([path, entry]) => [`memory:/docs/${path}`, entry] as const);
      const mounted = memoryFiles({ "memory:/docs": { directory: true }, ...Object.fromEntries(rooted) });
      return { files: mountFiles(base, { "memory:/docs": mounted }), root: "memory:/docs" };
    });
  });

  it("answer for their prefix, and the base for everything else", async () => {
    expect((await files.readText("memory:/docs/pdf/SKILL.md", 99))?.text).toBe("mounted");
    expect((await files.readText("/a/x.md", 99))?.text).toBe("base");
    expect(await files.stat("memory:/docs-other/x")).toBeUndefined();
    expect(await files.realpath("memory:/docs/pdf")).toBe("memory:/docs/pdf");
  });
});
