import { type Diagnostic, hasErrors } from "../../diagnostics.ts";
import { SKILL_FILE } from "../../gate.ts";
import type { Hash } from "../../ports.ts";
import type { ProposalChecks, ProposalFile, ProposalTarget } from "../../proposal.ts";
import type { ScanPolicy, ScanReport, Scans } from "../../scan.ts";
import { judge } from "../../security/scan/scan-admit.ts";
import { asksFor } from "../../security/trust/asks-for.ts";
import { decodeText } from "../../serving/decode-text.ts";
import type { Skill } from "../../skill.ts";
import { draftSkill } from "../draft-skill.ts";
import { digestOfFiles } from "../proposal-hash.ts";
import { refused } from "../refused.ts";
import { checkSecrets } from "./check-secrets.ts";
import { checkText } from "./check-text.ts";
import { type Comparing, compareSkills } from "./compare-skills.ts";

/** What the checks need from the runtime. */
export interface CheckParts {
  readonly rules: string;
  readonly hash: Hash;
  readonly scans: Pick<Scans, "scanContent">;
  /** What happens to content, by what a scan found in it. */
  readonly policy: () => ScanPolicy;
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
  if (text === undefined) return { diagnostics: [], asksFor: [], near: [], stolen: [], notes: [] };
  const skill = draftSkill(text, target, parts.hash);
  const old = textOf(before);
  const current = old === undefined ? undefined : draftSkill(old, target, parts.hash);
  const secrets = checkSecrets(after);
  const diagnostics = [...secrets.diagnostics, ...(await checkText(skill, after, parts.rules))];
  const known =
    current === undefined
      ? []
      : [...checkSecrets(before).diagnostics, ...(await checkText(current, before, parts.rules))];
  const digest = await digestOfFiles(after, parts.hash);
  const scan = await parts.scans.scanContent({ name: target.name, files: after, gaps: [] }, digest);
  const others = parts.visible().filter(({ name }) => name !== target.name);
  const { near, stolen, notes } = await compareSkills(skill, others, await parts.comparing(), {
    before: current,
    canPatch: parts.canPatch,
  });
  return {
    diagnostics: withoutKnown(diagnostics, known),
    ...(scan === undefined ? {} : { scan }),
    asksFor: asksFor(skill).filter((asked) => !(current !== undefined && asksFor(current).includes(asked))),
    near,
    stolen,
    notes: [
      ...(scan === undefined ? ["it was not scanned, because no scanner is installed"] : []),
      ...secrets.notes,
      ...notes,
    ],
  };
}

/**
 * Throws `authoring.refused` if the checks found something that no review can accept. What a scan blocks is never
 * accepted here: nobody dismisses a finding in a text that an agent can simply write again.
 */
export function refuseBad({ diagnostics, scan }: ProposalChecks, policy: ScanPolicy): void {
  const error = diagnostics.find(({ severity }) => severity === "error");
  if (error !== undefined) throw refused(error.message, error.hint);
  if (scan?.verdict === "block") throw refused(`the scan blocks it: ${worstOf(scan)}`, fixOf(scan));
  const { outcome, action } = judge(policy, "user", { report: scan }, []);
  if (action === "allow") return;
  const why = scan === undefined ? "it cannot be scanned" : `the scan verdict is "${outcome}"`;
  throw refused(
    `${why}, and the settings do not allow that`,
    scan === undefined ? undefined : `${worstOf(scan)}`,
  );
}

function worstOf({ verdict, findings }: ScanReport): string {
  const finding = findings.find((each) => each.verdict === verdict) ?? findings[0];
  if (finding === undefined) return "harmful content";
  return `${finding.message} (${finding.path}:${finding.line}, ${finding.rule})`;
}

function fixOf({ verdict, findings }: ScanReport): string | undefined {
  return findings.find((each) => each.verdict === verdict)?.fix;
}

/** Errors that the skill has already do not stop a change of it; what is unsafe must be exactly what it was. */
function withoutKnown(found: readonly Diagnostic[], known: readonly Diagnostic[]): readonly Diagnostic[] {
  if (!hasErrors(known)) return found;
  const idOf = ({ code, message }: Diagnostic) => (code.startsWith("authoring.") ? message : code);
  const ids = new Set(known.map(idOf));
  return found.map((diagnostic) =>
    diagnostic.severity === "error" && ids.has(idOf(diagnostic))
      ? { ...diagnostic, severity: "warning" }
      : diagnostic,
  );
}

function textOf(files: readonly ProposalFile[]): string | undefined {
  const own = files.find(({ path }) => path === SKILL_FILE);
  return own === undefined ? undefined : decodeText(own.bytes);
}
