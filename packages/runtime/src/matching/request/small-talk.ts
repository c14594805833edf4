import { fold } from "../words/terms.ts";

/** Words of greetings, thanks, consent and "go on", in the languages people mix in; a message of these alone asks for nothing. */
const IDLE_WORDS: ReadonlySet<string> = new Set(
  (
    "hi hello hey yo howdy morning afternoon evening good day night there everyone all again " +
    "thanks thank thx ty cheers appreciated appreciate much very so really lot lots million great nice cool awesome perfect " +
    "amazing excellent wonderful fantastic lovely brilliant sweet neat wow haha lol hehe " +
    "ok okay k kk yes yep yeah yup sure no nope nah fine right correct exactly agreed alright absolutely definitely indeed " +
    "continue proceed go on ahead carry keep going do it that this them done next more again please pls now then and also " +
    "sounds looks seems is works worked good well better best fine lgtm ship got understood see noted " +
    "stop wait cancel nevermind never mind abort undo back up hold a sec second moment " +
    "sorry oops my bad hmm hm uh um oh ah well so i you we me us your the to of be will im ive youre its thats it's that's i'm " +
    "how are doing today bye goodbye cya later weekend welcome help hello first second one option last same for with what as was were has have had " +
    "hallo danke bitte ja nein gut super weiter mach guten tag morgen abend tschuss genau passt " +
    "hola gracias si vale buenos dias bueno sigue continua adelante perfecto por favor adios " +
    "merci oui non bonjour salut continuez daccord parfait super bien " +
    "obrigado obrigada sim nao ola bom dia grazie ciao prego va bene"
  ).split(" "),
);

/** The same for scripts without spaces, where whole messages are compared. */
const IDLE_MESSAGES: ReadonlySet<string> = new Set(
  (
    "谢谢 谢谢你 多谢 感谢 你好 您好 继续 好 好的 可以 是 是的 对 不 不是 不用了 没问题 嗯 行 再见 早上好 晚上好 请继续 " +
    "ありがとう ありがとうございます こんにちは こんばんは おはよう おはようございます はい いいえ 続けて 続けてください お願いします 了解 了解です わかりました " +
    "감사합니다 고마워 고마워요 안녕 안녕하세요 네 예 아니요 계속 계속해 계속해줘"
  ).split(" "),
);

/** True when a message greets, thanks, agrees or says "go on", and asks for nothing. */
export function isSmallTalk(message: string): boolean {
  const words = fold(message).match(/[\p{L}\p{N}']+/gu) ?? [];
  if (words.length === 0) return true;
  if (words.length > 14) return false;
  return words.every((word) => IDLE_WORDS.has(word) || IDLE_MESSAGES.has(word));
}
