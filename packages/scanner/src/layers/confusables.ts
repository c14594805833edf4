/** Letters that look like Latin ones, written as pairs. Enough to read a disguised English word; not all of Unicode. */
const PAIRS =
  "аaАAеeЕEоoОOсcСCрpРPхxХXуyУYіiІIјjЈJѕsЅSԁdһhНHԛqԝwвbВBкkКKмmМMтtТTгrпnиuЗ3зз" +
  "αaΑAοoΟOρpΡPεeΕEιiΙIκkΚKνvΝNυuΥYχxΧXτtΤTηnΗHΒBβbΖZΜMγyωwσoδd" +
  "ɑaɡgıiⅼlⅰiⅱiⅽcⅾdⅿmℓlℯeℊgℴoƖlǀlꓲIꓮAꓐBꓚCꓓDꓰEꓖGꓧHꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZ" +
  "ոnսuօoհhցgեeԼLՍUՏSաwᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz";

const MAP: ReadonlyMap<string, string> = new Map(pairsOf(PAIRS));

const DISGUISE = new RegExp(`[${[...MAP.keys()].join("")}]`, "u");
const WORD_WITH_DISGUISE = new RegExp(`[A-Za-z${[...MAP.keys()].join("")}]{3,64}`, "gu");

/** Replaces letters of other scripts that look like Latin letters, in words that read as Latin words then. */
export function foldConfusables(text: string): string {
  if (!DISGUISE.test(text)) return text;
  return text.replace(WORD_WITH_DISGUISE, foldWord);
}

/** A word that mixes Latin letters with look-alikes of another script, or undefined. */
export function mixedScriptWord(
  text: string,
): { readonly word: string; readonly offset: number } | undefined {
  // Formulas mix Greek letters with Latin ones; only those that look like Latin letters disguise a word.
  if (!/[αορειν\u0400-\u04ff\u0530-\u058f]/.test(text)) return undefined;
  for (const match of text.matchAll(/\p{L}{4,64}/gu)) {
    const word = match[0];
    if (!/[A-Za-z]{2}/.test(word) || !/[αορειν\u0400-\u04ff\u0530-\u058f]/.test(word)) continue;
    if (/^[A-Za-z]+$/.test(foldWord(word))) return { word, offset: match.index };
  }
  return undefined;
}

function foldWord(word: string): string {
  let out = "";
  for (const char of word) out += MAP.get(char) ?? char;
  return out;
}

function pairsOf(text: string): (readonly [string, string])[] {
  const chars = [...text];
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < chars.length; at += 2) pairs.push([chars[at] ?? "", chars[at + 1] ?? ""]);
  return pairs;
}
