import { tokenizer, tokTypes } from "acorn";
import { unescapeText } from "./python-tokens.ts";
import type { Token } from "./token.ts";

/**
 * Tokens of JavaScript and TypeScript, by acorn. Its tokenizer reads types, which its parser refuses. If it stops, as at JSX, what
 * follows is read again from the next line.
 */
export function javascriptTokens(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let from = 0;
  for (let attempts = 0; from < source.length && attempts < 200; attempts += 1) {
    const end = readFrom(source, from, tokens);
    if (end === undefined) return tokens;
    const line = source.indexOf("\n", end);
    if (line === -1) return tokens;
    from = line + 1;
  }
  return tokens;
}

/** Reads until the end, then returns undefined; or returns the offset at which reading failed. */
function readFrom(source: string, from: number, tokens: Token[]): number | undefined {
  let at = from;
  let line = from;
  let depth = 0;
  try {
    const reader = tokenizer(from === 0 ? source : " ".repeat(0) + source.slice(from), {
      ecmaVersion: "latest",
      sourceType: "module",
      allowHashBang: true,
    });
    for (const token of reader) {
      const offset = from + token.start;
      // A statement may end at a line break; inside of parentheses it does not.
      if (depth === 0 && source.slice(line, offset).includes("\n"))
        tokens.push({ kind: "line", text: "\n", offset: line });
      at = from + token.end;
      line = at;
      const written = source.slice(offset, at);
      if (token.type === tokTypes.name || /^[A-Za-z_$]/.test(written))
        tokens.push({ kind: "name", text: written, offset });
      else if (token.type === tokTypes.string)
        tokens.push({ kind: "text", text: unescapeText(written.slice(1, -1)), offset });
      else if (token.type === tokTypes.template)
        tokens.push({ kind: "text", text: unescapeText(written), offset });
      else if (token.type === tokTypes.num) tokens.push({ kind: "number", text: written, offset });
      else if (token.type === tokTypes.semi) tokens.push({ kind: "line", text: ";", offset });
      else {
        if (written === "(" || written === "[") depth += 1;
        else if (written === ")" || written === "]") depth = Math.max(0, depth - 1);
        if (written !== "`" && written !== "${") tokens.push({ kind: "sign", text: written, offset });
      }
    }
    return undefined;
  } catch {
    return Math.max(at, from + 1);
  }
}
