import { fold } from "../words/terms.ts";

/**
 * Words of greetings, thanks, consent and "go on" in several languages. A message that consists only of these requests
 * nothing.
 */
const IDLE_WORDS: ReadonlySet<string> = new Set(
  fold(
    "hi hello hey yo howdy morning afternoon evening good day night there everyone all again " +
      "thanks thank thx ty cheers appreciated appreciate much very so really lot lots million great nice cool awesome perfect " +
      "amazing excellent wonderful fantastic lovely brilliant sweet neat wow haha lol hehe " +
      "ok okay k kk yes yep yeah yup sure no nope nah fine right correct exactly agreed alright absolutely definitely indeed " +
      "continue proceed go on ahead carry keep going do it that this them done next more again please pls now then and also " +
      "sounds looks seems is works worked good well better best fine lgtm ship got understood see noted " +
      "stop wait cancel nevermind never mind abort undo back up hold a sec second moment " +
      "sorry oops my bad hmm hm uh um oh ah well so i you we me us your the to of be will im ive youre its thats it's that's i'm " +
      "helped helps helpful how are doing today bye goodbye cya later weekend welcome help hello first second one option last same for with what as was were has have had " +
      "hallo danke dankeschon vielen dank schon sehr bitte ja nein gut super toll prima okay weiter mach machen weitermachen guten tag morgen abend tschuss genau passt alles klar " +
      "hola gracias muchas si vale claro buenos buenas dias tardes noches bueno muy bien sigue continua continue adelante perfecto genial por favor adios " +
      "merci beaucoup oui non bonjour bonsoir salut continuez continue vas y daccord d'accord parfait super tres bien genial s'il te vous plait au revoir " +
      "obrigado obrigada muito sim nao ola bom boa dia tarde noite continua continue perfeito otimo grazie mille molte ciao si continua perfetto prego va bene " +
      "bedankt dank je wel ja nee hoi doorgaan ga verder prima top dziekuje dzieki bardzo tak nie czesc dalej kontynuuj swietnie dobrze " +
      "tesekkurler tesekkur ederim sagol evet hayır hayir merhaba devam et tamam harika tack tak takk mange sa mycket ja nej hej fortsatt bra kiitos jatka " +
      "спасибо большое благодарю да нет привет здравствуите добрыи день утро вечер продолжаи продолжить дальше хорошо отлично супер ок океи понятно давай давайте даваи даваите пожалуиста пока " +
      "дякую дуже так ні привіт продовжуи добре شكرا جزيلا لك نعم لا مرحبا اهلا استمر تابع حسنا ممتاز धन्यवाद शुक्रिया हाँ हां नहीं नमस्ते ठीक है जारी रखें " +
      "cam on ban nhieu vang khong xin chao tiep tuc terima kasih banyak ya tidak halo lanjutkan baik oke תודה רבה כן לא שלום המשך מצוין ευχαριστω ναι οχι γεια συνεχισε",
  ).split(" "),
);

/** The same for scripts without spaces, where a message is a concatenation of these. */
const IDLE_MESSAGES: readonly string[] = (
  "谢谢 谢谢你 多谢 感谢 非常感谢 你好 您好 继续 好 好的 好了 可以 是 是的 对 不 不是 不用了 没问题 嗯 行 再见 早上好 晚上好 请 请继续 太 很 棒 的帮助 你 您 了 吧 " +
  "謝謝 謝謝你 感謝 繼續 請繼續 沒問題 對 " +
  "ありがとう ありがとうございます ありがとうございました どうも こんにちは こんばんは おはよう おはようございます はい いいえ 続けて 続けてください お願いします 了解 了解です わかりました いいですね " +
  "감사 감사합니다 고마워 고마워요 고맙습니다 안녕 안녕하세요 네 예 아니요 계속 계속해 계속해줘 계속해주세요 좋아 좋아요 정말 " +
  "ขอบคุณ มาก มากๆ ครับ ค่ะ คะ นะ สวัสดี ใช่ ไม่ ได้ โอเค ตกลง ทำต่อ ต่อ ไป เลย ดี ຂອບໃຈ អរគុណ ကျေးဇူးတင်ပါတယ်"
)
  .split(" ")
  .map(fold)
  .sort((a, b) => b.length - a.length);

/** Both lists by name, so that a test can try each of their rows. */
export const IDLE_LISTS: Readonly<Record<string, Iterable<string>>> = { IDLE_WORDS, IDLE_MESSAGES };

const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]+$/u;
const MAX_WORDS = 14;
const MAX_RUN = 24;

/** True if a message only greets, thanks, agrees or says "go on". */
export function isSmallTalk(message: string): boolean {
  const words = fold(message).match(/[\p{L}\p{N}'][\p{L}\p{N}\p{M}']*/gu) ?? [];
  if (words.length === 0) return true;
  return words.length <= MAX_WORDS && words.every((word) => IDLE_WORDS.has(word) || isIdleRun(word));
}

/** True if a run of characters is a concatenation of such messages; always takes the longest that fits. */
function isIdleRun(run: string): boolean {
  if (run.length > MAX_RUN || !UNSPACED.test(run)) return false;
  for (let at = 0; at < run.length; ) {
    const idle = IDLE_MESSAGES.find((message) => run.startsWith(message, at));
    if (idle === undefined) return false;
    at += idle.length;
  }
  return true;
}
