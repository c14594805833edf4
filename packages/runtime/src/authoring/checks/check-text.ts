import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { parseSkillMd } from "../../format/parse-skill-md.ts";
import { validateSkill } from "../../format/validate-skill.ts";
import { SKILL_FILE } from "../../gate.ts";
import { lintSkill } from "../../lint/lint-skill.ts";
import type { ProposalFile } from "../../proposal.ts";
import { decodeText, isBinary } from "../../serving/decode-text.ts";
import type { Skill } from "../../skill.ts";

/** Markup, role markers and orders to a model: text that a catalog must never show. */
const MARKUP = /<\/?[a-z!?]/i;
const ROLE = /(?:^|[\n.!?]\s{0,10})(?:system|assistant|developer|human)\s{0,3}:/i;
const ORDER =
  /\b(?:ignore|disregard|forget|override)\s{1,5}(?:(?:all|any|the|your|every)\s{1,5}){0,2}(?:previous|prior|earlier|above|other|system|existing)\b/i;
/** Control, direction, invisible and tag characters. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;

/** Validation, lint, and what a proposed description must not contain. */
export async function checkText(
  skill: Skill,
  files: readonly ProposalFile[],
  rules: string,
): Promise<readonly Diagnostic[]> {
  const own = files.find(({ path }) => path === SKILL_FILE);
  if (own === undefined) return [];
  const text = decodeText(own.bytes);
  const sizes = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
  const { diagnostics } = validateSkill(text, {
    directoryName: skill.name,
    fileName: SKILL_FILE,
    rules,
    files: sizes,
  });
  const { body, bodyLine } = parseSkillMd(text).value;
  const { name, description, directory, fields, allowedTools } = skill;
  const linted = await lintSkill({
    name,
    description,
    directory,
    fields,
    allowedTools,
    text,
    body,
    bodyLine,
    files: sizes.filter(({ path }) => path !== SKILL_FILE),
    readText: (path) => textOf(files, path),
  });
  return [...diagnostics, ...checkDescription(skill), ...linted];
}

function textOf(files: readonly ProposalFile[], path: string): string | undefined {
  const file = files.find((each) => each.path === path);
  return file === undefined || isBinary(file.bytes) ? undefined : decodeText(file.bytes);
}

/** A description reaches every conversation, before anybody loads the skill. */
function checkDescription({ description, path, fields }: Skill): readonly Diagnostic[] {
  const shown = [description, fields.whenToUse ?? "", ...(fields.triggers ?? [])];
  const has = (pattern: RegExp) => shown.some((text) => pattern.test(text));
  const found = [
    ...(has(MARKUP) ? ["markup"] : []),
    ...(has(ROLE) ? ["a role, such as `system:`"] : []),
    ...(has(ORDER) ? ["an order to ignore other instructions"] : []),
    ...(shown.some((text) => UNSEEN.test(text.replaceAll(/\r?\n/g, " "))) ? ["invisible characters"] : []),
  ];
  return found.map((what) =>
    diagnose("authoring.unsafe-description", `the description contains ${what}`, {
      path,
      hint: "describe in plain words what the skill does and when to use it",
    }),
  );
}
