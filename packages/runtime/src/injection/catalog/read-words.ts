import { segmentParts } from "../../basics/segment-parts.ts";
import { FUNCTION_WORDS, WEAK_WORDS } from "./function-words.ts";

/** A word of a description. */
export interface CatalogWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Number of its clause; there is only white space between the words of a clause. */
  readonly clause: number;
  readonly stems: readonly string[];
  /** How much it can say about the skill; 0 for a function word, and for what the skill is not for. */
  readonly weight: number;
  /** True for what the skill is not for. */
  readonly isExcluded: boolean;
}

/** Letters, digits, and the punctuation of names such as `C++`, `node.js`, `@scope/name` and `read_file`. */
const WORD = /[\p{L}\p{N}\p{M}@#$.+_'’&/-]+/gu;

/** Splits a description into words. `stemsOf` is a parameter, because words of a library repeat and can be remembered. */
export function readWords(
  description: string,
  stemsOf: (word: string) => readonly string[],
): readonly CatalogWord[] {
  const excluded = sentencesFrom(description, EXCLUSION);
  const when = sentencesFrom(description, WHEN);
  const words: CatalogWord[] = [];
  let [clause, last] = [0, 0];
  const add = (text: string, start: number) => {
    if (/\S/.test(description.slice(last, start))) clause += 1;
    last = start + text.length;
    const place = 1 - LATER * (start / description.length);
    const isExcluded = excluded(start);
    const weight = isExcluded ? 0 : weightOf(text) * place * (when(start) ? IN_WHEN_CLAUSE : 1);
    words.push({ text, start, end: last, clause, stems: stemsOf(text), weight, isExcluded });
  };
  for (const match of description.matchAll(WORD)) {
    const [front, end] = edgesOf(match[0]);
    const text = match[0].slice(front, end);
    const start = match.index + front;
    if (text === "") continue;
    if (WITHOUT_SPACES.test(text)) for (const [word, at] of segments(text)) add(word, start + at);
    else add(text, start);
  }
  return words;
}

/** Figures, adverbs and weak words rarely say what a skill is for. */
function weightOf(text: string): number {
  const word = text.toLowerCase();
  if (FUNCTION_WORDS.has(word)) return 0;
  return WEAK_WORDS.has(word) || /^[\d.+-]+.?$|ly$/.test(word) ? 0.5 : 1;
}

/** The end of a description says a little less than its beginning. */
const LATER = 0.6;

/** Words that say when to use the skill are closer to what users write. */
const IN_WHEN_CLAUSE = 1.2;

/** Punctuation at the edges of a word does not belong to it, except in names such as `.NET`, `@scope/name` and `C#`. */
function edgesOf(text: string): readonly [front: number, end: number] {
  let front = 0;
  while (/['’&+/.-]/.test(text[front] ?? "")) front += 1;
  if (front === 1 && text.startsWith(".")) front = 0;
  let end = text.length;
  while (end > front && /['’.&/@$-]/.test(text[end - 1] ?? "")) end -= 1;
  return [front, end];
}

/** Scripts that are written without spaces. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2}/u;

let segmenter: Intl.Segmenter | undefined;

function segments(text: string): readonly (readonly [word: string, start: number])[] {
  if (typeof Intl.Segmenter !== "function") return [[text, 0]];
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  return Array.from(segmentParts(text, segmenter), ({ text: word, start }) => [word, start] as const);
}

/** Openings of clauses that say when to use a skill, in the languages of public skills. */
const WHEN =
  /\b(?:used? (?:this (?:skill|agent|tool|command)|it|proactively|immediately|whenever|when|for|if|to|in|after|before|as)\b|trigger(?:s|ed)?\b|(?:invoke|activate|apply|load|call|run)(?:d|s)? (?:when|whenever|if|for|this)\b|when(?:ever)? (?:the |a )?(?:user|you|someone|asked|working|writing|creating|building|handling|dealing)\b|(?:for|on) (?:tasks|requests|questions) (?:such as|like|about)\b|verwende|nutze diese|wenn der|utili[sz]er? (?:quand|lorsque|pour)|usar (?:cuando|para|quando)|cuando el usuario|quando o usu[aá]rio)|当用户|当需要|用于|适用于|使用场景|触发|する(?:とき|場合)|ときに使用|사용자가|때 사용/giu;

/** Openings of clauses that say what a skill is not for. Without the "not", their words would say the opposite. */
const EXCLUSION =
  /\b(?:(?:do|does|should|must|need|will) not (?:use|be used|trigger|invoke|activate|apply|load|call|run|cover|handle|include|support)|(?:don['’]t|doesn['’]t|shouldn['’]t|won['’]t|never) (?:use|be used|trigger|invoke|activate|apply|load|call|run|cover|handle|include|support)|(?:not covered|out of scope):|not (?:for|to be|when|if|intended|suitable|meant|applicable)\b|skip (?:it|this|when|if|for)\b|instead of\b|rather than\b|unlike\b|except\b|excluding\b|nicht (?:für|verwenden|nutzen)|ne pas (?:utiliser|pour)|no (?:usar|utilizar)|não usar)|不适用|不用于|不要|请勿|しないで|ではなく/giu;

/** True for places from such an opening to the end of its sentence. Ask for the places of a text in their order. */
function sentencesFrom(text: string, opening: RegExp): (place: number) => boolean {
  const spans: (readonly [start: number, end: number])[] = [];
  let covered = 0;
  for (const match of text.matchAll(opening)) {
    if (match.index < covered) continue;
    SENTENCE_END.lastIndex = match.index + match[0].length;
    covered = SENTENCE_END.exec(text)?.index ?? text.length;
    spans.push([match.index, covered]);
  }
  let next = 0;
  return (place) => {
    while (place >= (spans[next]?.[1] ?? Number.POSITIVE_INFINITY)) next += 1;
    return place >= (spans[next]?.[0] ?? Number.POSITIVE_INFINITY);
  };
}

const SENTENCE_END = /[.!?;](?=\s)|[。！？；]|\s[—–-]\s/g;
