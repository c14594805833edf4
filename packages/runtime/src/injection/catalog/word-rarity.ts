/** Words of fewer skills than this are equally rare: each of them is enough to tell a skill from its neighbours. */
const RARE = 3;

/** How rare a word is in this library, from the words of each skill. */
export function wordRarity(skills: readonly Iterable<string>[]): (stem: string) => number {
  const counts = new Map<string, number>();
  for (const stems of skills)
    for (const stem of new Set(stems)) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + skills.length / Math.max(RARE, counts.get(stem) ?? 0));
}
