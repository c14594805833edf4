import { sanitise } from "./sanitise.ts";

/** Control characters, and characters that have no shape or change the direction of a text; a tab is shown as it is. */
const HIDDEN =
  /[^\P{C}\t]|\u034f|[\u115f\u1160\u2028\u2029\u3164\uffa0]|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;

/** One line of untrusted text for a review: what a reader could not see is written as `<U+200B>`. */
export function reveal(line: string): string {
  const shown = line.replaceAll(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
  return shown.split("\t").map(sanitise).join("\t");
}
