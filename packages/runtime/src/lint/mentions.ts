/** The names that occur in a text. */
export interface Mentions {
  /** True if the text names the file, or a directory above it as a whole. */
  covers(path: string): boolean;
}

/** Indexes every path-like word of a text once, so that looking up thousands of files is fast. */
export function mentionsOf(text: string): Mentions {
  const words = new Set<string>();
  const directories = new Set<string>();
  for (const match of text.matchAll(WORD)) {
    const word = match[0].toLowerCase();
    if (words.size >= MOST_WORDS) break;
    words.add(word);
    for (const part of word.split(".")) words.add(part);
    words.add(trimmed(word));
    const after = match.index + match[0].length;
    if (text[after] === "/" && !isWordCharacter(text[after + 1])) directories.add(word);
  }
  return {
    covers(path) {
      const segments = path.toLowerCase().split("/");
      const name = segments.pop() ?? "";
      if (
        segments.some((segment) => directories.has(segment) || (/[-_]/.test(segment) && words.has(segment)))
      )
        return true;
      return [name, stemOf(name)].some((word) =>
        WHOLE_WORD.test(word) ? words.has(word) : text.includes(word),
      );
    },
  };
}

const WORD = /[\p{L}\p{N}_.@+-]+/gu;
const WHOLE_WORD = /^[\p{L}\p{N}_.@+-]+$/u;
const MOST_WORDS = 400_000;

/** Without surrounding dots and hyphens. */
function trimmed(word: string): string {
  let end = word.length;
  while (end > 0 && (word[end - 1] === "." || word[end - 1] === "-")) end -= 1;
  let start = 0;
  while (start < end && (word[start] === "." || word[start] === "-")) start += 1;
  return word.slice(start, end);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && WHOLE_WORD.test(character);
}

/** Code imports a module without its extension. */
function stemOf(name: string): string {
  const cut = name.lastIndexOf(".");
  return cut > 0 ? name.slice(0, cut) : name;
}
