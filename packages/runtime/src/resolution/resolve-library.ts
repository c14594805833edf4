import { realPlaceOf } from "../basics/real-place.ts";
import { trustHint } from "../basics/trust-hint.ts";
import { compareText } from "../basics/words.ts";
import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { KnowhowEvent } from "../events.ts";
import type { Candidate, LibraryEntry } from "../library.ts";
import type { ResolutionPolicy } from "../profile.ts";
import { type CandidateOrder, candidateOrder } from "./candidate-order.ts";
import { findLookAlikes } from "./find-look-alikes.ts";
import { stateOf } from "./state-of.ts";

/** Winners and shadowed entries, with diagnostics and events. */
export interface Resolution {
  /** Sorted by name; the winner of a name first, then the others in order of precedence. */
  readonly entries: readonly LibraryEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly events: readonly KnowhowEvent[];
}

/** Decides which candidate has which name. Pure: the order of the candidates does not matter. */
export function resolveLibrary(candidates: readonly Candidate[], policy: ResolutionPolicy): Resolution {
  const order = candidateOrder(policy);
  const ranked = [...withoutSameFiles(candidates, order)].sort(
    (a, b) => compareText(a.skill.name, b.skill.name) || order.compare(a, b),
  );
  const entries: LibraryEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const events: KnowhowEvent[] = [];
  let winner: Candidate | undefined;
  for (const candidate of ranked) {
    diagnostics.push(...describeTrust(candidate));
    if (winner?.skill.name !== candidate.skill.name) {
      if (winner !== undefined) diagnostics.push(...describeWinner(winner));
      winner = candidate;
      entries.push(makeEntry(candidate));
      continue;
    }
    const lost = { shadowedBy: winner.skill.path, lostBy: order.decidedBy(winner, candidate) };
    entries.push(makeEntry(candidate, lost));
    const said = describeRivals(winner, candidate, policy);
    if (said === undefined) continue;
    diagnostics.push(said.diagnostic);
    events.push(said.event);
  }
  if (winner !== undefined) diagnostics.push(...describeWinner(winner));
  return { entries, diagnostics: [...diagnostics, ...findLookAlikes(entries)], events };
}

/** A file that was reached twice, through a link or two roots, counts once: as its best candidate. */
function withoutSameFiles(
  candidates: readonly Candidate[],
  { compare }: CandidateOrder,
): Iterable<Candidate> {
  const files = candidates.map(({ skill }) => skill.real?.path ?? skill.path);
  if (new Set(files).size === files.length) return candidates;
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { path } = realPlaceOf(candidate.skill);
    const rival = best.get(path);
    if (rival === undefined || compare(candidate, rival) < 0) best.set(path, candidate);
  }
  return best.values();
}

function makeEntry(
  candidate: Candidate,
  { shadowedBy, lostBy }: Pick<LibraryEntry, "shadowedBy" | "lostBy"> = {},
): LibraryEntry {
  const { skill, eligibility, trust, override, notes, scan } = candidate;
  const entry: { -readonly [Key in keyof LibraryEntry]: LibraryEntry[Key] } = {
    skill,
    state: stateOf(candidate),
    eligibility,
    trust,
    notes,
  };
  if (override !== undefined) entry.override = override;
  if (scan !== undefined) entry.scan = scan;
  if (shadowedBy !== undefined) entry.shadowedBy = shadowedBy;
  if (lostBy !== undefined) entry.lostBy = lostBy;
  return Object.freeze(entry);
}

function describeRivals(
  winner: Candidate,
  loser: Candidate,
  policy: ResolutionPolicy,
): { diagnostic: Diagnostic; event: KnowhowEvent } | undefined {
  const [won, lost] = [winner.skill, loser.skill];
  const isCopy = winner.digest !== undefined && winner.digest === loser.digest;
  if (isCopy && policy.copies === "silent") return undefined;
  const across = won.origin.level !== lost.origin.level;
  const severity = across ? policy.acrossLevels : "warning";
  const code = severity === "info" ? "resolution.override" : "resolution.collision";
  const message = `"${won.name}" of the ${won.source} level (${won.origin.provider}) is used; the one at ${lost.path} (${lost.origin.provider}, ${lost.source} level) is shadowed`;
  const diagnostic = diagnose(code, message, {
    path: won.path,
    hint: `rename one of them${whyHint(won.name)}`,
  });
  return {
    diagnostic,
    event: {
      type: "skill.overridden",
      skill: won.name,
      winner: won.source,
      loser: lost.source,
      severity,
    },
  };
}

/** A name is put into a command only if no shell or option parser could misinterpret it. */
function whyHint(name: string): string {
  return /^[A-Za-z0-9._][A-Za-z0-9._-]*$/.test(name) ? `, or run \`knowhow why ${name}\`` : "";
}

/** Also for shadowed skills: once they are trusted, they may win the name. */
function describeTrust({ skill, trust, override }: Candidate): readonly Diagnostic[] {
  if (trust.state === "trusted" || override === "off") return [];
  const why = trust.reason === undefined ? "" : `: ${trust.reason}`;
  if (trust.state === "refused")
    return [diagnose("resolution.refused", `"${skill.name}" was refused${why}`, { path: skill.path })];
  const message = `"${skill.name}" is not served by knowhow until you trust it${why}`;
  const hint = trustHint(skill.name, trust);
  return [diagnose("resolution.pending", message, { path: skill.path, hint })];
}

function describeWinner(winner: Candidate): readonly Diagnostic[] {
  const { skill, eligibility, trust } = winner;
  if (eligibility.eligible || trust.state !== "trusted") return [];
  const message = `"${skill.name}" cannot be used here: ${eligibility.missing.map((missing) => `${missing.kind} ${missing.name}`).join(", ")}`;
  const hint = eligibility.missing.map((missing) => missing.hint).join("; ");
  return [diagnose("resolution.ineligible", message, { path: skill.path, hint })];
}
