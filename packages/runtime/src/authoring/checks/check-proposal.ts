import { type Diagnostic, hasErrors } from "../../diagnostics.ts";
import { SKILL_FILE } from "../../gate.ts";
import type { Hash, Ports } from "../../ports.ts";
import type { ProposalChecks, ProposalFile, ProposalTarget } from "../../proposal.ts";
import { decodeText } from "../../serving/decode-text.ts";
import type { Skill } from "../../skill.ts";
import { draftSkill } from "../draft-skill.ts";
import { refused } from "../refused.ts";
import { checkText } from "./check-text.ts";
import { type Comparing, compareSkills } from "./compare-skills.ts";
import { scanFiles } from "./scan-files.ts";

/** What the checks need from the runtime. */
export interface CheckParts {
  readonly rules: string;
  readonly hash: Hash;
  readonly scanner: Ports["scanner"];
  /** The skills that a model may see. */
  readonly visible: () => readonly Skill[];
  readonly comparing: () => Promise<Comparing>;
  readonly canPatch: (skill: Skill) => boolean;
}

/** What is checked: the skill before and after the proposal. */
export interface CheckSubject {
  readonly target: ProposalTarget;
  readonly before: readonly ProposalFile[];
  readonly after: readonly ProposalFile[];
}

/** Runs every check of a proposal. */
export async function checkProposal(
  { target, before, after }: CheckSubject,
  parts: CheckParts,
): Promise<ProposalChecks> {
  const text = textOf(after);
  if (text === undefined) return { diagnostics: [], near: [], stolen: [], notes: [] };
  const skill = draftSkill(text, target, parts.hash);
  const old = textOf(before);
  const current = old === undefined ? undefined : draftSkill(old, target, parts.hash);
  const diagnostics = await checkText(skill, after, parts.rules);
  const known = current === undefined ? [] : await checkText(current, before, parts.rules);
  const scan = await scanFiles(target.name, after, parts.scanner);
  const others = parts.visible().filter(({ name }) => name !== target.name);
  const { near, stolen, notes } = await compareSkills(skill, others, await parts.comparing(), {
    before: current,
    canPatch: parts.canPatch,
  });
  return {
    diagnostics: withoutKnown(diagnostics, known),
    ...(scan === undefined ? {} : { scan }),
    near,
    stolen,
    notes: [...(scan === undefined ? ["it was not scanned, because no scanner is installed"] : []), ...notes],
  };
}

/** Throws `authoring.refused` if the checks found something that no review can accept. */
export function refuseBad({ diagnostics, scan }: ProposalChecks): void {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) throw refused(error.message, error.hint);
  if (scan?.verdict !== "block") return;
  const finding = scan.findings.find(({ verdict }) => verdict === "block") ?? scan.findings[0];
  const place = finding === undefined ? "" : ` (${finding.path}:${finding.line}, ${finding.rule})`;
  throw refused(`the scan blocks it: ${finding?.message ?? "harmful content"}${place}`, finding?.fix);
}

/** Errors that the skill has already do not stop a change of it. */
function withoutKnown(found: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!hasErrors(known)) return found;
  const codes = new Set(known.map(({ code }) => code));
  return found.map((diagnostic) =>
    diagnostic.severity === "error" && codes.has(diagnostic.code)
      ? { ...diagnostic, severity: "warning" }
      : diagnostic,
  );
}

function textOf(files: readonly ProposalFile[]): string | undefined {
  const own = files.find(({ path }) => path === SKILL_FILE);
  return own === undefined ? undefined : decodeText(own.bytes);
}
