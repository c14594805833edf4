/** Characters that JSON may contain unescaped but a terminal must not receive, or that nobody would see. */
const UNSAFE =
  /[\u007f-\u009f\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4-\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu;

/** Formats JSON with every control, direction and invisible character escaped, on one line unless `indent` is given. */
export function toJson(data: unknown, indent = 0): string {
  return JSON.stringify(data, undefined, indent).replace(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");
}
