import { canonicalJson } from "../basics/canonical-json.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import type { Candidate } from "../library.ts";
import type { Skill } from "../skill.ts";

/**
 * Computes the digest of candidates with the same name and content, so that resolution can tell copies from skills that
 * only look equal. Other candidates get no digest, because it is expensive.
 */
export async function digestCopies(
  candidates: readonly Candidate[],
  digestOf: (skill: Skill) => Promise<string>,
): Promise<readonly Candidate[]> {
  if (new Set(candidates.map(({ skill }) => skill.name)).size === candidates.length) return candidates;
  const copies = findCopies(candidates);
  const digested: Candidate[] = [];
  for (const candidate of candidates) {
    // A candidate without a digest never counts as a copy.
    const digest = copies.has(candidate) ? await digestOf(candidate.skill).catch(() => undefined) : undefined;
    digested.push(digest === undefined ? candidate : { ...candidate, digest });
  }
  return digested;
}

function findCopies(candidates: readonly Candidate[]): ReadonlySet<Candidate> {
  const copies = new Set<Candidate>();
  // The digest of a server's skill would fetch all of its files.
  const local = candidates.filter(({ skill }) => skill.origin.remote === undefined);
  for (const rivals of groupBy(local, ({ skill }) => skill.name)) {
    for (const alike of groupBy(rivals, ({ skill }) => contentKey(skill))) {
      const files = new Set(alike.map(({ skill }) => realPlaceOf(skill).path));
      if (files.size > 1) for (const candidate of alike) copies.add(candidate);
    }
  }
  return copies;
}

/** The groups with more than one member. */
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

/** The whole frontmatter and the body's hash, without the location. */
function contentKey(skill: Skill): string {
  const {
    path: _path,
    directory: _directory,
    real: _real,
    origin: _origin,
    source: _source,
    ...said
  } = skill;
  return canonicalJson(said);
}
