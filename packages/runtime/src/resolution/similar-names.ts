import { plainSkeletonOf, skeletonOf } from "./confusables.ts";

/** Two different names that a user may take for each other. */
export interface SimilarNames {
  readonly name: string;
  readonly other: string;
}

/** Shorter names are too often close to each other by chance. */
const MIN_LENGTH = 5;

/** Longer names have too many neighbours, and nobody types them. */
const MAX_LENGTH = 64;

/** Characters by which a name can be longer than one that looks the same, such as `rn` for `m`. */
const MAX_GROWTH = 3;

/** Pairs that are reported of one library. */
const MAX_PAIRS = 200;

/** Names that share a variant with more than this many others are a series. */
const MAX_SHARED = 8;

/**
 * All pairs of names that differ in one letter, in two neighbouring letters, or in characters that look alike. Every
 * name is entered with each of its letters left out, so that time grows with the length of all names together.
 */
export function similarPairs(names: readonly string[]): readonly SimilarNames[] {
  // Nearly all variants belong to one name, so a list is made only for the others.
  const first = new Map<string, string>();
  const shared = new Map<string, string[]>();
  for (const name of new Set(names)) {
    if (!isCompared(name)) continue;
    for (const variant of variantsOf(name)) {
      const earlier = first.get(variant);
      const sharing = shared.get(variant);
      if (earlier === undefined) first.set(variant, name);
      else if (sharing === undefined) shared.set(variant, [earlier, name]);
      else if (sharing.length <= MAX_SHARED) sharing.push(name);
    }
  }
  const pairs = new Map<string, SimilarNames>();
  for (const sharing of shared.values()) {
    if (sharing.length > MAX_SHARED) continue;
    for (const [at, name] of sharing.entries()) {
      for (const other of sharing.slice(at + 1)) {
        if (pairs.size >= MAX_PAIRS) return [...pairs.values()];
        const id = JSON.stringify([name, other].sort());
        if (!pairs.has(id) && isSimilar(name, other)) pairs.set(id, { name, other });
      }
    }
  }
  return [...pairs.values()];
}

/** The names that can be taken for this one. */
export function similarTo(name: string, names: Iterable<string>): readonly string[] {
  if (!isCompared(name)) return [];
  const found: string[] = [];
  for (const other of names) {
    if (other !== name && isCompared(other) && isSimilar(name, other)) found.push(other);
    if (found.length >= MAX_SHARED) break;
  }
  return found;
}

function isCompared(name: string): boolean {
  return name.length >= MIN_LENGTH && name.length <= MAX_LENGTH;
}

/** What a name looks like, in general and without each of its letters. */
function variantsOf(name: string): readonly string[] {
  const shown = skeletonOf(name);
  const variants = [shown, `= ${plainSkeletonOf(name)}`];
  const digits = countDigits(shown);
  for (let at = 0; at < shown.length; at += 1)
    // Leaving out either of two equal neighbours is the same.
    if (shown[at] !== shown[at - 1] && (digits < 2 || !isDigit(shown[at])))
      variants.push(shown.slice(0, at) + shown.slice(at + 1));
  return variants;
}

/** Damerau-Levenshtein distance 1 between what the names look like, or the same look. */
function isSimilar(name: string, otherName: string): boolean {
  if (Math.abs(name.length - otherName.length) > MAX_GROWTH) return false;
  const [one, other] = [skeletonOf(name), skeletonOf(otherName)];
  return one === other || isOneEdit(one, other) || plainSkeletonOf(name) === plainSkeletonOf(otherName);
}

function isOneEdit(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start += 1;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end += 1;
  const [ours, theirs] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  const isSwap = ours.length === 2 && theirs.length === 2 && ours[0] === theirs[1] && ours[1] === theirs[0];
  return (
    (isSwap || theirs.length <= 1) &&
    isNoSeries(ours, short) &&
    isNoSeries(theirs, long) &&
    !areDigits(ours, theirs)
  );
}

/** `part-1` and `part-10` are a series; a digit in a name without others may be a copy that wants to be taken for it. */
function isNoSeries(changed: string, name: string): boolean {
  return countDigits(changed) === 0 || countDigits(name) === 1;
}

function areDigits(ours: string, theirs: string): boolean {
  return countDigits(ours) > 0 && countDigits(theirs) > 0 && ours.length === 1;
}

function countDigits(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (isDigit(text[at])) count += 1;
  return count;
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}
