import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";
import { STRANGER, unprivileged } from "./testing/unprivileged.ts";

const bin = fileURLToPath(new URL("../bin/knowhow.js", import.meta.url));
const built = existsSync(fileURLToPath(new URL("../dist/main.cjs", import.meta.url)));
const before = built ? unprivileged([process.execPath, bin, "--version"]) : undefined;

let sandbox: Sandbox;
let locked: string | undefined;
afterEach(() => {
  if (locked !== undefined) chmodSync(locked, 0o700);
  locked = undefined;
  sandbox.remove();
});

/** Changes the mode of a directory in the sandbox, which belongs to the user who runs the program. */
function lock(path: string, mode: number): void {
  const root = dirname(sandbox.project);
  if (process.getuid?.() === 0) spawnSync("chown", ["-R", `${STRANGER}:${STRANGER}`, root]);
  locked = join(root, path);
  chmodSync(locked, mode);
}

function start(argv: readonly string[], env: Readonly<Record<string, string>> = { HOME: sandbox.home }) {
  const [command = "", ...words] = [...(before ?? []), process.execPath, bin, ...argv];
  return spawnSync(command, words, {
    cwd: sandbox.project,
    env: { PATH: process.env.PATH, ...env },
    encoding: "utf8",
  });
}

describe.skipIf(before === undefined)(
  "a user without permissions (skipped if the program is not built, or root cannot switch to another user)",
  () => {
    it("gets exit code 3 for a path that cannot be read", () => {
      sandbox = makeSandbox({ "project/locked/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
      lock("project/locked", 0);
      const ran = start(["validate", "locked"]);
      expect(ran.status).toBe(3);
      expect(ran.stderr).toMatch(/^knowhow: .*locked.*\n {2}hint: check its permissions\n$/);
    });

    it("D2 gets every other skill when a directory below a root cannot be read", () => {
      sandbox = makeSandbox({
        "project/.agents/skills/locked/SKILL.md": skillText("locked", "Hidden."),
        "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      });
      lock("project/.agents/skills/locked", 0);
      const ran = start(["list", "--json"]);
      expect(ran).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(ran.stdout)).toMatchObject({
        skills: [{ name: "pdf" }],
        diagnostics: [{ code: "discovery.entry-unreadable" }, { code: "resolution.pending" }],
      });
    });

    it("D8 works without an index if none can be written", () => {
      sandbox = makeSandbox({
        "home/cache/x": "",
        "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      });
      lock("home/cache", 0o500);
      const env = { HOME: sandbox.home, KNOWHOW_CACHE_DIR: join(sandbox.home, "cache") };
      expect(start(["list"], env)).toMatchObject({ status: 0, stderr: "" });
      expect(readdirSync(join(sandbox.home, "cache"))).toEqual(["x"]);
      expect(start(["doctor"], env).stdout).toContain("the cache directory is not writable");
    });

    it("gets the skills of the project without a home directory, as in many containers", () => {
      sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
      lock("project", 0o700);
      const ran = start(["list"], {});
      expect(ran).toMatchObject({ status: 0, stderr: "", stdout: expect.stringContaining("pdf") });
      const { status, stdout } = start(["doctor"], {});
      expect(status).toBe(0);
      if (process.getuid?.() === 0) expect(stdout).toContain("set HOME to a directory of your own");
    });

    it("leaves no partial files when a new skill cannot be written", () => {
      sandbox = makeSandbox({ "project/skills/x": "" });
      lock("project/skills", 0o500);
      const ran = start(["new", "notes", "--dir", "skills/deep"]);
      expect(ran.status).toBe(3);
      expect(ran.stderr).toContain(join(sandbox.project, "skills/deep/notes/SKILL.md"));
    });
  },
);
