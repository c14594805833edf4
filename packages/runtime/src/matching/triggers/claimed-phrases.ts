import { once } from "../../basics/once.ts";
import { splitNegative } from "../lexical/split-negative.ts";
import { quotedPhrases } from "./quoted-phrases.ts";

/** A list of phrases after a heading such as "Triggers:" or "触发词：", up to the end of its sentence. */
const list = once(
  () =>
    /(?:\b(?:trigger|activation)s?(?: (?:words?|phrases?|keywords?|terms?|examples?)){0,2}|\bkeywords?|\bauslöser|\bdisparadores|\bdéclencheurs|触发(?:词|语|短语|场景|条件|关键词)?|觸發(?:詞|語)?|关键词|關鍵詞|トリガー(?:ワード|フレーズ)?|キーワード|트리거(?: ?문구| ?키워드)?|키워드)(?: (?:include|are|on))?\s{0,3}[:：]\s{0,3}([^.。\n]{3,600})/giu,
);
const BETWEEN = /[,，、;；|/／]|\s(?:or|oder|o|ou)\s|或者?|または|또는/u;

const MAX_CLAIMS = 64;

/**
 * The phrases that a description says users write: quoted ones, and lists after "Triggers:". Phrases that it excludes
 * are left out.
 */
export function claimedPhrases(description: string): readonly string[] {
  const { positive } = splitNegative(description);
  const quoted = quotedPhrases(positive).map(({ phrase }) => phrase);
  const lists = /[:：]/.test(positive) ? positive.matchAll(list()) : [];
  const listed = [...lists].flatMap(([, items = ""]) =>
    items
      .split(BETWEEN)
      .flatMap((item) => quotedPhrases(`"${item.replaceAll(/["“”「」『』'`]/g, "").trim()}"`)),
  );
  return [...new Set([...quoted, ...listed.map(({ phrase }) => phrase)])].slice(0, MAX_CLAIMS);
}
