/** DEL, C1 controls, direction controls, line separators, tag characters: JSON allows them raw, a terminal must not get them. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/gu;

/** One JSON document, on one line unless people read it, with every control and direction character escaped. */
export function toJson(data: unknown, indent = 0): string {
  return JSON.stringify(data, undefined, indent).replace(UNSAFE, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, "0");
    return `\\u${unit}`;
  }).join("");
}
