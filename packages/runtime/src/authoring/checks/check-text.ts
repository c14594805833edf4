import { findHidden } from "../../basics/hidden-characters.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { parseSkillMd } from "../../format/parse-skill-md.ts";
import { validateSkill } from "../../format/validate-skill.ts";
import { SKILL_FILE } from "../../gate.ts";
import { lintSkill } from "../../lint/lint-skill.ts";
import type { ProposalFile } from "../../proposal.ts";
import { skeletonOf } from "../../resolution/confusables.ts";
import { decodeText, isBinary } from "../../serving/decode-text.ts";
import type { Skill } from "../../skill.ts";

/** Text that a catalog must never show: it could be taken for a part of the prompt. */
const UNSAFE = [
  { what: "markup", pattern: /<\/?[a-z!?]/i },
  {
    what: "a role, such as `system:`",
    pattern: /(?:^|[\n.!?]\s{0,10})(?:system|assistant|developer|human)\s{0,3}:/i,
  },
  {
    what: "an order to ignore other instructions",
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s{1,5}(?:(?:all|any|the|your|every)\s{1,5}){0,2}(?:previous|prior|earlier|above|other|system|existing|safety|(?:what|everything)\s{1,5}you)\b/i,
  },
  {
    what: "an order to ignore other instructions",
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\s{1,5}(?:all|any|your|these|those)\s{1,5}(?:instructions?|rules?|guidelines?|policies|prompts?)\b/i,
  },
  {
    what: "instructions of its own",
    pattern:
      /(?:^|[\n.!?]\s{0,10})(?:new|real|actual|updated|hidden|additional)\s{1,5}(?:instructions?|orders?|rules?)\s{0,3}:/i,
  },
  {
    what: "an order to the model",
    pattern:
      /\byou\s{1,5}(?:must|should|shall|have to|need to|will)\s{1,5}(?:always\s{1,5})?(?:obey|comply)\b/i,
  },
  {
    what: "a request to hide something from the user",
    pattern:
      /\b(?:do not|don't|never|without|avoid)\s{1,5}(?:ever\s{1,5})?(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|ask|asking)\b[^.]{0,40}\b(?:user|human|person|anyone|anybody)\b/i,
  },
  {
    what: "a claim to every message",
    pattern:
      /\b(?:for|on|in|before|at)\s{1,5}(?:every|each|any|all)\s{1,5}(?:request|message|task|question|conversation|turn|prompt|answer|response|reply)s?(?=\s{0,3}(?:[.,;:!]|$|before\b|first\b|no matter\b))/i,
  },
  {
    what: "a claim to every message",
    pattern:
      /\b(?:use|call|load|invoke|run|activate|apply)d?\s{1,5}(?:this|it|the)\b[^.\n]{0,40}?\b(?:for (?:everything|anything)|no matter what|before (?:you answer|answering|responding|replying|anything else|doing anything)|even (?:if|when) (?:the user|users|nobody|no one))\b/i,
  },
  {
    what: "a claim to what other skills are for",
    pattern:
      /\b(?:(?:replaces?|supersedes?|overrides?|disables?|before|instead of)\s{1,5}(?:all|any|every|each)|(?:never|do not|don't)\s{1,5}(?:use|call|load)\s{1,5}(?:any|the|all)?)\s{0,5}other\s{1,5}(?:skill|tool)s?\b/i,
  },
] as const;

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
  const found = shown.flatMap((text) => {
    // As a reader sees it: with letters of other scripts replaced by those that they look like.
    const seen = text
      .replaceAll(/[\t ]+/g, " ")
      .split(/\r?\n/)
      .map(skeletonOf)
      .join("\n");
    return [
      ...UNSAFE.flatMap(({ what, pattern }) => {
        const at = seen.search(pattern);
        return at < 0 ? [] : [`${what}: ${quoted(seen, at)}`];
      }),
      ...(findHidden(text) === undefined ? [] : ["invisible characters"]),
    ];
  });
  return [...new Set(found)].map((what) =>
    diagnose("authoring.unsafe-description", `the description contains ${what}`, {
      path,
      hint: "describe in plain words what the skill does and when to use it",
    }),
  );
}

function quoted(text: string, at: number): string {
  return JSON.stringify(text.slice(at, at + 40).trim());
}
