import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { transform } from "esbuild";

const SKILL = `---
name: release-notes
description: Writes release notes. Use when a version is tagged.
---

List the pull requests since the last tag.
`;

/**
 * Installs packed packages into a new project in `folder` and uses them there: every entry point is imported, the
 * sample
 * of the README runs, and `npx knowhow` lists the project's skill. Throws if something fails.
 * @param {readonly import("./pack-package.mjs").Packed[]} packed
 * @param {{ folder: string, readme: string, version: string }} project
 * @param {{ run: import("./run-command.mjs").Run, signal?: AbortSignal | undefined }} ports
 * @returns {Promise<readonly string[]>} what was tried
 */
export async function tryPackages(packed, { folder, readme, version }, { run, signal }) {
  const skill = join(folder, ".agents/skills/release-notes");
  mkdirSync(skill, { recursive: true });
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(skill, "SKILL.md"), SKILL);
  writeFileSync(join(folder, "package.json"), '{ "name": "fresh", "private": true, "type": "module" }\n');
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const tarballs = packed.map(({ tarball }) => tarball);
  await run("npm", ["install", ...quiet, ...tarballs], { cwd: folder, signal });

  const env = {
    ...process.env,
    HOME: folder,
    USERPROFILE: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    KNOWHOW_CACHE_DIR: join(folder, "cache"),
  };
  const inside = { cwd: folder, env, signal };
  const entries = packed.flatMap(({ manifest }) => entryPoints(manifest));
  const imports = `for (const entry of ${JSON.stringify(entries)})
    await import(entry, entry.endsWith(".json") ? { with: { type: "json" } } : undefined);`;
  await run(process.execPath, ["--input-type=module", "--eval", imports], inside);

  const { code } = await transform(sampleOf(readFileSync(readme, "utf8")), { loader: "ts", format: "esm" });
  writeFileSync(join(folder, "sample.mjs"), code);
  const printed = await run(process.execPath, ["sample.mjs"], inside);
  expectText(printed, "release-notes: Writes release notes", "the sample of the README");

  const shown = await run("npx", ["--no", "--", "knowhow", "--version"], inside);
  expectText(shown, version, "npx knowhow --version");
  const { skills } = JSON.parse(await run("npx", ["--no", "--", "knowhow", "list", "--json"], inside));
  expectText(JSON.stringify(skills), '"name":"release-notes"', "npx knowhow list --json");
  return [`${entries.length} entry points import`, "the README sample runs", "npx knowhow lists the skill"];
}

/** What a program can import from a package. @param {import("./pack-package.mjs").PackedManifest} manifest */
function entryPoints({ name, exports = {} }) {
  return Object.keys(exports)
    .filter((entry) => entry !== "./package.json")
    .map((entry) => posix.join(name, entry));
}

/** The first TypeScript sample of a page. @param {string} page */
export function sampleOf(page) {
  const [, code] = /^```ts\r?\n([\s\S]*?)^```\r?$/m.exec(page) ?? [];
  if (code === undefined) throw new Error("README.md has no sample in a ```ts block");
  return code;
}

/** @param {string} printed @param {string} expected @param {string} what */
function expectText(printed, expected, what) {
  if (!printed.includes(expected)) throw new Error(`${what} did not print "${expected}":\n${printed}`);
}
