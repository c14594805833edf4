import { type Diagnostic, diagnose } from "../diagnostics.ts";
import type { KnowhowEvent } from "../events.ts";
import type { Candidate, LibraryEntry } from "../library.ts";
import type { ResolutionPolicy } from "../profile.ts";
import { compareText } from "../words.ts";
import { compareCandidates } from "./compare-candidates.ts";
import { stateOf } from "./state-of.ts";

/** Winners and losers, the words about them, and the events to tell. */
export interface Resolution {
  /** Sorted by name; the winner of a name first, then the others in the order in which they would take its place. */
  readonly entries: readonly LibraryEntry[];
  readonly diagnostics: readonly Diagnostic[];
  readonly events: readonly KnowhowEvent[];
}

/** Decides which candidate has which name. Pure: the same candidates give the same library, in any order. */
export function resolveLibrary(candidates: readonly Candidate[], policy: ResolutionPolicy): Resolution {
  const compare = compareCandidates(policy);
  const groups = groupByName(dropSameFiles(candidates, compare));
  const names = [...groups.keys()].sort(compareText);
  const entries: LibraryEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  const events: KnowhowEvent[] = [];
  for (const name of names) {
    const group = groups.get(name) ?? [];
    const [winner, ...losers] = group.length > 1 ? group.sort(compare) : group;
    if (winner === undefined) continue;
    entries.push(makeEntry(winner));
    for (const loser of losers) {
      entries.push(makeEntry(loser, winner));
      const said = describeRivals(winner, loser, policy);
      if (said === undefined) continue;
      diagnostics.push(said.diagnostic);
      events.push(said.event);
    }
    diagnostics.push(...describeWinner(winner));
  }
  return { entries, diagnostics, events };
}

/** The same file reached twice (through a link, or two roots) counts once: as its best candidate. */
function dropSameFiles(
  candidates: readonly Candidate[],
  compare: (a: Candidate, b: Candidate) => number,
): Iterable<Candidate> {
  const best = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const rival = best.get(candidate.real);
    if (rival === undefined || compare(candidate, rival) < 0) best.set(candidate.real, candidate);
  }
  return best.values();
}

function groupByName(candidates: Iterable<Candidate>): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const group = groups.get(candidate.skill.name);
    if (group === undefined) groups.set(candidate.skill.name, [candidate]);
    else group.push(candidate);
  }
  return groups;
}

function makeEntry(candidate: Candidate, winner?: Candidate): LibraryEntry {
  const { skill, eligibility, trusted, override, notes } = candidate;
  const entry: { -readonly [Key in keyof LibraryEntry]: LibraryEntry[Key] } = {
    skill,
    state: stateOf(candidate),
    eligibility,
    notes,
  };
  if (trusted !== undefined) entry.trusted = trusted;
  if (override !== undefined) entry.override = override;
  if (winner !== undefined) entry.shadowedBy = winner.skill.path;
  return Object.freeze(entry);
}

function describeRivals(
  winner: Candidate,
  loser: Candidate,
  policy: ResolutionPolicy,
): { diagnostic: Diagnostic; event: KnowhowEvent } | undefined {
  const [won, lost] = [winner.skill, loser.skill];
  if (won.version === lost.version && won.description === lost.description) return undefined;
  const across = won.origin.level !== lost.origin.level;
  const severity = across ? policy.acrossLevels : "warning";
  const code = severity === "info" ? "resolution.override" : "resolution.collision";
  const message = `"${won.name}" of the ${won.origin.level} level (${won.origin.provider}) is used; the one at ${lost.path} (${lost.origin.provider}, ${lost.origin.level} level) is shadowed`;
  const diagnostic = diagnose(code, message, {
    path: won.path,
    hint: `rename one of the two, or run \`knowhow why ${won.name}\``,
  });
  return {
    diagnostic,
    event: {
      type: "skill.overridden",
      name: won.name,
      winner: won.origin.level,
      loser: lost.origin.level,
      severity,
    },
  };
}

function describeWinner(winner: Candidate): readonly Diagnostic[] {
  const { skill, eligibility, trusted } = winner;
  if (trusted === false) {
    const message = `"${skill.name}" is not trusted and hidden from the model`;
    return [
      diagnose("resolution.untrusted", message, { path: skill.path, hint: "look at it, then trust it" }),
    ];
  }
  if (eligibility.eligible) return [];
  const message = `"${skill.name}" cannot be used here: ${eligibility.missing.map((missing) => `${missing.kind} ${missing.name}`).join(", ")}`;
  const hint = eligibility.missing.map((missing) => missing.hint).join("; ");
  return [diagnose("resolution.ineligible", message, { path: skill.path, hint })];
}
