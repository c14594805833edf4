import type { FlatText } from "../layers/flat-text.ts";
import { alternatives } from "./setup-words.ts";
import type { WordPlaces } from "./word-places.ts";

/** A password that a text gives for an archive. */
export interface ArchivePassword {
  readonly offset: number;
  readonly evidence: string;
}

/** The character that stands for an address in what is read around it. */
export const LINK_MARK = "\u0001";

/** Any ending of a word. */
const ENDING = "[a-zß-\\u024f]{0,5}";
/** Words for a password, each followed or preceded by its value. */
const WORD = `(?:${alternatives("password", ENDING)})`;
/** An archive, in any case of its word. */
const ARCHIVES =
  "(?:archiv\\p{L}{0,4}|архив\\p{L}{0,3}|архів\\p{L}{0,3}|arşiv\\p{L}{0,4}|arquivo|zip|rar|7z)";
/** Words that mean a password only next to an archive. */
const LOCK =
  "(?:(?:unlock(?:ing)?|unpack(?:ing)?|extract(?:ion)?|archive(?:'s)?|zip|rar|7z|decrypt(?:ion)?|encryption|locked|protected|encrypted)\\b[^\\n]{0,30}?\\b(?:key|code|secret|pin|phrase)|(?:key|code|secret|pin|clave|clé|code) (?:for|of|to|del|de l|du|da) (?:the |l')?(?:archive|archivo|zip|file|rar|fichier|arquivo))";
const GIVEN =
  "\\s{0,2}(?:(?:is|ist|es|est|lautet|are|é|è|jest|to|on|just|to use|de|от архива|архива)\\s|[:：=→>–—(,「は为為是-]\\s?){1,3}\\s?\\S";
/** What follows the word if no value does. */
const NO_VALUE =
  "(?! ?(?:manager|reset|hash|hashes|field|fields|policy|prompt|store|strength|generator|rotation|grant|input|required|or|and|in|on|to|if|the|your|a|an|must|will|from|by|through|it|that|this|them|all|rate|fail|over|of|for|when|after|before|with|without|as|at|are|was|can|should|may|not|authentication|protected|protection|hashing|recovery)\\b)";

const PASSWORD_GIVEN = new RegExp(
  [
    `(?<![a-z0-9_])${WORD}(?![a-z_])(?: (?:for|of) (?:the )?\\w{2,20})?${GIVEN}`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])${NO_VALUE} [a-z0-9_-]{2,30}`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.\\n]{0,30}\\b(?:use|enter|type) \\S`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.\\n]{0,20}\\. (?:it's|it is|that is|this is|use|enter|type) \\S`,
    "\\b(?:use|enter|type) \\S{2,40} to (?:open|unlock|extract|unzip|unpack|decrypt)\\b",
    // "password on the archive reddit", in any language: the word, the archive, then a value.
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.,;\\n]{1,14}${ARCHIVES}[\\s:=]{1,3}(?!files?\\b|folder|archiv|before|first|again|below|above|itself|here)[^\\s.,;)]{2,30}(?=[.,;)]|$)`,
    `\\b(?:use|enter|type|with) \\S{2,40} (?:when|if|as|for|at)\\b[^.\\n]{0,40}(?<![a-z0-9_])${WORD}(?![a-z_])`,
    `${LOCK}${GIVEN}`,
    `${LOCK} [a-z0-9_-]{2,30}`,
    `(?<![a-z0-9_])${WORD}(?![a-z_])[^.:：=\\n]{0,30}[:：=→「]\\s?\\S`,
    "(?:protected|encrypted|locked)\\b[^.\\n]{0,80}[,;:(–—-]\\s?(?:the )?(?:key|code|pin|secret)(?: is|:| =)? \\S",
    "\\b(?:archive|zip|rar|7z)\\b[^.\\n]{0,30}\\b(?:opens?|unlocks?|opened|extracts?) with \\S",
    "\\b(?:locked|protected|encrypted) (?:with|by|using):? \\S",
    "\\bunlock(?:s|ed|ing)? (?:it |the \\w+ )?(?:with|using|by) \\S",
    "\\b(?:open|extract|unzip|unpack|decompress|decrypt)\\w{0,3}\\b[^.\\n]{0,40}\\b(?:with|using) (?:the )?(?:secret|key|code|pin|phrase)\\b",
    "「[^「」]{1,30}」で解凍|用[^。]{1,20}(?:解压|解壓)",
  ].join("|"),
  "gu",
);

const ARCHIVE = new RegExp(`(?<![a-z])(?:${alternatives("archive", "")})`);
/** A password of an account or a service. */
const ACCOUNT =
  /\b(?:user(?:name)?|log ?in|admin|account|database|db|sudo|root|sign in|default|wi-?fi|smtp|imap|mysql|postgres\w*|redis|e-?mail|basic auth|keystore|wallet|ssh|app)\b[^.\u0001]{0,30}$/;
const ACCOUNT_WORD = /\buser(?:name)?(?:s|'s)?[ /&]{1,3}$|\blog ?in $/;
/** What stands in the place of a value that the reader has: a variable or a gap. */
const GAP = /[$<{%]\S{0,40}$|\bthe user\b/;

/**
 * True if a text gives a password for an archive. Around the name of an archive it is for that archive, unless it is one of an
 * account.
 */
export function unlocks(around: string, { isNamed }: { readonly isNamed: boolean }): boolean {
  for (const match of around.matchAll(PASSWORD_GIVEN)) {
    if (isForArchive(around, match)) return true;
    if (isNamed && !ACCOUNT.test(around.slice(Math.max(0, match.index - 40), match.index))) return true;
  }
  return false;
}

/** True if a password stands near a word for an archive, and is not one of an account. */
function isForArchive(text: string, { 0: match, index }: RegExpExecArray): boolean {
  return (
    ARCHIVE.test(text.slice(Math.max(0, index - 60), index + match.length + 60)) &&
    !ACCOUNT_WORD.test(text.slice(Math.max(0, index - 10), index))
  );
}

/** The passwords of a text that are clearly for an archive, wherever the archive is. */
export function readArchivePasswords({ text }: FlatText, places: WordPlaces): readonly ArchivePassword[] {
  if (!places.has("password") || !places.has("archive")) return [];
  const found: ArchivePassword[] = [];
  for (const place of places.of("password")) {
    const from = Math.max(0, place - 100);
    const near = text.slice(from, place + 200);
    const match = [...near.matchAll(PASSWORD_GIVEN)].find(
      (given) => isForArchive(near, given) && !GAP.test(given[0]),
    );
    if (match === undefined) continue;
    found.push({
      offset: from + match.index,
      evidence: near.slice(Math.max(0, match.index - 60), match.index + 80),
    });
    if (found.length >= MAX_PASSWORDS) break;
  }
  return found;
}

/** The most passwords of one text. */
const MAX_PASSWORDS = 40;
