import type { Token } from "./token.ts";

/** Tokens of Python, read leniently: what is not understood becomes a sign. Line breaks count only outside of brackets. */
export function pythonTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  const next =
    /([ \t\r\f]+|\\\r?\n)|(#[^\n]*)|(\n)|([rRbBfFuU]{0,2})("""|'''|"|')|([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)|(\d[\w.]*)|([\s\S])/y;
  while (next.lastIndex < source.length) {
    const at = next.lastIndex;
    const match = next.exec(source);
    if (match === null) break;
    const [, , , line, prefix, quote, name, number, sign] = match;
    if (line !== undefined && depth === 0) tokens.push({ kind: "line", text: "\n", offset: at });
    else if (quote !== undefined) {
      const end = endOfString(source, next.lastIndex, quote);
      const raw = source.slice(next.lastIndex, end);
      tokens.push({ kind: "text", text: /r/i.test(prefix ?? "") ? raw : unescapeText(raw), offset: at });
      // An f-string uses the names that it mentions.
      if (/f/i.test(prefix ?? ""))
        for (const used of raw.matchAll(/\{([A-Za-z_]\w{0,60})/g))
          tokens.push({ kind: "name", text: used[1] ?? "", offset: at });
      next.lastIndex = end + quote.length;
    } else if (name !== undefined) tokens.push({ kind: "name", text: name, offset: at });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, offset: at });
    else if (sign !== undefined) {
      if ("([{".includes(sign)) depth += 1;
      else if (")]}".includes(sign)) depth = Math.max(0, depth - 1);
      tokens.push(
        sign === ";" ? { kind: "line", text: ";", offset: at } : { kind: "sign", text: sign, offset: at },
      );
    }
  }
  return tokens;
}

/** Offset of the closing quote; the end of the line or text if there is none. */
function endOfString(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at += 1) {
    const char = source[at];
    if (char === "\\") at += 1;
    else if (quote.length === 1 && char === "\n") return at;
    else if (source.startsWith(quote, at)) return at;
  }
  return source.length;
}

/** `\x63`, `\u0063` and `\143` → `c`. */
export function unescapeText(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4,6})\}?|([0-7]{3})|(\n|.))/g,
    (_, x, u, octal, other) => {
      if (other !== undefined)
        return other === "n" ? "\n" : other === "t" ? "\t" : other === "\n" ? "" : other;
      const code = octal === undefined ? Number.parseInt(x ?? u, 16) : Number.parseInt(octal, 8);
      return code <= 0x10ffff ? String.fromCodePoint(code) : "";
    },
  );
}
