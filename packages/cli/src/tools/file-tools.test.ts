import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonValue } from "@knowhow/runtime/toolkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fileTools } from "./file-tools.ts";

let root: string;
beforeEach(() => {
  root = realpathSync.native(mkdtempSync(join(tmpdir(), "knowhow-tools-")));
  for (const [path, text] of Object.entries({
    "work/a.md": "hello",
    "work/sub/b.md": "world",
    "work/.env": "KEY=1",
    "work/.ssh/id": "private",
    "work/.git/config": "[core]",
    "outside/c.md": "secret",
  })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function call(name: string, input: JsonValue, writeBelow?: string): Promise<unknown> {
  const tools = fileTools({ directoryOf: () => join(root, "work"), writeBelow });
  const context = {
    signal: new AbortController().signal,
    run: "r",
    step: "s",
    attempt: 1,
    idempotencyKey: "k",
  };
  return tools.find((tool) => tool.name === name)?.call(input, context);
}

const ESCAPES = [
  "../outside/c.md",
  "sub/../../outside/c.md",
  "/etc/passwd",
  "C:\\x",
  "\\\\host\\x",
  "link/c.md",
  "file-link.md",
];

describe("the file tools", () => {
  it("X8 read, list and write below one directory", async () => {
    expect(await call("files.read", { path: "sub/../a.md" })).toBe("hello");
    expect(await call("files.list", {})).toEqual([
      { path: "a.md", type: "file" },
      { path: "sub", type: "directory" },
    ]);
    expect(await call("files.list", { path: "sub" })).toEqual([{ path: "sub/b.md", type: "file" }]);
    expect(await call("files.list", { path: ".", recursive: true })).toContainEqual({
      path: "sub/b.md",
      type: "file",
    });
    expect(await call("files.write", { path: "new/deep/n.md", text: "é" })).toEqual({
      path: "new/deep/n.md",
      bytes: 2,
    });
    expect(readFileSync(join(root, "work/new/deep/n.md"), "utf8")).toBe("é");
  });

  it.each(ESCAPES)("X8 refuse %s, which leads outside", async (path) => {
    symlinkSync(join(root, "outside"), join(root, "work/link"));
    symlinkSync(join(root, "outside/c.md"), join(root, "work/file-link.md"));
    for (const tool of ["files.read", "files.list", "files.write"])
      await expect(call(tool, { path, text: "x" }), tool).rejects.toMatchObject({ code: "denied" });
    expect(readFileSync(join(root, "outside/c.md"), "utf8")).toBe("secret");
  });

  it("X8 refuse new files in a directory that a link names", async () => {
    symlinkSync(join(root, "outside"), join(root, "work/link"));
    await expect(call("files.write", { path: "link/new/x.md", text: "x" })).rejects.toMatchObject({
      code: "denied",
    });
    expect(statSync(join(root, "outside/new"), { throwIfNoEntry: false })).toBeUndefined();
  });

  it.each([
    ".env",
    ".ENV",
    ".ssh/id",
    ".ssh",
    ".git/config",
    ".git",
    "sub/.npmrc",
    "alias.md",
  ])("X8 never touch %s", async (path) => {
    symlinkSync(join(root, "work/.env"), join(root, "work/alias.md"));
    for (const tool of ["files.read", "files.write"])
      await expect(call(tool, { path, text: "x" }), tool).rejects.toMatchObject({ code: "denied" });
    expect(readFileSync(join(root, "work/.env"), "utf8")).toBe("KEY=1");
  });

  it("X8 neither list links nor files with credentials", async () => {
    symlinkSync(join(root, "outside"), join(root, "work/link"));
    expect(JSON.stringify(await call("files.list", { recursive: true }))).not.toMatch(/env|ssh|link|\.git/);
  });

  it("X8 refuse what is too large, not text, not a file or not there", async () => {
    writeFileSync(join(root, "work/big"), Buffer.alloc(1_000_001, "a"));
    writeFileSync(join(root, "work/full"), Buffer.alloc(1_000_000, "a"));
    writeFileSync(join(root, "work/binary"), Buffer.from([0xff, 0xfe, 0x00]));
    const refused = (path: string) => expect(call("files.read", { path })).rejects;
    await refused("big").toMatchObject({ code: "too_large" });
    await refused("binary").toMatchObject({ code: "invalid_output" });
    await refused("sub").toMatchObject({ code: "invalid_input" });
    await refused("none.md").toMatchObject({ code: "not_found", message: "there is no none.md" });
    await refused("a\0b").toMatchObject({ code: "invalid_input" });
    expect(await call("files.read", { path: "full" })).toHaveLength(1_000_000);
    await expect(call("files.write", { path: "w", text: "a".repeat(10_000_001) })).rejects.toMatchObject({
      code: "too_large",
    });
  });

  it("X8 write only below the directory that is allowed", async () => {
    expect(await call("files.write", { path: "out/x.md", text: "x" }, "out")).toMatchObject({
      path: "out/x.md",
    });
    await expect(call("files.write", { path: "x.md", text: "x" }, "out")).rejects.toMatchObject({
      code: "denied",
    });
    await expect(call("files.write", { path: "out/../x.md", text: "x" }, "out")).rejects.toMatchObject({
      code: "denied",
    });
  });

  it("X8 replace a file as a whole, so that another name of it keeps the old text", async () => {
    linkSync(join(root, "work/a.md"), join(root, "outside/same.md"));
    await call("files.write", { path: "a.md", text: "new" });
    expect(readFileSync(join(root, "outside/same.md"), "utf8")).toBe("hello");
  });
});
