import { once } from "./once.ts";

/** Printable ASCII and white space, which is the usual case and needs no work. */
const PLAIN = /^[\t\n\r -~]*$/;

/**
 * Characters that are not seen, or that move, reorder or end what is seen: controls, format characters, selectors of
 * variants, tags, fillers, private use, and what is no character at all. White space of ordinary text is not among them.
 */
const hidden = once(
  () =>
    /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]/gu,
);

/** More accents on one letter than any language has; they cover the lines around it. */
const pile = once(() => /(\p{M}{8})(\p{M}+)/gu);

/** Removes hidden characters, except joiners and selectors where a script or an emoji needs them, and piles of accents. */
export function withoutHidden(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(hidden(), (character: string, at: number) => (isNeeded(character, at, text) ? character : ""))
    .replace(pile(), "$1");
}

/** The offset of the first hidden character that nothing needs; undefined if there is none. */
export function findHidden(text: string): number | undefined {
  if (PLAIN.test(text)) return undefined;
  for (const { 0: character, index } of text.matchAll(hidden()))
    if (!isNeeded(character, index, text)) return index;
  return undefined;
}

/** Writes every hidden character of a JSON text as `\uXXXX`, so that it parses to the same value. */
export function escapeHidden(json: string): string {
  if (PLAIN.test(json)) return json;
  return json
    .replace(hidden(), escapeUnits)
    .replace(pile(), (_, first: string, more: string) => first + escapeUnits(more));
}

function escapeUnits(text: string): string {
  return Array.from(
    { length: text.length },
    (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** Scripts in which joiners change the form of letters. */
const joining = once(
  () =>
    /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Mongolian}\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Gurmukhi}\p{sc=Gujarati}\p{sc=Oriya}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Sinhala}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Tibetan}]/u,
);

const emoji = once(() => /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u);

function isNeeded(character: string, at: number, text: string): boolean {
  if (character === "\ufe0f" || character === "\ufe0e") return selects(at, text);
  if (character !== "\u200c" && character !== "\u200d") return false;
  const next = characterAt(text, at + 1);
  const isEmoji = character === "\u200d" && emoji().test(next) && emoji().test(shownBefore(text, at));
  const joins = (of: string) => joining().test(of);
  return isEmoji || (joins(characterBefore(text, at)) && joins(next) && /\p{L}/u.test(next));
}

/** True for the selector of an emoji, and for that of a key such as `1️⃣`. */
function selects(at: number, text: string): boolean {
  const before = characterBefore(text, at);
  return emoji().test(before) || (/[0-9#*]/.test(before) && text[at + 1] === "\u20e3");
}

/** The character before a joiner, without the selector of its form. */
function shownBefore(text: string, at: number): string {
  return text[at - 1] === "\ufe0f" ? characterBefore(text, at - 1) : characterBefore(text, at);
}

function characterBefore(text: string, at: number): string {
  const unit = text[at - 1] ?? "";
  return /[\udc00-\udfff]/.test(unit) ? text.slice(Math.max(0, at - 2), at) : unit;
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}
