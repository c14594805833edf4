import { chmodSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onPlatform } from "../../../test/support/on-platform.ts";
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";

const windows = (path: string) => path.replaceAll("/", "\\");

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox({
    "home/.agents/skills/own/SKILL.md": skillText("own", "Mine. Use when asked."),
  });
});
afterEach(() => sandbox.remove());

describe("the command line on Windows", () => {
  // The working directory cannot be faked in this way: Node's own path functions take it apart first.
  it("O3 shows paths from the home directory with forward slashes", async () => {
    const { out } = await onPlatform("win32", () =>
      sandbox.runWith({ home: windows(sandbox.home) }, "show", "own", "--no-cache"),
    );
    expect(out).toContain(" ~/.agents/skills/own/SKILL.md");
  });

  it("S10 does not judge the token's file by permission bits, which Windows does not have", async () => {
    const file = join(sandbox.project, "token");
    sandbox.write({ "project/token": "a-token-that-is-long-enough-0123" });
    chmodSync(file, 0o644);
    const serve = (platform: NodeJS.Platform) =>
      onPlatform(platform, async () => {
        const streams = { input: new PassThrough(), output: new PassThrough() };
        const serving = { ...streams, untilStopped: () => Promise.resolve() };
        return (await sandbox.runWith({ serving }, "mcp", "--http", "--token-file", file)).exit;
      });
    expect([await serve("win32"), await serve("darwin")]).toEqual([0, 2]);
  });

  it("S10 writes an entry that goes through a shell, because npx is a script there", async () => {
    const script = "C:\\npm-cache\\_npx\\1f\\node_modules\\knowhow\\bin\\knowhow.js";
    const io = { program: () => ({ node: "C:\\node.exe", script }) };
    const argv = ["mcp", "install", "opencode", "--print", "--json"];
    const command = (platform: NodeJS.Platform) =>
      onPlatform(platform, async () => (await sandbox.runWith(io, ...argv)).json());
    const npx = ["npx", "-y", "knowhow", "mcp"];
    expect(await command("win32")).toMatchObject({ entry: { command: ["cmd", "/c", ...npx] } });
    expect(await command("darwin")).toMatchObject({ entry: { command: npx } });
  });
});
