import { formatCount } from "../../basics/words.ts";
import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { bodyReferences } from "../body-parts.ts";
import { placesIn } from "../places.ts";
import type { Reference } from "../references.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";
import { collapse, type SkillFiles, skillFiles } from "../skill-files.ts";

/** agentskills.io: file references are relative paths from the skill's root. */
export const deadReference: SkillRule = { code: "lint.dead-reference", scope: "skill", check };

function check(input: LintSkillInput): readonly Diagnostic[] {
  const files = skillFiles(input.files);
  const place = placesIn(input.body, input.bodyLine);
  const seen = new Set<string>();
  const leaving: Reference[] = [];
  const inBody = bodyReferences(input).flatMap((reference) => {
    const path = belowSkill(reference.path, input.name);
    if (seen.has(path) || files.find(path) !== undefined) return [];
    if (reference.form === "link" && collapse(path) === undefined) {
      seen.add(path);
      leaving.push(reference);
      return [];
    }
    const problem = problemWith({ ...reference, path }, files, input.body);
    if (problem === undefined) return [];
    seen.add(path);
    return diagnose("lint.dead-reference", problem.message, {
      ...place(reference.at),
      severity: problem.certain ? undefined : "info",
      hint: problem.hint,
    });
  });
  const [first, ...others] = leaving;
  if (first === undefined) return [...deadOutput(input, files), ...inBody];
  const { message, hint } = leavesSkill(first.path, others.length);
  const out = diagnose("lint.dead-reference", message, { ...place(first.at), severity: "info", hint });
  return [...deadOutput(input, files), ...inBody, out];
}

/** AIOS: `output` names the template, a file of the skill. A text without an ending is not a path. */
function deadOutput({ fields, text }: LintSkillInput, files: SkillFiles): readonly Diagnostic[] {
  // The output of a workflow is checked with the workflow.
  const path = fields.steps === undefined ? (fields.output ?? "") : "";
  if (!/^[^\s{}<>]+\.[A-Za-z0-9]+$/.test(path) || files.find(path) !== undefined) return [];
  const { message, hint } = collapse(path) === undefined ? leavesSkill(path) : missing(path, files, true);
  const line = text.split("\n").findIndex((each) => /^\s*["']?output["']?\s*:/.test(each)) + 1;
  return [
    diagnose("lint.dead-reference", `\`output\`: ${message}`, { line: Math.max(1, line), column: 1, hint }),
  ];
}

interface ReferenceProblem {
  readonly message: string;
  readonly hint: string;
  /** False if the path may mean a file outside the skill. */
  readonly certain: boolean;
}

/** `.claude/skills/pdf/scripts/x.py` inside the skill `pdf` means `scripts/x.py`. */
function belowSkill(path: string, name: string): string {
  const prefix = `skills/${name}/`;
  const at = path.indexOf(prefix);
  return name !== "" && (at === 0 || path[at - 1] === "/") ? path.slice(at + prefix.length) : path;
}

function problemWith(reference: Reference, files: SkillFiles, body: string): ReferenceProblem | undefined {
  const { path, form } = reference;
  if (form === "link") return missing(path, files, true);
  if (PLACEHOLDER.test(path) || isHedged(reference, body)) return undefined;
  const directory = path.slice(0, path.indexOf("/"));
  if (files.hasDirectory(directory)) return OWN.has(directory) ? missing(path, files, true) : undefined;
  if (directory === "references") return missing(path, files, true);
  return directory === "scripts" ? missing(path, files, false) : undefined;
}

/** Directories whose files belong to the skill itself; the first three are the standard's. */
const OWN = new Set([
  "scripts",
  "references",
  "assets",
  "reference",
  "resources",
  "templates",
  "guides",
  "rules",
]);

const PLACEHOLDER = /(?:^|[/_.-])(?:x{2,}|foo|bar|example|sample|my|your)(?:[/_.-]|$)/i;

/** Words before a path that make it an example, a file still to be written, or a file of another project. */
const HEDGE_BEFORE =
  /\b(?:e\.?g\b|examples?|instance|such as|like|creat\w*|writ(?:e|es|ing)|generat\w*|sav(?:e|es|ing)|build|add(?:s|ing)?|produc\w*|emits?|no longer|not|never|avoid|instead|repo|repository|project|plugin|checkout|library|source)\b|n't\b|例|→|=>|'s[ `]*$|['"]$/i;

/** Words after a path with the same effect. */
const HEDGE_AFTER =
  /^[^.\n]{0,60}\b(?:would|could|might)\b|^[^.\n]{0,40}\b(?:plugin|repo|repository|checkout|project)\b/i;

/** "Output to X" makes X a result; "output formats: see X" does not. */
const OUTPUT_BEFORE = /\boutputs?(?: (?:goes|is written))?(?: (?:to|into|in|as|at))?[\s:`"'(]{0,4}$/i;

/** Text before a path that makes it a file of another skill: a link to that skill, its name, or its path. */
const OTHER_SKILL = /\bskill,? (?:and|with|for) its\b|\/SKILL\.md\b|技能的|スキルの|스킬의/i;

/** Words before a path that was part of the skill once. */
const PAST = /\b(?:earlier|previous(?:ly)?|former(?:ly)?|used to|removed|deleted|renamed|superseded)\b/i;

function isHedged({ at, path }: Reference, body: string): boolean {
  const before = lastItem(body.slice(Math.max(0, at - 400), at));
  const end = at + path.length;
  return (
    [HEDGE_BEFORE, OTHER_SKILL, PAST, OUTPUT_BEFORE].some((words) => words.test(before)) ||
    isPartOfList(path, before) ||
    HEDGE_AFTER.test(body.slice(end, end + 80))
  );
}

/** `other/references/a.md` + `references/b.md`: the second file is in the directory of the first. */
function isPartOfList(path: string, before: string): boolean {
  const directory = path.slice(0, path.indexOf("/") + 1);
  return new RegExp(`[\\w@-]+/${directory}\\S+[^\\w]{0,12}$`).test(before);
}

/** The text of the same paragraph, list item or table row. */
function lastItem(text: string): string {
  return text.split(/\n(?=\s*(?:\n|[-*+|#>]|\d+[.)]))/).at(-1) ?? "";
}

function missing(path: string, files: SkillFiles, certain: boolean): ReferenceProblem {
  const namesake = files.namesake(path);
  const fix =
    namesake === undefined ? "add the file or remove the reference" : `did you mean \`${namesake}\`?`;
  return {
    message: `\`${path}\` is not in the skill`,
    hint: certain ? fix : `${fix}; if it belongs to the user's project, say so in the sentence`,
    certain,
  };
}

/** The files may be there, in another skill of the collection; so all such links are one finding. */
function leavesSkill(path: string, others = 0): ReferenceProblem {
  const who =
    others === 0 ? `\`${path}\` leads` : `\`${path}\` and ${formatCount(others, "other link")} lead`;
  return {
    message: `${who} out of the skill's directory`,
    hint: "copy the file into the skill, or name the other skill instead of its path: skills are installed one by one",
    certain: false,
  };
}
