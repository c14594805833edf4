/**
 * @typedef {Record<string, string>} Dependencies
 * @typedef {{ version?: string, link?: boolean, dependencies?: Dependencies, devDependencies?: Dependencies,
 *   peerDependencies?: Dependencies, optionalDependencies?: Dependencies }} Manifest
 * @typedef {{ version: string, names: readonly string[] }} Release the new version, and the packages that share it
 */

const GROUPS = /** @type {const} */ ([
  "dependencies",
  "devDependencies",
  "peerDependencies",
  "optionalDependencies",
]);

/**
 * A `package.json` with the new version, also in its dependencies on our other packages. @param {string} text @param
 * {Release} release
 */
export function setManifestVersion(text, release) {
  return print(withVersion(JSON.parse(text), release));
}

/** A `package-lock.json` in which the root and every workspace have the new version. @param {string} text @param {Release} release */
export function setLockVersion(text, release) {
  const lock = JSON.parse(text);
  const packages = Object.fromEntries(
    Object.entries(lock.packages).map(([place, entry]) => [
      place,
      isOurs(place) ? withVersion(entry, release) : entry,
    ]),
  );
  return print({ ...lock, version: release.version, packages });
}

/** A `version.ts` whose constant has the new version. @param {string} text @param {Release} release */
export function setSourceVersion(text, { version }) {
  const constant = /^export const VERSION = "[^"]*";$/m;
  if (!constant.test(text)) throw new Error(`version.ts has no line 'export const VERSION = "…";'`);
  return text.replace(constant, `export const VERSION = "${version}";`);
}

/** @param {string} place */
function isOurs(place) {
  return !/(?:^|\/)node_modules\//.test(place);
}

/** @param {Manifest} manifest @param {Release} release @returns {Manifest} */
function withVersion(manifest, release) {
  const changed = { ...manifest, version: release.version };
  for (const group of GROUPS) {
    const dependencies = manifest[group];
    if (dependencies !== undefined) changed[group] = withDependencies(dependencies, release);
  }
  return changed;
}

/** @param {Dependencies} dependencies @param {Release} release @returns {Dependencies} */
function withDependencies(dependencies, { names, version }) {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [
      name,
      names.includes(name) ? sameKindOfRange(name, range, version) : range,
    ]),
  );
}

/**
 * An exact version stays exact, `^` and `~` are kept. @param {string} name @param {string} range @param {string}
 * version
 */
function sameKindOfRange(name, range, version) {
  const [, sign] = /^([\^~]?)\d+\.\d+\.\d+(?:-[\w.-]+)?$/.exec(range) ?? [];
  if (sign === undefined) throw new Error(`the range "${range}" of ${name} cannot be moved to ${version}`);
  return sign + version;
}

/** As npm writes it. @param {unknown} value */
function print(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
