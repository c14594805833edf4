const ASCII = /^[ -~]*$/;
/** Unicode Standard Annex 11: East Asian Wide and Fullwidth. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{17000}-\u{18cff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Created on first use, because creating one is slow compared with the start of the program. */
function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}

/** Number of terminal columns that a text takes. */
export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemesOf(text)) width += graphemeWidth(segment);
  return width;
}

/** Shortens a text to a width, at the end of a word and with "…". */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns / 2) return text;
  // One character more than fits is enough to decide, as long as all of them are one column wide.
  const head = text.slice(0, columns + 1);
  const isAscii = ASCII.test(head);
  if (isAscii ? text.length <= columns : startOf(text, columns).length === text.length) return text;
  const room = Math.max(0, columns - 1);
  const start = isAscii ? head.slice(0, room) : startOf(text, room);
  const word = text[start.length] === " " ? start.length : start.lastIndexOf(" ");
  const whole = word > start.length / 2 ? start.slice(0, word) : start;
  return `${whole.replace(/(?<![\s,;:.·–—-])[\s,;:.·–—-]+$/u, "")}…`;
}

/** Pads a text with spaces to a width; a wider text is unchanged. */
export function padToWidth(text: string, columns: number, side: "left" | "right" = "left"): string {
  const gap = columns - widthOf(text);
  if (gap <= 0) return text;
  return side === "left" ? text + " ".repeat(gap) : " ".repeat(gap) + text;
}

function startOf(text: string, columns: number): string {
  let width = 0;
  for (const { segment, index } of graphemesOf(text)) {
    width += graphemeWidth(segment);
    if (width > columns) return text.slice(0, index);
  }
  return text;
}

function graphemeWidth(grapheme: string): number {
  // Patterns with Unicode properties take long to create. Inside the function they are created on first use.
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u.test(grapheme)) return 0;
  const isEmoji =
    /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|\p{Regional_Indicator}{2}|[0-9#*]\ufe0f?\u20e3/u.test(
      grapheme,
    );
  return isEmoji || WIDE.test(grapheme) ? 2 : 1;
}
