import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
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

    it("answers --version without the build, and says what to do when a command needs it", () => {
      sandbox = makeSandbox({});
      const copy = join(sandbox.project, "cli");
      cpSync(join(bin, ".."), join(copy, "bin"), { recursive: true });
      cpSync(join(bin, "../../package.json"), join(copy, "package.json"));
      const run = (argument: string) =>
        spawnSync(process.execPath, [join(copy, "bin/knowhow.js"), argument], { encoding: "utf8" });
      expect(run("--version")).toMatchObject({ status: 0, stdout: `${manifest.version}\n` });
      expect(run("list")).toMatchObject({ status: 3, stderr: expect.stringContaining("npm install") });
    });

    it("keeps the YAML parser, the linter and sessions out of the file that every start reads", () => {
      const main = readFileSync(join(dist, "main.js"), "utf8");
      for (const stranger of ["maxTotalMergeKeys", "knowhow-lint-disable", "knowhow-session-1"]) {
        expect(main.includes(stranger), stranger).toBe(false);
      }
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
