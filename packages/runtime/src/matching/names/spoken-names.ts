import { oncePer } from "../../basics/once.ts";
import { withoutCourtesy } from "../triggers/courtesy.ts";
import { textWords } from "../triggers/text-words.ts";

/** Words that tell the agent to use something; of the Chinese words, the last character is enough. */
const USE: ReadonlySet<string> = new Set(
  `use using load run apply activate start invoke call try open execute with via through
   benutze benutz nutze nutz verwende verwend starte lade aktiviere mit usa usar utiliza carga activa con utilise charge lance active
   avec utilizza carica utilize carregue com gebruik met 用`.split(/\s+/),
);
const SKILL: ReadonlySet<string> = new Set(["skill", "skills", "技"]);
/** Words that may occur between these words and a name. */
const BETWEEN: ReadonlySet<string> = new Set(
  "the a an my our your this that called named den die das der dem namens la le el los il lo o de het mijn 能 的".split(
    " ",
  ),
);
const AGAINST: ReadonlySet<string> = new Set(
  `not don dont don't doesn never no without stop avoid instead than except nicht kein keine ohne statt nie sin nunca evita sans pas jamais
   senza non mai sem não nunca zonder niet 不 别 別`.split(/\s+/),
);
const PLAIN = /^[a-z0-9]/;
/** Letters that may become two when they are compared, such as ß and ligatures. */
const GROWS = /[^\p{ASCII}]/u;
const PLAIN_SPELLING: ReadonlyMap<string, string> = new Map([
  ["ä", "ae"],
  ["ö", "oe"],
  ["ü", "ue"],
  ["ß", "ss"],
]);
/** Number of words before "use" that are searched for a negation. */
const REACH = 4;
/** Maximum length of a message that consists only of a name, apart from please and thank you. */
const LONGEST_NAME = 200;

/**
 * Returns whether a message names a skill in plain words: the name is the whole message, or the message says to use it
 * as a skill. Requests to write a skill, questions about one and prohibitions do not count.
 */
export function spokenNames(asked: string): (name: string) => boolean {
  const isShort = asked.length <= LONGEST_NAME;
  if (!isShort && !/skill|技/i.test(asked)) return () => false;
  const spellings = wholeOf(asked);
  const words = textsOf(asked);
  const speaksOfSkills = words.some((word) => SKILL.has(word));
  return (written) => {
    if (!speaksOfSkills && !spellings.some(([first = ""]) => beginsAlike(written, first))) return false;
    const name = textsOf(written);
    if (name.length === 0) return false;
    if (isShort && spellings.some((whole) => isSame(whole, name))) return true;
    return (
      speaksOfSkills && words.some((_, at) => standsAt(words, name, at) && isUsed(words, at, name.length))
    );
  };
}

/** Index of each name that is the whole message. The names are compared without parsing most of them. */
export function namesWhole(said: string, names: readonly string[]): readonly number[] {
  if (said.length > LONGEST_NAME) return [];
  return wholeOf(said).flatMap((whole) => {
    const size = whole.reduce((sum, word) => sum + word.length, 0);
    const found: number[] = [];
    const first = whole[0]?.charAt(0) ?? "";
    for (const row of PLAIN.test(first) ? rowsByLetter(names)(first) : names.keys()) {
      const name = names[row] ?? "";
      const isTooShort = name.length < size && !GROWS.test(name);
      if (isTooShort || name.length >= size + 2 * whole.length) continue;
      if (isSame(whole, textsOf(name))) found.push(row);
    }
    return found;
  });
}

/** Finds the names that begin with a plain letter, or with another character, which may be compared as this letter. */
const rowsByLetter = oncePer((names: readonly string[]) => {
  const rows = new Map<string, number[]>();
  for (const [row, name] of names.entries()) {
    const letter = PLAIN.exec(name.charAt(0).toLowerCase())?.[0] ?? "";
    const group = rows.get(letter) ?? [];
    group.push(row);
    rows.set(letter, group);
  }
  return (letter: string) => [...(rows.get(letter) ?? []), ...(rows.get("") ?? [])].sort((a, b) => a - b);
});

/** The words of a message without please and thank you; also as names spell them, which have no umlauts. */
function wholeOf(said: string): readonly (readonly string[])[] {
  const whole = textsOf(withoutCourtesy(said).replace(/^\s*(?:please|pls|bitte)[\s,]+/i, ""));
  const plain = whole.map((word) =>
    word.replace(/[äöüß]/g, (letter) => PLAIN_SPELLING.get(letter) ?? letter),
  );
  return isSame(whole, plain) ? [whole] : [whole, plain];
}

function isSame(words: readonly string[], others: readonly string[]): boolean {
  return words.length === others.length && standsAt(words, others, 0);
}

/** False for most names without parsing them: both start with plain letters, but different ones. */
function beginsAlike(name: string, word: string): boolean {
  const letter = name.charAt(0).toLowerCase();
  return !PLAIN.test(letter) || !PLAIN.test(word.charAt(0)) || letter === word.charAt(0);
}

function textsOf(text: string): readonly string[] {
  return textWords(text).map((word) => word.text);
}

function standsAt(words: readonly string[], name: readonly string[], at: number): boolean {
  return name.every((word, index) => words[at + index] === word);
}

/** `use the NAME skill`, `use the skill NAME`, without a negation. */
function isUsed(words: readonly string[], at: number, length: number): boolean {
  let verb = before(words, at);
  if (SKILL.has(words[verb] ?? "")) verb = before(words, verb);
  else if (!SKILL.has(words[at + length] ?? "")) return false;
  if (!USE.has(words[verb] ?? "")) return false;
  return !words.slice(Math.max(0, verb - REACH), verb).some((word) => AGAINST.has(word));
}

/** Index of the nearest significant word before a position. */
function before(words: readonly string[], at: number): number {
  let place = at - 1;
  while (place >= 0 && BETWEEN.has(words[place] ?? "")) place -= 1;
  return place;
}
