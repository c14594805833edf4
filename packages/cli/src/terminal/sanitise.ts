import { stripVTControlCharacters } from "node:util";

/** Printable ASCII, which is the usual case and needs no work. */
const HARMLESS = /^[ -~]*$/;

/** Line breaks and other white space; replaced by a space, so that a text stays on its line. */
const SPACE = /[\t-\r\u0085\u2028\u2029]+/g;

/** Control, direction, invisible and tag characters. Joiners are kept, because scripts and emoji need them. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u115f\u1160\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

/** More combining marks than any script needs; they would cover the lines above. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/** Makes untrusted text safe for a terminal: one line without escape sequences, control or invisible characters. */
export function sanitise(text: string): string {
  if (HARMLESS.test(text)) return text;
  return stripVTControlCharacters(text).replace(SPACE, " ").replace(UNSEEN, "").replace(STACKED, "$1");
}

/** Makes untrusted text safe for a terminal like `sanitise`, but keeps line breaks and tabs. */
export function sanitiseLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(sanitise).join("\t"))
    .join("\n");
}
