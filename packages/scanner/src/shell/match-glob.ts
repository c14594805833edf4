/** True if a name matches a pattern of the shell with `*`, `?` and `[…]`. Takes at most the product of both lengths. */
export function matchGlob(pattern: string, name: string): boolean {
  const parts = partsOf(pattern);
  let at = 0;
  let part = 0;
  let star = -1;
  let resume = 0;
  // A leading dot must be written.
  if (name.startsWith(".") && parts[0] !== ".") return false;
  while (at < name.length) {
    const current = parts[part];
    if (current === "*") {
      star = part;
      resume = at;
      part += 1;
    } else if (current !== undefined && matchesOne(current, name[at] ?? "")) {
      part += 1;
      at += 1;
    } else if (star !== -1) {
      part = star + 1;
      resume += 1;
      at = resume;
    } else return false;
  }
  return parts.slice(part).every((rest) => rest === "*");
}

/** True if a word has a pattern that the shell expands. */
export function hasGlob(word: string): boolean {
  return word.length <= 200 && /[*?]|\[[^\]]{1,200}\]/.test(word);
}

function partsOf(pattern: string): readonly string[] {
  return pattern.slice(0, 200).match(/\[[^\]]{1,200}\]|[\s\S]/g) ?? [];
}

function matchesOne(part: string, char: string): boolean {
  if (part === "?") return true;
  if (part.length === 1) return part === char;
  const isNegated = /^\[[!^]/.test(part);
  const set = part.slice(isNegated ? 2 : 1, -1);
  let isIn = false;
  for (let at = 0; at < set.length; at += 1) {
    if (set[at + 1] === "-" && at + 2 < set.length) {
      isIn ||= char >= (set[at] ?? "") && char <= (set[at + 2] ?? "");
      at += 2;
    } else isIn ||= set[at] === char;
  }
  return isIn !== isNegated;
}
