import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfigFile, writeConfigFile } from "./config-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "knowhow-mcp-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("writing a client's file", () => {
  it("S10 writes nothing when another program changed, made or removed the file since it was read", async () => {
    const path = join(folder, "mcp.json");
    const missing = await readConfigFile(path);
    writeFileSync(path, "theirs");
    expect(await writeConfigFile(missing, bytes("ours"), 0o600)).toBe(false);
    const file = await readConfigFile(path);
    writeFileSync(path, "theirs, later");
    expect(await writeConfigFile(file, bytes("ours"), 0o600)).toBe(false);
    expect(await writeConfigFile(file, undefined, 0o600)).toBe(false);
    expect(readFileSync(path, "utf8")).toBe("theirs, later");
    rmSync(path);
    expect(await writeConfigFile(file, bytes("ours"), 0o600)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("S10 leaves no half-written file when it fails", async () => {
    const path = join(folder, "mcp.json");
    const file = await readConfigFile(path);
    rmSync(folder, { recursive: true });
    await expect(writeConfigFile(file, bytes("ours"), 0o600)).rejects.toMatchObject({
      code: "mcp.install-failed",
      message: expect.stringContaining(`${file.path} cannot be written`),
    });
  });

  it.skipIf(process.platform === "win32")("refuses links that lead in a ring", async () => {
    symlinkSync("b", join(folder, "a"));
    symlinkSync("a", join(folder, "b"));
    await expect(readConfigFile(join(folder, "a"))).rejects.toMatchObject({ code: "mcp.install-failed" });
  });

  it("refuses a file that is too large to be a configuration", async () => {
    const path = join(folder, "mcp.json");
    writeFileSync(path, new Uint8Array(16 * 1024 * 1024 + 1));
    await expect(readConfigFile(path)).rejects.toMatchObject({
      message: expect.stringContaining("larger than 16 MiB"),
    });
  });
});
