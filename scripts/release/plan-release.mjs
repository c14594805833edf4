import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { cutChangelog } from "./cut-changelog.mjs";
import { nextVersion } from "./next-version.mjs";
import { setLockVersion, setManifestVersion, setSourceVersion } from "./set-version.mjs";

/**
 * @typedef {{ name: string, folder: string, repository?: unknown }} ReleasedPackage
 * @typedef {{ path: string, before: string, after: string }} Change a file of the repository, by its path with `/`
 * @typedef {{ from: string, version: string, tag: string, packages: readonly ReleasedPackage[], changes: readonly Change[] }} Plan
 */

/**
 * What a release changes, without changing it: the new text of every file that contains the version, and the packages
 * in the order in which they have to be published.
 * @param {string} root @param {{ wanted: string, date: string }} options @returns {Plan}
 */
export function planRelease(root, { wanted, date }) {
  const { version: from } = readJson(root, "package.json");
  const version = nextVersion(from, wanted);
  const packages = inPublishOrder(readPackages(root));
  const release = { version, names: packages.map(({ name }) => name) };
  const change = (/** @type {string} */ path, /** @type {(text: string) => string} */ edit) => {
    const before = readFileSync(join(root, path), "utf8");
    return { path, before, after: edit(before) };
  };
  return {
    from,
    version,
    tag: `v${version}`,
    packages,
    changes: [
      change("CHANGELOG.md", (text) => cutChangelog(text, { version, date })),
      change("package-lock.json", (text) => setLockVersion(text, release)),
      ...["package.json", ...packages.map(({ folder }) => `${folder}/package.json`)].map((path) =>
        change(path, (text) => setManifestVersion(text, release)),
      ),
      ...packages
        .flatMap(({ folder }) => versionFiles(root, folder))
        .map((path) => change(path, (text) => setSourceVersion(text, release))),
    ],
  };
}

/** Every workspace that is published. @param {string} root */
function readPackages(root) {
  return readdirSync(join(root, "packages"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, "packages", entry.name, "package.json")))
    .map((entry) => {
      const folder = `packages/${entry.name}`;
      return { ...readJson(root, `${folder}/package.json`), folder };
    })
    .filter((manifest) => manifest.private !== true);
}

/**
 * A package comes after everything it needs at run time; otherwise by name.
 * @param {readonly (ReleasedPackage & { dependencies?: Record<string, string>, peerDependencies?: Record<string, string> })[]} manifests
 * @returns {readonly ReleasedPackage[]}
 */
export function inPublishOrder(manifests) {
  const waiting = [...manifests].sort((a, b) => (a.name < b.name ? -1 : 1));
  const ordered = [];
  while (waiting.length > 0) {
    const names = waiting.map(({ name }) => name);
    const at = waiting.findIndex(({ dependencies, peerDependencies }) =>
      names.every((name) => dependencies?.[name] === undefined && peerDependencies?.[name] === undefined),
    );
    const [ready] = at < 0 ? [] : waiting.splice(at, 1);
    if (ready === undefined) throw new Error(`these packages need each other: ${names.join(", ")}`);
    const { name, folder, repository } = ready;
    ordered.push({ name, folder, ...(repository === undefined ? {} : { repository }) });
  }
  return ordered;
}

/** The `version.ts` files of a package. @param {string} root @param {string} folder */
function versionFiles(root, folder) {
  const source = join(root, folder, "src");
  if (!existsSync(source)) return [];
  return readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === "version.ts")
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .sort();
}

/** @param {string} root @param {string} path */
function readJson(root, path) {
  return JSON.parse(readFileSync(join(root, path), "utf8"));
}
