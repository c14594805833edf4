import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../packages/cli/src/commands.ts";
import { repository } from "./support/sources.ts";

const readme = readFileSync(join(repository, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

describe("the README", () => {
  it("names only npm commands that exist", () => {
    const named = [...readme.matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
      ([, run, own]) => run ?? own,
    );
    expect(named).toEqual(expect.arrayContaining(["start", "test"]));
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(named));
  });

  it("names only knowhow commands that exist", () => {
    const lines = readme.matchAll(/(?:^\$ |`)knowhow ([a-z]+)\b/gm);
    const named = new Set([...lines].map(([, name]) => name));
    expect(named.size).toBeGreaterThan(5);
    expect(COMMANDS.map(({ name }) => name)).toEqual(expect.arrayContaining([...named]));
  });

  it("leads only to files that are there", () => {
    const targets = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, target = ""]) => target);
    expect(targets.filter((target) => !existsSync(join(repository, target)))).toEqual([]);
  });

  it("shows an embedding that runs", async () => {
    const code = /^```ts\n([\s\S]*?)^```$/m.exec(readme)?.[1] ?? "";
    expect(code.trim().split("\n").length).toBeLessThanOrEqual(10);
    const printed = await run(code);
    expect(printed).toContain("- release-notes: Writes release notes. Use when a version is tagged.");
    expect(printed).toContain("List the pull requests since the last tag.");
  });
});

/**
 * The output of a program in a project with one skill. The project is inside the repository, so that packages are
 * found.
 */
async function run(code: string): Promise<string> {
  mkdirSync(join(repository, ".reports"), { recursive: true });
  const project = mkdtempSync(join(repository, ".reports", "readme-"));
  const skill = join(project, ".agents/skills/release-notes");
  try {
    mkdirSync(join(project, ".git"));
    mkdirSync(skill, { recursive: true });
    writeFileSync(
      join(skill, "SKILL.md"),
      "---\nname: release-notes\ndescription: Writes release notes. Use when a version is tagged.\n---\n\nList the pull requests since the last tag.\n",
    );
    writeFileSync(join(project, "embed.mts"), code);
    const args = ["--conditions=@knowhow/source", "--import", "tsx", "embed.mts"];
    const env = {
      PATH: process.env.PATH,
      HOME: project,
      USERPROFILE: project,
      KNOWHOW_CACHE_DIR: join(project, "cache"),
    };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, env });
    return stdout.trim();
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
