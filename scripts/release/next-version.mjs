const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;

/**
 * The version that `patch`, `minor`, `major` or an explicit `x.y.z` leads to. An explicit version may equal the current
 * one, which is how a version that was never tagged is released, but never go back.
 * @param {string} current @param {string} wanted @returns {string}
 */
export function nextVersion(current, wanted) {
  const { major, minor, patch, label } = parse(current);
  const unfinished = label !== undefined;
  if (wanted === "patch") return `${major}.${minor}.${unfinished ? patch : patch + 1}`;
  if (wanted === "minor")
    return unfinished && patch === 0 ? `${major}.${minor}.0` : `${major}.${minor + 1}.0`;
  if (wanted === "major")
    return unfinished && minor === 0 && patch === 0 ? `${major}.0.0` : `${major + 1}.0.0`;
  if (compareVersions(wanted, current) < 0) throw new Error(`${wanted} is older than ${current}`);
  return wanted;
}

/** True for `1.0.0-beta.1` and the like, which npm must not install by default. @param {string} version */
export function isPrerelease(version) {
  return parse(version).label !== undefined;
}

/**
 * Semantic Versioning 2.0.0, precedence: negative when `a` comes before `b`.
 * @param {string} a @param {string} b @returns {number}
 */
function compareVersions(a, b) {
  const [one, other] = [parse(a), parse(b)];
  for (const key of /** @type {const} */ (["major", "minor", "patch"])) {
    if (one[key] !== other[key]) return one[key] - other[key];
  }
  if (one.label === other.label) return 0;
  if (one.label === undefined || other.label === undefined) return one.label === undefined ? 1 : -1;
  return compareLabels(one.label.split("."), other.label.split("."));
}

/** Numbers before words, fewer parts before more. @param {readonly string[]} a @param {readonly string[]} b */
function compareLabels(a, b) {
  for (const [index, part] of a.entries()) {
    const against = b[index];
    if (against === undefined) return 1;
    if (part === against) continue;
    const [isNumber, againstNumber] = [part, against].map((text) => /^\d+$/.test(text));
    if (isNumber && againstNumber) return Number(part) - Number(against);
    if (isNumber !== againstNumber) return isNumber ? -1 : 1;
    return part < against ? -1 : 1;
  }
  return a.length - b.length;
}

/** @param {string} version */
function parse(version) {
  const [, major, minor, patch, label] = VERSION.exec(version) ?? [];
  if (major === undefined)
    throw new Error(`"${version}" is not a version: write patch, minor, major or x.y.z`);
  return { major: Number(major), minor: Number(minor), patch: Number(patch), label };
}
