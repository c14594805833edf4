/** @typedef {import("./descriptions.mjs").MadeSkill} MadeSkill */

/**
 * Of the skills that say when to use them, how many still do in a catalogue: min(40, all) characters of the when-clause are
 * there, and beside it the first characters of what the skill does. Between 0 and 1.
 *
 * @param {readonly MadeSkill[]} skills
 * @param {string} catalogue lines that start with `- name`
 * @param {number} beside characters of what the skill does
 */
export function survivalOf(skills, catalogue, beside) {
  const lines = new Map(catalogue.split("\n").map((line) => [/^- ([\w-]+)/.exec(line)?.[1] ?? "", line]));
  const saying = skills.filter((skill) => skill.when !== undefined);
  const kept = saying.filter(({ name, what, when = "" }) => {
    const line = lines.get(name) ?? "";
    return line.includes(when.slice(0, 40).trimEnd()) && line.includes(what.slice(0, beside).trimEnd());
  });
  return kept.length / saying.length;
}
