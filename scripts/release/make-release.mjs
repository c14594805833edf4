import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { isPrerelease } from "./next-version.mjs";
import { planRelease } from "./plan-release.mjs";

/**
 * @typedef {import("./plan-release.mjs").Plan} Plan
 * @typedef {{ root: string, wanted: string, date: string, dryRun: boolean, publish: boolean,
 *   env?: Readonly<Record<string, string | undefined>>, signal?: AbortSignal | undefined }} ReleaseOptions
 * @typedef {{ run: import("./run-command.mjs").Run, say: (line: string) => void,
 *   prove: typeof import("./prove-release.mjs").proveRelease }} ReleasePorts
 */

/**
 * Makes a release: plans it, tests it in a temporary copy, then writes, commits and tags it, and publishes if
 * requested.
 * A dry run stops before the first change of the repository. A failure or abort before the first package is published
 * leaves files, index, branch and tags as they were.
 * @param {ReleaseOptions} options @param {ReleasePorts} ports
 */
export async function makeRelease(options, { run, say, prove }) {
  const { root, dryRun, publish, signal } = options;
  await checkRepository(root, run, signal);
  const plan = planRelease(root, options);
  await checkTag(root, plan, run, signal);
  if (publish) checkPublishing(plan, options.env ?? process.env);
  say(`knowhow ${plan.from} → ${plan.version}${dryRun ? " (dry run)" : ""}`);
  for (const { path } of plan.changes) say(`  ${path}`);

  const work = mkdtempSync(join(tmpdir(), "knowhow-release-"));
  try {
    const packed = await prove({ root, work, plan }, { run, say, signal });
    const commands = packed.map(({ tarball }) => publishCommand(tarball, plan.version));
    if (dryRun) {
      say("\nwould commit and tag this, then publish in this order:");
      for (const command of commands) say(`  ${show(command)}`);
      say("\nnothing was changed");
      return;
    }
    const undo = await commitRelease(root, plan, run, signal);
    if (publish) await publishAll({ root, commands, undo }, { run, say, signal });
    else keepTarballs(root, packed, say);
    say(`\n${plan.tag} is committed and tagged; push it with: git push --follow-tags`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** @param {string} root @param {import("./run-command.mjs").Run} run @param {AbortSignal | undefined} signal */
async function checkRepository(root, run, signal) {
  const status = await run("git", ["status", "--porcelain"], { cwd: root, signal });
  if (status !== "") throw new Error(`the working tree is not clean; commit or stash this first:\n${status}`);
}

/** @param {string} root @param {Plan} plan @param {import("./run-command.mjs").Run} run @param {AbortSignal | undefined} signal */
async function checkTag(root, { tag }, run, signal) {
  const found = await run("git", ["tag", "--list", tag], { cwd: root, signal });
  if (found !== "") throw new Error(`the tag ${tag} already exists`);
}

/**
 * npm accepts a provenance statement only from a supported CI, and only if `repository` names the same repository.
 * @param {Plan} plan @param {Readonly<Record<string, string | undefined>>} env
 */
function checkPublishing({ packages }, env) {
  const without = packages.filter(({ repository }) => repository === undefined).map(({ name }) => name);
  if (without.length > 0)
    throw new Error(
      `npm cannot verify the provenance without "repository" in package.json: ${without.join(", ")}`,
    );
  if (env.ACTIONS_ID_TOKEN_REQUEST_URL === undefined)
    throw new Error("--publish works only in GitHub Actions, in a job with the permission id-token: write");
}

/** @param {string} tarball @param {string} version @returns {readonly string[]} */
function publishCommand(tarball, version) {
  const tag = isPrerelease(version) ? ["--tag", "next"] : [];
  return ["npm", "publish", tarball, "--access", "public", "--provenance", ...tag];
}

/** @param {readonly string[]} command */
function show(command) {
  return command.map((word) => (word.endsWith(".tgz") ? basename(word) : word)).join(" ");
}

/**
 * Writes, commits and tags; returns a function that undoes all of it. Undoes it itself if it cannot finish.
 * @param {string} root @param {Plan} plan @param {import("./run-command.mjs").Run} run @param {AbortSignal | undefined}
 * signal
 */
async function commitRelease(root, { version, tag, changes }, run, signal) {
  const paths = changes.map(({ path }) => path);
  const head = (await run("git", ["rev-parse", "HEAD"], { cwd: root, signal })).trim();
  const undo = async () => {
    for (const { path, before } of changes) writeFileSync(join(root, path), before);
    // Without the signal: the undo must also run after Ctrl-C.
    await run("git", ["reset", "--quiet", "--soft", head], { cwd: root });
    await run("git", ["reset", "--quiet", "--", ...paths], { cwd: root });
    const tagged = await run("git", ["tag", "--list", tag], { cwd: root });
    if (tagged !== "") await run("git", ["tag", "--delete", tag], { cwd: root });
  };
  try {
    for (const { path, after } of changes) writeFileSync(join(root, path), after);
    await run("git", ["add", "--", ...paths], { cwd: root, signal });
    await run("git", ["commit", "--quiet", "--message", `Release ${version}`], { cwd: root, signal });
    await run("git", ["tag", "--annotate", tag, "--message", `knowhow ${version}`], { cwd: root, signal });
    signal?.throwIfAborted();
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

/**
 * Publishes one package after the other. A published version cannot be withdrawn, so only a failure before the first
 * one
 * undoes the commit; a later one reports what is left to do.
 * @param {{ root: string, commands: readonly (readonly string[])[], undo: () => Promise<void> }} work
 * @param {Pick<ReleasePorts, "run" | "say"> & { signal?: AbortSignal | undefined }} ports
 */
async function publishAll({ root, commands, undo }, { run, say, signal }) {
  for (const [index, command] of commands.entries()) {
    const [program = "", ...args] = command;
    try {
      await run(program, args, { cwd: root, signal });
      say(`✓ ${show(command)}`);
    } catch (error) {
      if (index === 0) await undo();
      else say(`not published; run these yourself:\n${commands.slice(index).map(show).join("\n")}`);
      throw error;
    }
  }
}

/**
 * Copies the tarballs to where they can be published by hand. @param {string} root @param {readonly { tarball: string
 * }[]} packed @param {(line: string) => void} say
 */
function keepTarballs(root, packed, say) {
  const folder = join(root, ".reports/release");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const { tarball } of packed) copyFileSync(tarball, join(folder, basename(tarball)));
  say("\nthe tarballs are in .reports/release");
}
