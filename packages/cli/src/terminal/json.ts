/** Characters that JSON may contain unescaped but a terminal must not receive: DEL, C1, direction, line separators, tags. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** Formats JSON with every control and direction character escaped, on one line unless `indent` is given. */
export function toJson(data: unknown, indent = 0): string {
  return JSON.stringify(data, undefined, indent).replace(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");
}
