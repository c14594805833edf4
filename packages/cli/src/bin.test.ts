import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";

const bin = fileURLToPath(new URL("../bin/knowhow.js", import.meta.url));
const dist = fileURLToPath(new URL("../dist", import.meta.url));
const built = existsSync(join(dist, "main.js"));

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.remove());

describe.skipIf(!built)(
  "the installed program (skipped when it is not built: node scripts/build.mjs cli)",
  () => {
    it("prints its version", () => {
      expect(spawnSync(process.execPath, [bin, "--version"], { encoding: "utf8" }).stdout).toBe(
        `${manifest.version}\n`,
      );
    });

    it("loads one small file for --version, and none of the engine for --help", () => {
      expect(readFileSync(join(dist, "main.js"), "utf8")).not.toMatch(/(?:^|;)import[^(]/);
      const bytes = [...loadedFor("main.js", true)].reduce(
        (sum, file) => sum + statSync(join(dist, file)).size,
        0,
      );
      const all = readdirSync(dist).reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
      expect(bytes).toBeLessThan(all / 4);
    });

    it("gives its exit code to the shell", () => {
      expect(spawnSync(process.execPath, [bin, "nonsense"]).status).toBe(2);
    });

    it("ends quietly when nobody reads any more", async () => {
      const files = Array.from({ length: 400 }, (_, index) => [
        `project/.agents/skills/s${index}/SKILL.md`,
        skillText(`s${index}`, "word ".repeat(150)),
      ]);
      sandbox = makeSandbox(Object.fromEntries(files));
      const child = spawn(process.execPath, [bin, "list"], {
        cwd: sandbox.project,
        env: { HOME: sandbox.home },
      });
      let err = "";
      child.stderr.on("data", (chunk) => {
        err += chunk;
      });
      child.stdout.once("data", () => child.stdout.destroy());
      const code = await new Promise((resolve) => child.once("close", resolve));
      expect({ code, err }).toEqual({ code: 0, err: "" });
    });
  },
);

/** The files that a file imports at once, and with `lazy` also the first file it imports later. */
function loadedFor(file: string, lazy: boolean, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(dist, file), "utf8");
  const pattern = lazy ? /import\("\.\/([^"]+)"\)/g : /(?:from|import)"\.\/([^"]+)"/g;
  for (const [, next] of text.matchAll(pattern)) if (next !== undefined) loadedFor(next, false, seen);
  return seen;
}
