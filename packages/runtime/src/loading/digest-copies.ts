import { canonicalJson } from "../basics/canonical-json.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { Candidate } from "../library.ts";
import type { Ports } from "../ports.ts";
import type { WalkLimits } from "../profile.ts";
import { digestSkill } from "../serving/digest-skill.ts";
import type { Skill } from "../skill.ts";

/**
 * Gives candidates that say the same under the same name the digest of their directories, so that resolution can tell
 * copies from skills that only look equal. Nobody else pays for a digest.
 */
export async function digestCopies(
  candidates: readonly Candidate[],
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<readonly Candidate[]> {
  if (new Set(candidates.map(({ skill }) => skill.name)).size === candidates.length) return candidates;
  const copies = findCopies(candidates);
  const digested: Candidate[] = [];
  for (const candidate of candidates) {
    const digest = copies.has(candidate) ? await digestOrNothing(candidate.skill, limits, ports) : undefined;
    digested.push(digest === undefined ? candidate : { ...candidate, digest });
  }
  return digested;
}

function findCopies(candidates: readonly Candidate[]): ReadonlySet<Candidate> {
  const copies = new Set<Candidate>();
  // A digest of a server's skill would fetch all of its files, which nobody asked for.
  const local = candidates.filter(({ skill }) => skill.origin.remote === undefined);
  for (const rivals of groupBy(local, ({ skill }) => skill.name)) {
    for (const alike of groupBy(rivals, ({ skill }) => saidBy(skill))) {
      const files = new Set(alike.map(({ skill }) => realPlaceOf(skill).path));
      if (files.size > 1) for (const candidate of alike) copies.add(candidate);
    }
  }
  return copies;
}

/** The groups that have more than one member. */
function groupBy(
  candidates: readonly Candidate[],
  keyOf: (candidate: Candidate) => string,
): readonly (readonly Candidate[])[] {
  const groups = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    const key = keyOf(candidate);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [candidate]);
    else group.push(candidate);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

/** The whole frontmatter and the body's fingerprint; nothing of the place. */
function saidBy(skill: Skill): string {
  const { path: _path, directory: _directory, real: _real, origin: _origin, ...said } = skill;
  return canonicalJson(said);
}

/** What cannot be digested cannot be called equal. */
async function digestOrNothing(
  skill: Skill,
  limits: WalkLimits,
  ports: Pick<Ports, "files" | "hash">,
): Promise<string | undefined> {
  try {
    return await digestSkill(skill, limits, ports);
  } catch {
    return undefined;
  }
}
