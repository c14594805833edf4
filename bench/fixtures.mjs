import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const verbs = ["Reviews", "Converts", "Summarises", "Deploys", "Audits", "Formats", "Migrates", "Translates"];
const things = [
  "pull requests",
  "PDF forms",
  "release notes",
  "database schemas",
  "CSV exports",
  "API contracts",
  "log files",
];
const moments = [
  "a change is ready",
  "the user names such a file",
  "a version is tagged",
  "a report is due",
  "tests fail",
];

/**
 * Writes `count` skills below `root`: a SKILL.md of about 1.7 KB with six frontmatter keys, and in every fifth skill a
 * reference file. The same count always gives the same bytes. Returns the directories of the skills.
 *
 * @param {string} root
 * @param {number} count
 */
export function makeSkills(root, count) {
  const directories = [];
  for (let number = 0; number < count; number += 1) {
    const name = `skill-${String(number).padStart(5, "0")}`;
    const directory = join(root, name);
    const withReference = number % 5 === 0;
    mkdirSync(withReference ? join(directory, "references") : directory, { recursive: true });
    writeFileSync(join(directory, "SKILL.md"), skillText(name, number, withReference));
    if (withReference)
      writeFileSync(join(directory, "references", "guide.md"), `# Guide\n\n${paragraph(number)}\n`);
    directories.push(directory);
  }
  return directories;
}

/** @param {string} name @param {number} number @param {boolean} withReference */
function skillText(name, number, withReference) {
  const thing = pick(things, number);
  const steps = Array.from({ length: 11 }, (_, step) => `${step + 1}. ${paragraph(number + step)}`);
  return `---
name: ${name}
description: ${pick(verbs, number)} ${thing} for team ${number % 97}, with checks before and after. Use when ${pick(moments, number)}.
license: Apache-2.0
compatibility: Needs git and a POSIX shell.
metadata:
  version: "1.${number % 10}.0"
  author: team-${number % 97}
allowed-tools: Read Grep Bash(git:*)
---

# ${pick(verbs, number)} ${thing}

${paragraph(number)}

## Steps

${steps.join("\n")}
${withReference ? "\nRead [the guide](references/guide.md) first.\n" : ""}`;
}

/** @param {number} number */
function paragraph(number) {
  return `Look at the ${pick(things, number)} of the project, keep what ${pick(moments, number + 1)} needs, and say what was left out and why.`;
}

/** @param {readonly string[]} words @param {number} number */
function pick(words, number) {
  return words[number % words.length] ?? "";
}
