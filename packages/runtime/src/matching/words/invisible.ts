/**
 * Characters that are invisible inside a word, for use in a character class: soft hyphens, joiners, direction and
 * variation marks.
 */
export const INVISIBLE_SIGNS = "\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufe00-\\ufe0f\\ufeff";

const INVISIBLE = new RegExp(`[${INVISIBLE_SIGNS}]`, "g");

/** A text without invisible characters. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
