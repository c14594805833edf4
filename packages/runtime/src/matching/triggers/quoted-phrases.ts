import { once } from "../../basics/once.ts";
import { quotedSpans } from "./quoted-spans.ts";
import { textWords } from "./text-words.ts";
import { wordSize } from "./word-weight.ts";

/** A quoted phrase; the offsets include the quotes. */
export interface QuotedPhrase {
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

const MAX_TEXT = 16_384;
const MAX_QUOTATION = 120;
const MAX_PHRASES = 64;
const MIN_WORDS = 2;
const MIN_SIGNS = 3;
const MAX_WORDS = 10;
/** Characters of code, URLs and markup, which are not part of spoken phrases. Variables are removed before. */
const CODE = /[\\=;$|`*^~@#%&{}<>]|::|->|\(\)|\/\/|(?:^|\s)(?:-{1,2}\w|[./])|\w_\w|\w\/\w+\//;
const FILE_NAME = /[\w-]\.[a-z][a-z0-9]{0,4}(?=\s|$|[,)])/i;
const placeholder = once(() => /[{<[][\p{L}\p{N}][\p{L}\p{N} _./-]*[}>\]]/gu);
/** Programs that start a command line; only checked for text between backticks. */
const COMMANDS: ReadonlySet<string> = new Set(
  `apt aws az bash brew bun bundle cargo cat cd chmod composer conda cp curl deno docker dotnet echo export find gcloud gem gh git
   go gradle grep helm java jq kubectl ls make mkdir mv mvn node npm npx php pip pipx pnpm poetry pytest python python3 rake rm rsync
   ruby sed sh ssh sudo tar terraform tsc uv uvx wget yarn`.split(/\s+/),
);

/**
 * Quoted phrases that a user could write, in order and without duplicates: two to ten words, no code and no file names.
 */
export function quotedPhrases(text: string): readonly QuotedPhrase[] {
  const found = new Map<string, QuotedPhrase>();
  for (const { start, end, mark } of quotedSpans(text.slice(0, MAX_TEXT), MAX_QUOTATION)) {
    const phrase = text
      .slice(start + 1, end - 1)
      .replace(/\s+/g, " ")
      .trim();
    const key = phrase.toLowerCase();
    if (found.size >= MAX_PHRASES) break;
    if (!found.has(key) && isSayable(phrase, mark)) found.set(key, { phrase, start, end });
  }
  return [...found.values()];
}

function isSayable(phrase: string, mark: string): boolean {
  const plain = phrase.replace(placeholder(), "x");
  if (CODE.test(plain) || FILE_NAME.test(plain)) return false;
  const words = textWords(plain);
  const size = words.reduce((sum, word) => sum + wordSize(word), 0);
  const signs = words.filter(({ kind }) => kind === "sign").length;
  if (size > MAX_WORDS || (size < MIN_WORDS && signs < MIN_SIGNS)) return false;
  return mark !== "`" || !COMMANDS.has(words[0]?.text ?? "");
}
