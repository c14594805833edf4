import { admitSkill } from "../../packages/runtime/src/format/admit-skill.ts";
import { clip } from "../../packages/runtime/src/format/checks/check.ts";
import { isPerfectName } from "../../packages/runtime/src/format/checks/check-name.ts";
import { directoryDigest } from "../../packages/runtime/src/format/digest.ts";
import { countCharacters, estimateTokens } from "../../packages/runtime/src/format/estimate-tokens.ts";
import { extractWorkflow } from "../../packages/runtime/src/format/extract-workflow.ts";
import { inlineWorkflow } from "../../packages/runtime/src/format/inline-workflow.ts";
import { indexLines } from "../../packages/runtime/src/format/line-index.ts";
import { linesOutsideFences } from "../../packages/runtime/src/format/markdown-lines.ts";
import { headingTitles, outlineOf } from "../../packages/runtime/src/format/outline.ts";
import { parseSkillMd } from "../../packages/runtime/src/format/parse-skill-md.ts";
import { sectionsOf, splitBody } from "../../packages/runtime/src/format/sections.ts";
import { splitFrontmatter } from "../../packages/runtime/src/format/split-frontmatter.ts";
import { summarisePlain } from "../../packages/runtime/src/format/summarise-plain.ts";
import { summariseSkill } from "../../packages/runtime/src/format/summarise-skill.ts";
import { bodyVersion } from "../../packages/runtime/src/format/summary.ts";
import { validateSkill } from "../../packages/runtime/src/format/validate-skill.ts";
import { parseYaml } from "../../packages/runtime/src/format/yaml/parse-yaml.ts";
import { readPositioned } from "../../packages/runtime/src/format/yaml/read-positioned.ts";
import { readYaml } from "../../packages/runtime/src/format/yaml/read-yaml.ts";
import { nodeHash as hash } from "../../packages/runtime/src/node/node-hash.ts";
import { findProfile } from "../../packages/runtime/src/profiles/find-profile.ts";
import type { GrowthTable } from "./row.ts";

const inFrontmatter = (text: string) => `---\nname: a\ndescription: b\n${text}\n---\n\nBody.\n`;
const inBody = (text: string) => `---\nname: a\ndescription: b\n---\n\n${text}`;
const inDescription = (text: string) => `---\nname: a\ndescription: ${JSON.stringify(text)}\n---\n\nBody.\n`;
const inLists = (text: string) => {
  const value = JSON.stringify(text);
  return `---\nname: a\ndescription: b\nallowed-tools: ${value}\ntriggers: ${value}\nglobs: ${value}\ntools: [${value}]\n---\n`;
};
const { format: policy } = findProfile("agentskills");

/** The functions of `format/`. */
export const FORMAT: GrowthTable = {
  "format/admit-skill.ts admitSkill": (text) =>
    admitSkill(summariseSkill(text, { hash }), { directoryName: "a", requires: [], policy }),
  "format/checks/check-name.ts isPerfectName": isPerfectName,
  "format/checks/check.ts clip": clip,
  "format/digest.ts directoryDigest": (text) =>
    directoryDigest([{ path: text, mode: 0, bytes: new TextEncoder().encode(text) }], hash),
  "format/estimate-tokens.ts countCharacters": countCharacters,
  "format/estimate-tokens.ts estimateTokens": estimateTokens,
  "format/extract-workflow.ts extractWorkflow": (text) => extractWorkflow(text, "SKILL.md"),
  "format/extract-workflow.ts extractWorkflow (frontmatter)": (text) =>
    extractWorkflow(inFrontmatter(`steps:\n  - ${text}`), "SKILL.md"),
  "format/inline-workflow.ts inlineWorkflow": (text) => inlineWorkflow(inFrontmatter(`steps:\n  - ${text}`)),
  "format/line-index.ts indexLines": (text) => {
    const place = indexLines(text, 1);
    for (let at = 0; at < text.length; at += 64) place(at);
  },
  "format/markdown-lines.ts linesOutsideFences": linesOutsideFences,
  "format/outline.ts headingTitles": headingTitles,
  "format/outline.ts outlineOf": (text) => outlineOf(text),
  "format/parse-skill-md.ts parseSkillMd": parseSkillMd,
  "format/parse-skill-md.ts parseSkillMd (body)": (text) => parseSkillMd(inBody(text)),
  "format/parse-skill-md.ts parseSkillMd (frontmatter)": (text) => parseSkillMd(inFrontmatter(text)),
  "format/parse-skill-md.ts parseSkillMd (description)": (text) => parseSkillMd(inDescription(text)),
  "format/sections.ts sectionsOf": sectionsOf,
  "format/sections.ts splitBody": (text) => splitBody(text),
  "format/split-frontmatter.ts splitFrontmatter": (text) => splitFrontmatter(text),
  "format/summarise-plain.ts summarisePlain": (text) => summarisePlain(text, { hash }),
  "format/summarise-plain.ts summarisePlain (frontmatter)": (text) =>
    summarisePlain(inFrontmatter(text), { hash }),
  "format/summarise-skill.ts summariseSkill": (text) => summariseSkill(text, { hash, salvages: true }),
  "format/summarise-skill.ts summariseSkill (lists)": (text) => summariseSkill(inLists(text), { hash }),
  "format/summary.ts bodyVersion": (text) => bodyVersion(text, hash),
  "format/validate-skill.ts validateSkill": (text) => validateSkill(text),
  "format/validate-skill.ts validateSkill (frontmatter)": (text) => validateSkill(inFrontmatter(text)),
  "format/validate-skill.ts validateSkill (lists)": (text) => validateSkill(inLists(text)),
  "format/yaml/parse-yaml.ts parseYaml": (text) => parseYaml(text),
  "format/yaml/read-positioned.ts readPositioned": readPositioned,
  "format/yaml/read-yaml.ts readYaml": readYaml,
};
