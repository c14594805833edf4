import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeEnvironment } from "@knowhow/runtime/node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";
import { codeFolder } from "./compiled-code.ts";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
});
afterEach(() => sandbox.remove());

const cacheOf = ({ home }: Sandbox) => join(home, "cache");
const folderFor = (cache: string) =>
  codeFolder(nodeEnvironment({ home: sandbox.home, variables: { KNOWHOW_CACHE_DIR: cache } }));

describe.skipIf(process.platform === "win32")("the folder for compiled code", () => {
  it("is in the user's cache, and only the user can read it", () => {
    const cache = cacheOf(sandbox);
    expect(folderFor(cache)).toBe(`${cache}/code`);
    expect(statSync(`${cache}/code`).mode & 0o777).toBe(0o700);
    expect(folderFor(cache)).toBe(`${cache}/code`);
  });

  it.each(["", "code"])('T2 is not used if others can write to the folder "%s" of the cache', (name) => {
    const cache = cacheOf(sandbox);
    mkdirSync(join(cache, "code"), { recursive: true, mode: 0o700 });
    expect(folderFor(cache)).toBeDefined();
    chmodSync(join(cache, name), 0o777);
    expect(folderFor(cache)).toBeUndefined();
  });

  it("is not used if it cannot be created", () => {
    const cache = cacheOf(sandbox);
    writeFileSync(cache, "");
    expect(folderFor(cache)).toBeUndefined();
  });
});

const bin = fileURLToPath(new URL("../../bin/knowhow.js", import.meta.url));
const built = existsSync(fileURLToPath(new URL("../../dist/main.cjs", import.meta.url)));
const keeps = "enableCompileCache" in process.getBuiltinModule("node:module");

/** Names of the files with compiled code after a command. */
function storedAfter(argv: readonly string[]): readonly string[] {
  const env = { PATH: process.env.PATH, HOME: sandbox.home, KNOWHOW_CACHE_DIR: cacheOf(sandbox) };
  const ran = spawnSync(process.execPath, [bin, ...argv], { cwd: sandbox.project, env, encoding: "utf8" });
  expect(ran).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("pdf") });
  const folder = join(cacheOf(sandbox), "code");
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe.skipIf(!built)("compiled code of the installed program (skipped when it is not built)", () => {
  it.skipIf(!keeps)("is kept from Node 22.1 on, and the next start works the same", () => {
    const stored = storedAfter(["list"]);
    expect(stored.length).toBeGreaterThan(1);
    expect(storedAfter(["list"])).toEqual(stored);
  });

  it.skipIf(keeps)("is not kept by older versions of Node", () => {
    expect(storedAfter(["list"])).toEqual([]);
    expect(existsSync(join(cacheOf(sandbox), "code"))).toBe(false);
  });

  it("is not kept with --no-cache", () => {
    expect(storedAfter(["list", "--no-cache"])).toEqual([]);
  });
});
