const UNRELEASED = "## [Unreleased]";

/**
 * Moves what is listed under "Unreleased" to a version with its date, and leaves an empty "Unreleased" above it.
 * @param {string} text @param {{ version: string, date: string }} release @returns {string}
 */
export function cutChangelog(text, { version, date }) {
  const lines = text.split("\n");
  const start = lines.indexOf(UNRELEASED);
  if (start < 0) throw new Error(`CHANGELOG.md has no line "${UNRELEASED}"`);
  if (lines.some((line) => line.startsWith(`## [${version}]`)))
    throw new Error(`CHANGELOG.md already has a section for ${version}`);
  const next = lines.findIndex((line, index) => index > start && line.startsWith("## "));
  const entries = lines.slice(start + 1, next < 0 ? undefined : next);
  if (!entries.some((line) => line.startsWith("- ")))
    throw new Error(`CHANGELOG.md has no entries under "Unreleased"`);
  return [...lines.slice(0, start + 1), "", `## [${version}] - ${date}`, ...lines.slice(start + 1)].join(
    "\n",
  );
}
