import type { TextWord } from "./text-words.ts";

type Sized = Pick<TextWord, "text" | "kind">;

/** Function words in the languages of skills; they say nothing about a skill. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before but by can cannot could d did do does doing done don for from
   get give going got had has have he hello help her here hey hi him his how i if in into is it its just know let like ll m may me
   might mine more my need no not now of ok okay on one or our out over please re s shall she should show so some something
   t tell than thank thanks that the their them then there these they thing things this those to too up us use using ve very
   want was we were what when where which while who why will with would yes you your
   der die das den dem des ein eine einen einem einer und oder zu zum zur für mit von vom im auf ist sind was wie wer wo wann warum
   kann kannst können könntest du ich mir mich wir ihr es bitte danke mein meine
   le la les un une des de du et ou à au aux pour avec dans sur est que qui quoi quel quelle comment pourquoi je tu il elle nous
   vous moi mon ma mes ce cette peux pouvez merci
   el los las una del y o al para con en es qué quién cómo por porque yo tú mi puedes puede favor gracias este esta cuál
   os um uma da dos em é eu você meu minha pode obrigado quem
   lo gli di della per che perché è puoi grazie mio mia chi cosa
   и в на что как это для мне я ты вы с по из пожалуйста кто где ли`.split(/\s+/),
);

/** The same for single characters: particles and questions. */
const FUNCTION_SIGNS: ReadonlySet<string> = new Set(
  "什么是的了吗呢吧请我你您这那个把给帮和与或怎样如何をはがのにへともでかやねよ을를이가은는의에도요",
);

const HIRAGANA = /^\p{sc=Hira}/u;

/** The size of a word: two characters of a script without spaces count as one word. */
export function wordSize({ kind }: Sized): number {
  return kind === "sign" ? 0.5 : 1;
}

/** The weight of a word: 0 for a function word. */
export function wordWeight(word: Sized): number {
  if (isFunctionWord(word)) return 0;
  return HIRAGANA.test(word.text) ? 0.25 : wordSize(word);
}

export function isFunctionWord({ text, kind }: Sized): boolean {
  return kind === "sign" ? FUNCTION_SIGNS.has(text) : FUNCTION_WORDS.has(text);
}

/** True for a function word of either kind. */
export function isFunctionText(text: string): boolean {
  return FUNCTION_WORDS.has(text) || FUNCTION_SIGNS.has(text);
}
