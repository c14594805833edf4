/** Deeper substitutions than this are never written by hand, and parsing them takes quadratic time. */
const MAX_DEPTH = 40;

/** True if substitutions or expansions are nested so deeply that a script is not parsed. */
export function isTooNested(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 36 || code === 60 || code === 62) {
      const next = text.charCodeAt(at + 1);
      if (next === 40 || next === 123) {
        depth += 1;
        if (depth > MAX_DEPTH) return true;
        at += 1;
      }
    } else if ((code === 41 || code === 125) && depth > 0) depth -= 1;
  }
  return false;
}
