import { stripVTControlCharacters } from "node:util";

/** Nothing but printable ASCII: the usual case, and nothing to do. */
const HARMLESS = /^[ -~]*$/;

/** White space of any kind: one space each, so that no text breaks out of its line. */
const SPACE = /[\t-\r\u0085\u2028\u2029]+/g;

/** Controls, direction controls, invisible fillers and tag characters. The joiners that scripts and emoji need stay. */
const UNSEEN =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;

/** Text from a skill, made safe for a terminal: one line without escape sequences, controls or hidden characters. */
export function sanitise(text: string): string {
  if (HARMLESS.test(text)) return text;
  return stripVTControlCharacters(text).replace(SPACE, " ").replace(UNSEEN, "");
}

/** Text of many lines, made safe for a terminal: lines and tabs stay, everything else is treated as by `sanitise`. */
export function sanitiseLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(sanitise).join("\t"))
    .join("\n");
}
