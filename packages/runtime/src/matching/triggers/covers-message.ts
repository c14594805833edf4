import { CLOSINGS } from "./courtesy.ts";
import { textWords } from "./text-words.ts";
import type { TriggerHit } from "./trigger-index.ts";

/** Greetings and polite words at the start of a request. */
const OPENINGS: readonly string[] = [
  ..."hi hello hey howdy ok okay hallo hei hej hoi moin servus hola bonjour bonsoir salut olá oi ciao".split(
    " ",
  ),
  ..."buongiorno buonasera goedemorgen goedemiddag goedenavond merhaba selam cześć ahoj привет".split(" "),
  ..."здравствуйте 你好 您好 早上好 晚上好 请 請 こんにちは こんばんは おはよう おはようございます 안녕 안녕하세요".split(
    " ",
  ),
  ...["hi there", "hello there", "hey there", "good morning", "good afternoon", "good evening"],
  ...["guten morgen", "guten tag", "guten abend", "buenos días", "buenas tardes", "buenas noches"],
  ...["bom dia", "boa tarde", "boa noite", "dzień dobry", "доброе утро", "добрый день", "добрый вечер"],
];

const COURTESIES: readonly (readonly string[])[] = [...OPENINGS, ...CLOSINGS]
  .map(wordsOf)
  .sort((a, b) => b.length - a.length);

/** More text than this is not only polite. */
const MAX_COURTESY = 100;
/** Quotation marks, and what Markdown puts around or before text that is quoted, code or struck out. */
const QUOTE = /["“”„«»‹›「」『』《》〈〉‘’'`>~]/;
const QUESTION = /[?？¿؟]/;

/**
 * True if a phrase with its variables is the whole text, apart from greetings, please, thanks and punctuation. A
 * quotation or a question about the phrase is something else, unless the phrase itself is a question.
 */
export function coversMessage(
  text: string,
  { phrase, start, end }: Pick<TriggerHit<unknown>, "phrase" | "start" | "end">,
): boolean {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (!isPolite(before) || !isPolite(after) || QUOTE.test(before)) return false;
  return QUESTION.test(phrase) || !QUESTION.test(before + after);
}

function isPolite(text: string): boolean {
  if (text.length > MAX_COURTESY) return false;
  const words = wordsOf(text);
  for (let at = 0; at < words.length; ) {
    const known = COURTESIES.find((courtesy) => courtesy.every((word, index) => words[at + index] === word));
    if (known === undefined) return false;
    at += known.length;
  }
  return true;
}

function wordsOf(text: string): readonly string[] {
  return textWords(text).map((word) => word.text);
}
