import { type WordTable, WordTableBuilder } from "../tables/word-table.ts";
import { compileTrigger, MAX_PHRASES, type TriggerPattern } from "./compile-trigger.ts";
import { isFunctionWord } from "./word-weight.ts";

/**
 * For each phrase, one index word per spelling, so that a message is compared only with phrases that share such a word.
 * The number of a word is the position of the phrase among those of its skill.
 */
export type TriggerTable = WordTable;

/** A skill's phrases, or its row of an earlier table. */
export type PhraseRow =
  | { readonly key: string; readonly phrases: readonly string[] }
  | { readonly key: string; readonly table: TriggerTable; readonly row: number };

/** Builds a table of skills; phrases that cannot be triggers are omitted. */
export function buildTriggerTable(rows: Iterable<PhraseRow>): TriggerTable {
  const table = new WordTableBuilder();
  const seen = new Map<string, number>();
  const crowd = (word: string) => table.uses(word) + (seen.get(word) ?? 0);
  for (const row of rows) {
    if ("table" in row) table.copy(row.table, row.row);
    else
      for (const [place, phrase] of row.phrases.slice(0, MAX_PHRASES).entries()) {
        for (const word of indexWords(phrase, crowd, seen)) table.add(word, place);
      }
    table.end(row.key);
  }
  return table.build();
}

/** One word per spelling: the one that the fewest phrases use so far. */
function indexWords(
  phrase: string,
  crowd: (word: string) => number,
  seen: Map<string, number>,
): ReadonlySet<string> {
  const compiled = compileTrigger(phrase);
  const patterns = compiled.ok ? compiled.patterns : [];
  const telling = new Set(patterns.map((pattern) => indexWord(pattern, crowd)));
  for (const word of new Set(patterns.flatMap(({ chunks }) => chunks.flat())))
    seen.set(word, (seen.get(word) ?? 0) + 1);
  return telling;
}

function indexWord({ chunks }: TriggerPattern, crowd: (word: string) => number): string {
  let best = "";
  let least = Number.POSITIVE_INFINITY;
  for (const word of chunks.flat()) {
    const price = (isFunctionWord({ text: word }) ? COMMON : 0) + crowd(word) - word.length / LONGEST;
    if (price >= least) continue;
    best = word;
    least = price;
  }
  return best;
}

/** Penalty of a function word, which occurs in most messages. */
const COMMON = 1_000_000;
/** Of equally common words, the longest is the rarest in messages. */
const LONGEST = 1_000;
