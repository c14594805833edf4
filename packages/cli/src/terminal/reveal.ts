/** Characters that a terminal does not show, or that change what it shows around them. */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4-\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

/** More combining marks than any script needs; they would cover the lines above. */
const STACKED = /(\p{M}{4})(\p{M}+)/gu;

/** Makes untrusted text safe for a terminal and hides nothing: every invisible character is written as `<U+XXXX>`. */
export function revealLines(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map(reveal).join("\t"))
    .join("\n");
}

function reveal(line: string): string {
  return line
    .replace(STACKED, (_, first: string, rest: string) => `${first}<${[...rest].length} combining marks>`)
    .replace(HIDDEN, codeOf);
}

function codeOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return `<U+${hex}>`;
}
