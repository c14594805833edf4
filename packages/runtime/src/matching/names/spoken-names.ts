import { withoutCourtesy } from "../triggers/courtesy.ts";
import { textWords } from "../triggers/text-words.ts";

/** How people say that something should be used; the last sign of the Chinese words is enough. */
const USE: ReadonlySet<string> = new Set(
  `use using load run apply activate start invoke call try open execute with via through
   benutze benutz nutze nutz verwende verwend starte lade aktiviere mit usa usar utiliza carga activa con utilise charge lance active
   avec utilizza carica utilize carregue com gebruik met 用`.split(/\s+/),
);
const SKILL: ReadonlySet<string> = new Set(["skill", "skills", "技"]);
/** What may stand between these words and a name. */
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
/** Words before "use" that are looked at for a no. */
const REACH = 4;
/** A message that is only a name, with a please and thank you, is no longer than this. */
const LONGEST_NAME = 200;

/**
 * Tells of a name whether a message names that skill in plain words: it is the whole message, or what somebody says to use
 * as a skill. To write a skill, to ask about one or to forbid it names none.
 */
export function spokenNames(asked: string): (name: string) => boolean {
  const isShort = asked.length <= LONGEST_NAME;
  if (!isShort && !/skill|技/i.test(asked)) return () => false;
  const whole = textsOf(withoutCourtesy(asked).replace(/^\s*(?:please|pls|bitte)[\s,]+/i, ""));
  const words = textsOf(asked);
  const speaksOfSkills = words.some((word) => SKILL.has(word));
  return (written) => {
    if (!speaksOfSkills && !beginsAlike(written, whole[0] ?? "")) return false;
    const name = textsOf(written);
    if (name.length === 0) return false;
    if (isShort && whole.length === name.length && standsAt(whole, name, 0)) return true;
    return (
      speaksOfSkills && words.some((_, at) => standsAt(words, name, at) && isUsed(words, at, name.length))
    );
  };
}

/** False for most names, without taking them apart: both begin with plain letters, and with different ones. */
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

/** `use the NAME skill`, `use the skill NAME`, and nobody said not to. */
function isUsed(words: readonly string[], at: number, length: number): boolean {
  let verb = before(words, at);
  if (SKILL.has(words[verb] ?? "")) verb = before(words, verb);
  else if (!SKILL.has(words[at + length] ?? "")) return false;
  if (!USE.has(words[verb] ?? "")) return false;
  return !words.slice(Math.max(0, verb - REACH), verb).some((word) => AGAINST.has(word));
}

/** The nearest word before a place that says something. */
function before(words: readonly string[], at: number): number {
  let place = at - 1;
  while (place >= 0 && BETWEEN.has(words[place] ?? "")) place -= 1;
  return place;
}
