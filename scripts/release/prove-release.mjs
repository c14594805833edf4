import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkTarball } from "./check-tarball.mjs";
import { packPackage } from "./pack-package.mjs";
import { tryPackages } from "./try-packages.mjs";

/**
 * Builds and packs the release from a clean copy of the repository's index below `work`, checks every tarball, and uses
 * them in a new project. The repository itself is only read. Throws if something must not be published.
 * @param {{ root: string, work: string, plan: import("./plan-release.mjs").Plan }} release
 * @param {{ run: import("./run-command.mjs").Run, say: (line: string) => void, signal?: AbortSignal | undefined }}
 * ports
 * @returns {Promise<readonly import("./pack-package.mjs").Packed[]>} in the order in which they have to be published
 */
export async function proveRelease({ root, work, plan }, { run, say, signal }) {
  const ports = { run, signal };
  const copy = join(work, "copy");
  await run("git", ["checkout-index", "--all", `--prefix=${copy}/`], { cwd: root, signal });
  for (const { path, after } of plan.changes) writeFileSync(join(copy, path), after);
  await run("npm", ["ci", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: copy,
    signal,
  });
  say("✓ a clean copy installs and builds");

  const destination = join(work, "tarballs");
  mkdirSync(destination);
  const packed = [];
  for (const { folder } of plan.packages) {
    const one = await packPackage(join(copy, folder), destination, ports);
    const problems = await checkTarball(one, ports);
    const title = `${one.manifest.name} ${one.manifest.version}`;
    if (problems.length > 0) throw new Error(`${title} cannot be published:\n  ${problems.join("\n  ")}`);
    if (one.manifest.version !== plan.version) throw new Error(`${title} is not version ${plan.version}`);
    say(`✓ ${title}: ${one.files.length} files, ${(one.bytes / 1024).toFixed(0)} KiB packed`);
    packed.push(one);
  }

  const folder = join(work, "project");
  mkdirSync(folder);
  const project = { folder, readme: join(copy, "README.md"), version: plan.version };
  const tried = await tryPackages(packed, project, ports);
  say(`✓ in a new project: ${tried.join(", ")}`);
  return packed;
}
