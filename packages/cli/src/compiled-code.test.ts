import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";

const bin = fileURLToPath(new URL("../bin/knowhow.js", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const isTestable = existsSync(join(dist, "main.cjs")) && process.platform === "linux";

let sandbox: Sandbox;
beforeEach(() => {
  sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
});
afterEach(() => sandbox.remove());

function start(argv: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = { HOME: sandbox.home, PATH: process.env.PATH, ...more };
  return spawnSync(process.execPath, [bin, ...argv], { cwd: sandbox.project, env, encoding: "utf8" });
}

/** Paths of the stored code, below the cache. */
function stored(): readonly string[] {
  const cache = join(sandbox.home, ".cache/knowhow/code");
  if (!existsSync(cache)) return [];
  return readdirSync(cache, { recursive: true, encoding: "utf8" })
    .map((name) => join(cache, name))
    .filter((path) => statSync(path).isFile());
}

/** Compiled code of another program for the same text: V8 compares only the length of a text. */
function plant(path: string): void {
  const maker = `
    const { Script } = require("node:vm");
    const { setFlagsFromString } = require("node:v8");
    setFlagsFromString(process.version.startsWith("v20.") ? "--interrupt-budget=1000000" : "--no-opt");
    const [main, path] = process.argv.slice(1);
    const { readFileSync, writeFileSync } = require("node:fs");
    const evil = "exports.run = () => console.log('PLANTED');//".padEnd(readFileSync(main).length, "x");
    const script = new Script("(function(exports,require,module,__filename,__dirname){" + evil + "\\n})");
    const made = {};
    script.runInThisContext()(made);
    // Only functions that were called are compiled.
    made.run();
    writeFileSync(path, script.createCachedData(), { mode: 0o600 });
  `;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  spawnSync(process.execPath, ["-e", maker, join(dist, "main.cjs"), path], { stdio: "ignore" });
}

describe.skipIf(!isTestable)(
  "compiled code of the installed program (Linux, skipped when it is not built)",
  () => {
    it("is stored for the user only, and the next start prints the same", () => {
      const first = start(["list"]);
      expect(first).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("pdf") });
      const paths = stored();
      expect(paths.map((path) => path.replace(/^.*\//, ""))).toContain("list.main.cjs.bin");
      for (const path of paths) {
        expect(statSync(path).mode & 0o777).toBe(0o600);
        expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
      }
      const before = paths.map((path) => readFileSync(path));
      expect(start(["list"])).toMatchObject({ status: 0, stderr: "", stdout: first.stdout });
      expect(paths.map((path) => readFileSync(path))).toEqual(before);
    });

    it("is replaced if it is damaged", () => {
      const { stdout } = start(["list"]);
      const [path = ""] = stored();
      writeFileSync(path, readFileSync(path).subarray(0, 1_000));
      expect(start(["list"])).toMatchObject({ status: 0, stderr: "", stdout });
      expect(statSync(path).size).toBeGreaterThan(10_000);
    });

    it.each([
      ["--no-cache", ["list", "--no-cache"], {}],
      ["a command that does not exist", ["nonsense"], {}],
      ["options of Node, which can change what V8 accepts", ["list"], { NODE_OPTIONS: "--no-warnings" }],
    ])("is not stored with %s", (_, argv, more) => {
      start(argv, more);
      expect(stored()).toEqual([]);
      start(["list"]);
      expect(stored()).not.toEqual([]);
    });

    it("T2 is believed only if nobody but the user can have written it", () => {
      start(["list"]);
      const path = stored().find((each) => each.endsWith("list.main.cjs.bin")) ?? "";
      plant(path);
      // The control: what only the user can write is believed, like the program itself.
      expect(start(["list"]).stdout).toBe("PLANTED\n");
      const shared = (place: string, mode: number) => {
        plant(path);
        const before = statSync(place).mode;
        chmodSync(place, mode);
        const { stdout } = start(["list"]);
        chmodSync(place, before);
        return stdout;
      };
      expect(shared(path, 0o666)).toContain("pdf");
      expect(shared(dirname(path), 0o777)).toContain("pdf");
      expect(shared(join(sandbox.home, ".cache/knowhow/code"), 0o777)).toContain("pdf");
      expect(shared(join(sandbox.home, ".cache/knowhow"), 0o777)).toContain("pdf");
    });
  },
);
