import type { Candidate } from "../library.ts";
import type { ResolutionKey, ResolutionPolicy } from "../profile.ts";
import { compareText } from "../words.ts";

/** Orders candidates of one name, winner first. One that cannot be used never stands before one that can. */
export function compareCandidates(policy: ResolutionPolicy): (a: Candidate, b: Candidate) => number {
  const rankOf = new Map(
    policy.levels.flatMap((group, rank) => group.map((level) => [level, rank] as const)),
  );
  const byKey: Readonly<Record<ResolutionKey, (a: Candidate, b: Candidate) => number>> = {
    level: (a, b) => (rankOf.get(a.skill.origin.level) ?? 99) - (rankOf.get(b.skill.origin.level) ?? 99),
    priority: (a, b) => b.skill.origin.priority - a.skill.origin.priority,
    first: (a, b) => a.skill.origin.order - b.skill.origin.order || compareText(a.skill.path, b.skill.path),
    last: (a, b) => b.skill.origin.order - a.skill.origin.order || compareText(b.skill.path, a.skill.path),
  };
  const keys = policy.order.map((key) => byKey[key]);
  return (a, b) => {
    const usable = Number(isUsable(b)) - Number(isUsable(a));
    if (usable !== 0) return usable;
    for (const key of keys) {
      const order = key(a, b);
      if (order !== 0) return order;
    }
    return compareText(a.skill.path, b.skill.path);
  };
}

function isUsable(candidate: Candidate): boolean {
  return candidate.trusted !== false && candidate.eligibility.eligible && candidate.override !== "off";
}
