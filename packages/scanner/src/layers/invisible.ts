/** Kinds of characters that a reader does not see. */
export type InvisibleKind = "tag" | "selector" | "bidi" | "filler" | "private" | "zero-width" | "control";

/**
 * The kind of an invisible character, or undefined. Emoji use U+FE0F and zero-width joiners, and a file may start with a byte
 * order mark; these are left to the caller.
 */
export function invisibleKind(code: number): InvisibleKind | undefined {
  if (code < 0x7f) {
    return code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d && code !== 0x1b && code !== 0x0c
      ? "control"
      : undefined;
  }
  if (code < 0xa0) return "control";
  if (code === 0xad || code === 0x034f || code === 0x061c) return "filler";
  if (code < 0x115f) return undefined;
  if (code === 0x115f || code === 0x1160 || code === 0x17b4 || code === 0x17b5) return "filler";
  if (code >= 0x180b && code <= 0x180f) return "filler";
  if (code >= 0x200b && code <= 0x200f) return "zero-width";
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)) return "bidi";
  if (code >= 0x2060 && code <= 0x206f) return "zero-width";
  if (code === 0x2800 || code === 0x3164 || code === 0xffa0) return "filler";
  if (code === 0xfeff) return "zero-width";
  if (code >= 0xfe00 && code <= 0xfe0e) return "selector";
  if (code >= 0xe000 && code <= 0xf8ff) return "private";
  if (code >= 0xfff9 && code <= 0xfffb) return "filler";
  if (code >= 0xe0000 && code <= 0xe007f) return "tag";
  if (code >= 0xe0100 && code <= 0xe01ef) return "selector";
  if (code >= 0xf0000) return "private";
  return undefined;
}

/** Removes invisible characters that stand next to ASCII text. In emoji and other scripts they are part of the writing. */
export function withoutInvisible(text: string): string {
  let out = "";
  let kept = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit < 0x7f) continue;
    const code = text.codePointAt(at) ?? 0;
    const size = code > 0xffff ? 2 : 1;
    const kind = invisibleKind(code);
    if (kind !== undefined && kind !== "private" && (isAscii(text, at - 1) || isAscii(text, at + size))) {
      out += text.slice(kept, at);
      kept = at + size;
    }
    at += size - 1;
  }
  return kept === 0 ? text : out + text.slice(kept);
}

function isAscii(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // Runs of invisible characters are removed as a whole.
  return (
    (unit > 0x20 && unit < 0x7f) || (unit >= 0x200b && unit <= 0x206f && unit !== 0x200d) || unit === 0xad
  );
}

/** A text for a report: shortened, on one line, with invisible characters written as `U+XXXX`. */
export function visible(text: string, length = 160): string {
  let out = "";
  for (const char of text) {
    if (out.length >= length) return `${out}…`;
    const code = char.codePointAt(0) ?? 0;
    if (char === "\n" || char === "\r" || char === "\t") out += " ";
    else if (code === 0x1b || invisibleKind(code) !== undefined || (code >= 0xd800 && code <= 0xdfff))
      out += `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    else out += char;
  }
  return out.trim();
}
