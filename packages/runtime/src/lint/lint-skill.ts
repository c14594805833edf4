import { joinPath } from "../basics/paths.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import { lintSkillWorkflow } from "../runs/lint-skill-workflow.ts";
import { declaredTools } from "../skill.ts";
import { withBoundedReads } from "./bounded-reads.ts";
import { markdownParts } from "./markdown.ts";
import { placesIn } from "./places.ts";
import type { LintCode, LintLibrarySkill, LintOptions, LintSkillInput, Rule } from "./rule.ts";
import { LINT_RULES } from "./rules.ts";

const MOST_FINDINGS_PER_RULE = 50;

/** Lints one skill with all skill rules, except those that its body or the caller disables, and its workflow. */
export async function lintSkill(
  input: LintSkillInput,
  options: LintOptions = {},
): Promise<readonly Diagnostic[]> {
  // Rules look at the words of a description, not at its lines.
  const description = input.description.replace(/\s+/g, " ");
  const bounded = withBoundedReads({ ...input, description });
  const optOuts = optOutsOf(input.body);
  const found = unknownOptOuts(optOuts, input);
  for (const rule of LINT_RULES) {
    if (rule.scope !== "skill" || options.skip?.includes(rule.code)) continue;
    const findings = await rule.check(bounded);
    const optOut = canBeDisabled(rule.code)
      ? optOuts.find(({ rule: name }) => codeOf(name) === rule.code)
      : undefined;
    if (optOut === undefined) found.push(...limited(rule.code, findings));
    else found.push(disabled(optOut, findings.length, input));
  }
  found.push(...(await workflowFindings(bounded, options)));
  return found.map((diagnostic) => ({
    ...diagnostic,
    path: joinPath(input.directory, diagnostic.path ?? "SKILL.md"),
  }));
}

/** Problems of the workflow are errors of the skill, so no comment can disable them. */
async function workflowFindings(input: LintSkillInput, options: LintOptions): Promise<readonly Diagnostic[]> {
  const { name, fields, text, allowedTools = [], files } = input;
  const found = await lintSkillWorkflow(
    { text, fields, paths: files.map(({ path }) => path), textOf: input.readText },
    {
      ...options.workflow,
      name,
      allowedTools: declaredTools({ allowedTools, fields }),
      disallowedTools: fields.disallowedTools,
    },
  );
  return found.slice(0, MOST_FINDINGS_PER_RULE);
}

function codeOf(name: string): LintCode | undefined {
  return LINT_RULES.find((rule) => rule.code === `lint.${name}` && rule.scope === "skill")?.code;
}

/** A comment cannot disable the rule for credentials. */
function canBeDisabled(code: LintCode): boolean {
  return code !== "lint.secret";
}

/** The name of a rule in a comment, if a comment can disable it. */
function optOutName({ code, scope }: Rule): readonly string[] {
  return scope === "skill" && canBeDisabled(code) ? [code.slice("lint.".length)] : [];
}

function limited(code: LintCode, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  const rest = findings.length - MOST_FINDINGS_PER_RULE;
  if (rest <= 0) return findings;
  return [
    ...findings.slice(0, MOST_FINDINGS_PER_RULE),
    diagnose(code, `${rest} more findings of this rule are not listed`, { line: 1, column: 1 }),
  ];
}

function disabled(optOut: OptOut, hidden: number, input: LintSkillInput): Diagnostic {
  const effect =
    hidden === 0 ? "it has no findings" : `${hidden} ${hidden === 1 ? "finding is" : "findings are"} hidden`;
  return diagnose("lint.rule-disabled", `a comment disables \`${optOut.rule}\`: ${effect}`, {
    ...placesIn(input.body, input.bodyLine)(optOut.at),
    hint: hidden === 0 ? "remove the comment" : undefined,
  });
}

function unknownOptOuts(optOuts: readonly OptOut[], input: LintSkillInput): Diagnostic[] {
  const place = placesIn(input.body, input.bodyLine);
  return optOuts
    .flatMap(({ rule, at }) => {
      const code = codeOf(rule);
      if (code !== undefined && canBeDisabled(code)) return [];
      const reason = code === undefined ? "is not a rule for a single skill" : "cannot be disabled";
      return diagnose("lint.rule-unknown", `a comment tries to disable \`${rule}\`, which ${reason}`, {
        ...place(at),
        hint: `expected one of ${LINT_RULES.flatMap(optOutName).join(", ")}`,
      });
    })
    .slice(0, MOST_FINDINGS_PER_RULE);
}

/** Lints skills that are used together; pass the winners of a library. */
export function lintLibrary(
  skills: readonly LintLibrarySkill[],
  options: LintOptions = {},
): readonly Diagnostic[] {
  return LINT_RULES.flatMap((rule) =>
    rule.scope === "library" && !options.skip?.includes(rule.code) ? rule.check(skills) : [],
  );
}

/** A rule that a comment in the body disables. */
export interface OptOut {
  /** As written, without `lint.`: `dead-reference`. */
  readonly rule: string;
  /** Offset of the comment in the body. */
  readonly at: number;
}

/**
 * Reads `<!-- knowhow-lint-disable dead-reference, long-body -->` comments, each on one line; examples in code do not
 * count.
 */
export function optOutsOf(body: string): readonly OptOut[] {
  if (!body.includes("knowhow-lint-disable")) return [];
  return markdownParts(body).comments.flatMap(({ text, start }) => {
    const names = /^<!--\s*knowhow-lint-disable\s+([^>]{1,500})-->$/.exec(text)?.[1] ?? "";
    return names
      .split(/[\s,]+/)
      .filter((name) => name !== "")
      .map((name) => ({ rule: name.replace(/^lint\./, ""), at: start }));
  });
}
