import { nearestWord } from "../basics/words.ts";
import { type Diagnostic, hasErrors } from "../diagnostics.ts";
import { KnowhowError } from "../errors.ts";
import type { Resource } from "../skill.ts";
import type { CheckContext } from "./checks/check.ts";
import { checkFiles } from "./checks/check-files.ts";
import { checkPublishing } from "./checks/check-publishing.ts";
import { checkYamlStyle } from "./checks/check-yaml-style.ts";
import { readText } from "./normalise.ts";
import { findNul, readSkill } from "./read-skill.ts";
import { RULE_SETS, type RuleSet } from "./rule-sets.ts";
import { entryOf } from "./yaml/nodes.ts";

/** Options of a validation. */
export interface ValidationOptions extends Omit<CheckContext, "normalizesNames"> {
  /** Every file of the skill, including the SKILL.md. */
  readonly files?: readonly Resource[] | undefined;
  /** Id of the rule set. Default `spec`. */
  readonly rules?: string | undefined;
}

/** The result of validating one SKILL.md against one rule set. */
export interface Validation {
  /** True if no diagnostic is an error. */
  readonly ok: boolean;
  readonly rules: string;
  readonly name: string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Validates a SKILL.md against a rule set. Parsing is the same for all sets, only the reported codes differ. */
export function validateSkill(text: string, options: ValidationOptions = {}): Validation {
  const set = ruleSet(options.rules ?? "spec");
  const { name, diagnostics } = inspect(text, {
    ...options,
    normalizesNames: set.normalizesNames,
  });
  const judged = diagnostics.flatMap((diagnostic) => judge(diagnostic, set)).sort(byPlace);
  return { ok: !hasErrors(judged), rules: set.name, name, diagnostics: judged };
}

function ruleSet(name: string): RuleSet {
  const set = RULE_SETS.find((candidate) => candidate.name === name);
  if (set !== undefined) return set;
  const names = RULE_SETS.map((candidate) => candidate.name);
  const meant = nearestWord(name, names);
  const hint = meant === undefined ? `use one of ${names.join(", ")}` : `did you mean ${meant}?`;
  throw new KnowhowError("format.unknown-rules", `unknown rule set "${name.slice(0, 80)}"`, { hint });
}

/** All diagnostics that any rule set may report. */
function inspect(
  text: string,
  options: ValidationOptions & CheckContext,
): { name: string | undefined; diagnostics: readonly Diagnostic[] } {
  const nul = findNul(text);
  if (nul !== undefined) return { name: undefined, diagnostics: [nul] };
  const { md, diagnostics } = readSkill(text, options);
  const name = entryOf(md.map, "name")?.value;
  return {
    name: name === undefined ? undefined : readText(name),
    diagnostics: [
      ...diagnostics,
      ...checkYamlStyle(md, options),
      ...checkPublishing(md, options),
      ...checkFiles(options.files ?? []),
    ],
  };
}

function judge(diagnostic: Diagnostic, set: RuleSet): readonly Diagnostic[] {
  const row = set.rows.find(({ code }) => code === diagnostic.code);
  return row === undefined ? [] : [{ ...diagnostic, severity: row.severity }];
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
}
