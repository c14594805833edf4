import { stripVTControlCharacters } from "node:util";
import { withoutHidden } from "@knowhow/runtime/toolkit";

/** Printable ASCII, which is the usual case and needs no work. */
const HARMLESS = /^[ -~]*$/;

/** Line breaks and other white space; replaced by a space, so that a text stays on its line. */
const SPACE = /[\t-\r\u0085\u2028\u2029]+/g;

/** Makes untrusted text safe for a terminal: one line without escape sequences, control or hidden characters. */
export function sanitise(text: string): string {
  if (HARMLESS.test(text)) return text;
  return withoutHidden(stripVTControlCharacters(text).replace(SPACE, " "));
}

/** Makes untrusted text safe for a terminal like `sanitise`, but keeps line breaks and tabs. */
export function sanitiseLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(sanitise).join("\t"))
    .join("\n");
}
