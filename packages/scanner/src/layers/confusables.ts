/** Letters that look like Latin ones, written as pairs. Enough to read a disguised English word; not all of Unicode. */
const PAIRS =
  "аaАAеeЕEоoОOсcСCрpРPхxХXуyУYіiІIјjЈJѕsЅSԁdһhНHԛqԝwвbВBкkКKмmМMтtТTгrпnиuЗ3зз" +
  "αaΑAοoΟOρpΡPεeΕEιiΙIκkΚKνvΝNυuΥYχxΧXτtΤTηnΗHΒBβbΖZΜMγyωwσoδd" +
  "ɑaɡgıiⅼlⅰiⅱiⅽcⅾdⅿmℓlℯeℊgℴoƖlǀlꓲIꓮAꓐBꓚCꓓDꓰEꓖGꓧHꓙJꓗKꓡLꓟMꓠNꓳOꓑPꓣRꓢSꓔTꓴUꓦVꓪWꓫXꓬYꓜZ" +
  "ոnսuօoհhցgեeԼLՍUՏSաwᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz";

const MAP: ReadonlyMap<string, string> = new Map(pairsOf(PAIRS));

/** Replaces letters of other scripts that look like Latin letters. */
export function foldConfusables(text: string): string {
  if (!/[^\0-\u0130]/u.test(text)) return text;
  let out = "";
  for (const char of text) out += MAP.get(char) ?? char;
  return out;
}

/** A word that mixes Latin letters with look-alikes of another script, or undefined. */
export function mixedScriptWord(
  text: string,
): { readonly word: string; readonly offset: number } | undefined {
  for (const match of text.matchAll(/[\p{L}]{3,64}/gu)) {
    const word = match[0];
    if (!/[A-Za-z]/.test(word) || !/[\u0370-\u03ff\u0400-\u04ff\u0530-\u058f]/.test(word)) continue;
    const folded = foldConfusables(word);
    if (/^[A-Za-z]+$/.test(folded)) return { word, offset: match.index };
  }
  return undefined;
}

function pairsOf(text: string): (readonly [string, string])[] {
  const chars = [...text];
  const pairs: (readonly [string, string])[] = [];
  for (let at = 0; at + 1 < chars.length; at += 2) pairs.push([chars[at] ?? "", chars[at + 1] ?? ""]);
  return pairs;
}
