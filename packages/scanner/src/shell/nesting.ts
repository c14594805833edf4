/** Deeper substitutions than this are never written by hand, and parsing them takes quadratic time. */
const MAX_DEPTH = 40;

/** More braces in one word are not written by hand either; the parser looks for the end of each in the rest of the word. */
const MAX_BRACES = 1_000;

/** True if substitutions, expansions or braces are nested so deeply that a script is not parsed. */
export function isTooNested(text: string): boolean {
  let depth = 0;
  let braces = 0;
  let quote = "";
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? "";
    const next = text[at + 1] ?? "";
    if ((sign === "$" || sign === "<" || sign === ">") && (next === "(" || next === "{")) {
      depth += 1;
      at += 1;
    } else if (sign === ")" || sign === "}") depth = Math.max(0, depth - 1);
    else if (sign === "\\" && quote !== "'") at += 1;
    else if (quote !== "") quote = sign === quote ? "" : quote;
    else if (sign === "'" || sign === '"' || sign === "`") quote = sign;
    else if (sign === "{") braces += 1;
    else if (depth === 0 && (sign <= " " || sign === ";" || sign === "|" || sign === "&")) braces = 0;
    if (depth > MAX_DEPTH || braces > MAX_BRACES) return true;
  }
  return false;
}
