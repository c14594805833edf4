/** Endings with the same meaning as another one, longest first; applied to stems with at least one syllable. */
const LONG_ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["isation", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["iser", "ize"],
  ["alli", "al"],
  ["ator", "ate"],
  ["ise", "ize"],
  ["abli", "able"],
  ["eli", "e"],
];

/** Endings that add little meaning, with their replacements; applied after the long ones. */
const SHORT_ENDINGS: readonly (readonly [ending: string, instead: string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];

/** Endings that are removed if at least two syllables remain. */
const LAST_ENDINGS: readonly string[] = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "ion",
  "al",
  "er",
  "ic",
];

/** The stem of a lower-case English word, after Porter: *merging*, *merged* and *merges* are one word. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(word);
  const past = withoutPast(singular);
  const even = past.endsWith("y") && hasVowel(past, past.length - 1) ? `${past.slice(0, -1)}i` : past;
  const long = replaceEnding(even, LONG_ENDINGS);
  const short = replaceEnding(long, SHORT_ENDINGS);
  return tidyEnd(dropLast(short));
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("s") && !word.endsWith("ss") && !word.endsWith("us")) return word.slice(0, -1);
  return word;
}

function withoutPast(word: string): string {
  if (word.endsWith("eed")) return syllables(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ing") ? 3 : word.endsWith("ed") ? 2 : 0;
  const base = word.slice(0, word.length - cut);
  if (cut === 0 || !hasVowel(base, base.length)) return word;
  if (/(?:at|bl|iz)$/.test(base)) return `${base}e`;
  const last = base.at(-1) ?? "";
  if (base.at(-2) === last && isConsonant(base, base.length - 1)) {
    return "lsz".includes(last) ? base : base.slice(0, -1);
  }
  return syllables(base, base.length) === 1 && endsShort(base) ? `${base}e` : base;
}

function replaceEnding(word: string, rows: readonly (readonly [string, string])[]): string {
  for (const [ending, instead] of rows) {
    if (!word.endsWith(ending)) continue;
    const length = word.length - ending.length;
    return syllables(word, length) > 0 ? word.slice(0, length) + instead : word;
  }
  return word;
}

function dropLast(word: string): string {
  for (const ending of LAST_ENDINGS) {
    if (!word.endsWith(ending)) continue;
    const length = word.length - ending.length;
    const isIon = ending !== "ion" || "st".includes(word[length - 1] ?? " ");
    return isIon && syllables(word, length) > 1 ? word.slice(0, length) : word;
  }
  return word;
}

function tidyEnd(word: string): string {
  let end = word.length;
  if (word.endsWith("e")) {
    const count = syllables(word, end - 1);
    if (count > 1 || (count === 1 && !endsShort(word.slice(0, -1)))) end -= 1;
  }
  if (word.slice(0, end).endsWith("ll") && syllables(word, end) > 1) end -= 1;
  return word.slice(0, end);
}

function isConsonant(word: string, index: number): boolean {
  const letter = word[index];
  if (letter === "a" || letter === "e" || letter === "i" || letter === "o" || letter === "u") return false;
  return letter !== "y" || index === 0 || !isConsonant(word, index - 1);
}

/** Number of vowel-consonant transitions in the first `length` letters. */
function syllables(word: string, length: number): number {
  let count = 0;
  let wasVowel = false;
  for (let index = 0; index < length; index += 1) {
    const consonant = isConsonant(word, index);
    if (consonant && wasVowel) count += 1;
    wasVowel = !consonant;
  }
  return count;
}

function hasVowel(word: string, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (!isConsonant(word, index)) return true;
  return false;
}

/** Consonant, vowel, consonant: *hop*, but not *snow*, *box* or *tray*. */
function endsShort(word: string): boolean {
  const end = word.length - 1;
  return (
    end >= 2 &&
    isConsonant(word, end) &&
    !isConsonant(word, end - 1) &&
    isConsonant(word, end - 2) &&
    !"wxy".includes(word[end] ?? "w")
  );
}
