/** @typedef {import("./descriptions.mjs").MadeSkill} MadeSkill */

/**
 * The share (0 to 1) of skills whose when-clause is kept in a catalog: at least 40 characters of it (or all), together
 * with the first characters of what the skill does.
 *
 * @param {readonly MadeSkill[]} skills
 * @param {string} catalog lines that start with `- name`
 * @param {number} beside characters of what the skill does
 */
export function survivalOf(skills, catalog, beside) {
  const lines = new Map(catalog.split("\n").map((line) => [/^- ([\w-]+)/.exec(line)?.[1] ?? "", line]));
  const saying = skills.filter((skill) => skill.when !== undefined);
  const kept = saying.filter(({ name, what, when = "" }) => {
    const line = lines.get(name) ?? "";
    return line.includes(when.slice(0, 40).trimEnd()) && line.includes(what.slice(0, beside).trimEnd());
  });
  return kept.length / saying.length;
}
