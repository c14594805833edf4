/** Polite endings of requests in several languages, and whom they are for; longer ones first. */
export const CLOSINGS: readonly string[] = [
  ..."please pls plz thanks thx cheers bitte danke gracias obrigado obrigada merci svp stp grazie".split(" "),
  ..."alsjeblieft alstublieft bedankt proszę dziękuję lütfen teşekkürler пожалуйста спасибо".split(" "),
  ..."谢谢 谢谢你 谢谢您 多谢 拜托 お願いします よろしく ありがとう 부탁해 부탁해요 부탁드립니다 감사합니다".split(
    " ",
  ),
  ...["thank you", "thank you so much", "thank you very much", "please and thank you", "many thanks"],
  ...["thanks a lot", "thanks so much", "thanks in advance", "danke schön", "vielen dank", "danke im voraus"],
  ...["por favor", "muchas gracias", "muito obrigado", "muito obrigada", "merci beaucoup", "merci d'avance"],
  ...["s'il te plaît", "s'il te plait", "s'il vous plaît", "s'il vous plait", "per favore", "per piacere"],
  ...["grazie mille", "dank je", "dank u"],
  ...["to me", "for me", "to us", "for us", "für mich", "für uns", "pour moi", "para mí"],
].sort((a, b) => b.length - a.length);

/** After these words, the word itself is meant: "the word please", "bread and thanks". */
const MEANT: ReadonlySet<string> = new Set(
  "say says saying said word words phrase term write type and or with of for the a an to sag wort und oder".split(
    " ",
  ),
);

/** Endings that may also be an object: "what happened to me", "the mail addressed to us". */
const OBJECT = /^(?:to|for) (?:me|us)$/;
const HAS_OBJECT = /^[^\p{L}]*(?:what|why|how|who|which|that|where|when|if|whether)\b|ed$/iu;
const CLOSING_QUOTE = /["'`”’»」』)]$/;

const LONGEST = 40;
const MOST = 3;
const JOINT = /(?<![\s,，、;；–—-])[\s,，、;；–—-]+$/;
const COMMA = /[,，、;；–—-]/;
const ENDS = /(?<![\s.,;:!?…，、；：。！？–—)\]])[\s.,;:!?…，、；：。！？–—)\]]+$/;

/** A text without "to me, please" and thanks at its end; unchanged if they may be its subject. */
export function withoutCourtesy(text: string): string {
  let value = text;
  for (let turn = 0; turn < MOST; turn += 1) {
    const rest = withoutClosing(value);
    if (rest === undefined) return value;
    value = rest;
  }
  return value;
}

/** The text before one such ending; undefined if it has none. Only reads the end of the text. */
function withoutClosing(text: string): string | undefined {
  const start = Math.max(0, text.length - LONGEST);
  const tail = text.slice(start).replace(ENDS, "");
  const words = tail.toLowerCase().replaceAll("’", "'");
  const closing = CLOSINGS.find((ending) => words.endsWith(ending));
  if (closing === undefined || words.length !== tail.length) return undefined;
  const before = tail.slice(0, tail.length - closing.length);
  const joint = JOINT.exec(before)?.[0];
  if (joint === undefined) return undefined;
  const rest = text.slice(0, start) + before.slice(0, before.length - joint.length);
  if (OBJECT.test(closing) && HAS_OBJECT.test(rest.trim())) return undefined;
  if (COMMA.test(joint) || CLOSING_QUOTE.test(rest)) return rest;
  const last = /(?<![\p{L}\p{N}])[\p{L}\p{N}]+$/u.exec(rest.slice(-LONGEST))?.[0] ?? "";
  return last === "" || MEANT.has(last.toLowerCase()) ? undefined : rest;
}
