/**
 * Ways to list skills in a number of characters. Each gives the lines that a reader sees; a skill without a line is not listed.
 *
 * @typedef {{ readonly name: string; readonly description: string }} Listed
 * @typedef {ReadonlyMap<string, string>} Lines the line of each skill, by name
 */

/** Simple versions of what agents do. @type {Readonly<Record<string, (skills: readonly Listed[], characters: number) => Lines>>} */
export const OTHER_WAYS = {
  "equal share for each skill": dealEvenly,
  "first 100 characters, in order of names": (skills, characters) => firstCharacters(skills, characters, 100),
  "names only": (skills, characters) => firstCharacters(skills, characters, 0),
};

/** The lines of a catalog that knowhow wrote. @param {string} catalog @returns {Lines} */
export function linesOf(catalog) {
  const lines = catalog.split("\n").filter((line) => line.startsWith("- "));
  return new Map(lines.map((line) => [/^- (.*?)(?:: |$)/.exec(line)?.[1] ?? "", line.slice(2)]));
}

/** Every description in full. @param {readonly Listed[]} skills @returns {Lines} */
export function fullLines(skills) {
  return new Map(skills.map((skill) => [skill.name, lineOf(skill, Number.POSITIVE_INFINITY)]));
}

/** Descriptions are cut to the same length, such that everything fits; what a short one leaves goes to the others. @param {readonly Listed[]} skills @param {number} characters @returns {Lines} */
function dealEvenly(skills, characters) {
  const names = skills.reduce((sum, { name }) => sum + name.length + "- : \n".length, 0);
  const needs = skills.map(({ description }) => description.length).sort((a, b) => a - b);
  let left = Math.max(0, characters - names);
  let width = 0;
  for (const [index, need] of needs.entries()) {
    const even = Math.floor(left / (needs.length - index));
    width = Math.max(width, Math.min(need, even));
    left -= Math.min(need, even);
  }
  return new Map(skills.map((skill) => [skill.name, lineOf(skill, width)]));
}

/** The first characters of each description, until the room is full. @param {readonly Listed[]} skills @param {number} characters @param {number} width @returns {Lines} */
function firstCharacters(skills, characters, width) {
  /** @type {Map<string, string>} */
  const lines = new Map();
  let left = characters;
  for (const skill of skills) {
    const line = lineOf(skill, width);
    left -= line.length + "- \n".length;
    if (left < 0) break;
    lines.set(skill.name, line);
  }
  return lines;
}

/** @param {Listed} skill @param {number} width */
function lineOf({ name, description }, width) {
  return width === 0 ? name : `${name}: ${description.slice(0, width)}`;
}
