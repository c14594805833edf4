import { compilePathGlob, type Glob } from "../basics/globs.ts";
import { once } from "../basics/once.ts";

/** The names that occur in a text. */
export interface Mentions {
  /** True if the text names the file, a pattern that matches it, or a directory above it as a whole. */
  covers(path: string): boolean;
}

/** Looks up files in a text. Its path-like words are indexed once, so that looking up thousands of files is fast. */
export function mentionsOf(text: string): Mentions {
  const index = once(() => indexOf(text));
  let asked = 0;
  return {
    covers(path) {
      asked += 1;
      // Most skills have few files, and most files are mentioned by their names.
      return (asked <= FEW && hasWord(text, path.slice(path.lastIndexOf("/") + 1))) || index().covers(path);
    },
  };
}

/** True if the text has the name as a word of its own. */
function hasWord(text: string, name: string): boolean {
  if (!WHOLE_WORD.test(name)) return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isPart = IN_WORD.test(text.charAt(at - 1)) || IN_WORD.test(text.charAt(at + name.length));
    if (!isPart) return true;
  }
  return false;
}

function indexOf(text: string): Mentions {
  const written = new Set<string>();
  const words = new Set<string>();
  const directories = new Set<string>();
  for (const match of text.matchAll(WORD)) {
    const after = match.index + match[0].length;
    if (text[after] === "/" && !isWordCharacter(text[after + 1])) directories.add(match[0].toLowerCase());
    // Most words of a text are repetitions.
    if (written.has(match[0])) continue;
    if (words.size >= MOST_WORDS) break;
    written.add(match[0]);
    const word = match[0].toLowerCase();
    words.add(word);
    if (word.includes(".")) for (const part of word.split(".")) words.add(part);
    if (/^[.-]|[.-]$/.test(word)) words.add(trimmed(word));
  }
  const folders = once(() => foldersIn(text));
  const globs = once(() => globsIn(text));
  return {
    covers(path) {
      const segments = path.toLowerCase().split("/");
      const name = segments.pop() ?? "";
      return (
        [name, stemOf(name)].some((word) =>
          WHOLE_WORD.test(word) ? words.has(word) : text.includes(word),
        ) ||
        segments.some(
          (segment) =>
            directories.has(segment) ||
            (/[-_]/.test(segment) && words.has(segment)) ||
            folders().has(segment),
        ) ||
        globs().some((matches) => matches(path.toLowerCase()))
      );
    },
  };
}

const WORD = /[\p{L}\p{N}_.@+-]+/gu;
const WHOLE_WORD = /^[\p{L}\p{N}_.@+-]+$/u;
/** A character of a word, or half of one. */
const IN_WORD = /[\p{L}\p{N}\p{Cs}_.@+-]/u;
/** So many names are looked for one by one; for more, an index is faster. */
const FEW = 8;
const MOST_WORDS = 400_000;

/** `references folder`, "the directory `shared`". */
const FOLDER =
  /(?<![\w/])[`"']?([\w.-]{2,60})[`"']?\/?[ \t]{1,3}(?:folder|director(?:y|ies))\b|\b(?:folder|directory)[ \t]{1,3}[`"']([\w.-]{2,60})/gi;

/** A path with a wildcard: `shared/agents-*.md`, `references/{api,errors}.md`. */
const GLOB = /(?<![\w.@+/{},*?-])[\w.@+/{},*?-]{0,100}(?:\*|\{[\w.,-]{1,100}\})[\w.@+/{},*?-]{0,100}/g;
const MOST_GLOBS = 200;

function foldersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(FOLDER)].map((match) => (match[1] ?? match[2] ?? "").toLowerCase()));
}

/** The patterns of a text that say more than a file extension. */
function globsIn(text: string): readonly Glob[] {
  const globs: Glob[] = [];
  for (const [written] of text.matchAll(GLOB)) {
    if (globs.length >= MOST_GLOBS) break;
    const pattern = written
      .toLowerCase()
      .replace(/^(?:\.\/)+/, "")
      .replace(/(?<![.,])[.,]+$/, "");
    if (!/[\w]{2}/.test(pattern.replace(/\.\w+$/, ""))) continue;
    const matches = compilePathGlob(pattern);
    globs.push(pattern.includes("/") ? matches : (path) => matches(path.slice(path.lastIndexOf("/") + 1)));
  }
  return globs;
}

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
