import type { Candidate, Decision, Rejection } from "../library.ts";
import type { ResolutionPolicy } from "../profile.ts";
import type { Skill } from "../skill.ts";
import { candidateOrder } from "./candidate-order.ts";

/** The candidates that remain, and those that a filter excludes, directly or with the name. */
export interface Filtered {
  readonly candidates: readonly Candidate[];
  readonly rejections: readonly Rejection[];
}

/**
 * Removes candidates that a filter excludes. If one of them is the best of its name among the providers, the other
 * providers' skills of that name are removed with it. Directories named by the caller are searched after the providers,
 * so theirs remain.
 */
export function excludeFiltered(candidates: readonly Candidate[], policy: ResolutionPolicy): Filtered {
  if (candidates.every(({ excluded }) => excluded === undefined)) return { candidates, rejections: [] };
  const { compare } = candidateOrder(policy);
  const best = new Map<string, Candidate>();
  for (const candidate of candidates.filter(isOfProvider)) {
    const rival = best.get(candidate.skill.name);
    if (rival === undefined || compare(candidate, rival) < 0) best.set(candidate.skill.name, candidate);
  }
  const rejections: Rejection[] = [];
  const kept = candidates.filter((candidate) => {
    const { skill, excluded } = candidate;
    const holder = isOfProvider(candidate) ? best.get(skill.name) : undefined;
    const detail =
      excluded ??
      (holder?.excluded === undefined
        ? undefined
        : `${holder.skill.path} has the name and is excluded: ${holder.excluded}`);
    if (detail !== undefined) rejections.push(rejectionOf(skill, detail));
    return detail === undefined;
  });
  return { candidates: kept, rejections };
}

function isOfProvider({ skill }: Candidate): boolean {
  return skill.origin.level !== "custom";
}

function rejectionOf({ name, path, origin, source }: Skill, detail: string): Rejection {
  const { provider, root } = origin;
  const decisions: readonly Decision[] = [
    { stage: "discovery", outcome: "found", detail: `${path} (${provider}, ${source} level), root ${root}` },
    { stage: "filter", outcome: "excluded", detail },
  ];
  return { path, name, provider, decisions };
}
