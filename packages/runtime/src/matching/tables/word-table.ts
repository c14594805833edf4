import { type Dictionary, orderWords, wordAt } from "./dictionary.ts";
import { NumberList } from "./number-list.ts";
import { type SparseRows, transpose } from "./transpose.ts";

/** Words of many skills in columns: compact in memory, with the same format on disk. */
export interface WordTable {
  /** Key of each skill's texts; equal keys mean equal rows. */
  readonly keys: readonly string[];
  readonly dictionary: Dictionary;
  /** For each word the skills that have it, in order, each with a number. */
  readonly postings: SparseRows;
}

/** An earlier table skill by skill, with the new ids of its words. */
interface Earlier {
  readonly bySkill: SparseRows;
  readonly ids: Int32Array;
}

/** Builds a table skill by skill. */
export class WordTableBuilder {
  readonly #keys: string[] = [];
  readonly #words: string[] = [];
  readonly #ids = new Map<string, number>();
  readonly #uses: number[] = [];
  readonly #starts: number[] = [0];
  readonly #columns = new NumberList();
  readonly #values = new NumberList();
  readonly #earlier = new Map<WordTable, Earlier>();

  /** Adds a word to the current skill. */
  add(word: string, value: number): void {
    this.#put(this.#idOf(word), value);
  }

  /** Adds the words of a skill in an earlier table, without reading its texts. */
  copy(table: WordTable, skill: number): void {
    const { bySkill, ids } = this.#open(table);
    const end = bySkill.starts[skill + 1] ?? 0;
    for (let at = bySkill.starts[skill] ?? 0; at < end; at += 1) {
      const old = bySkill.columns[at] ?? 0;
      let id = ids[old] ?? -1;
      if (id < 0) {
        id = this.#idOf(wordAt(table.dictionary, old));
        ids[old] = id;
      }
      this.#put(id, bySkill.values[at] ?? 0);
    }
  }

  /** Ends the current skill. */
  end(key: string): void {
    this.#keys.push(key);
    this.#starts.push(this.#columns.length);
  }

  /** How often a word was added so far. */
  uses(word: string): number {
    const id = this.#ids.get(word);
    return id === undefined ? 0 : (this.#uses[id] ?? 0);
  }

  build(): WordTable {
    const { words, dictionary } = orderWords(this.#words);
    const places = new Uint32Array(words.length);
    for (const [place, word] of words.entries()) places[this.#idOf(word)] = place;
    const bySkill = {
      starts: Uint32Array.from(this.#starts),
      columns: this.#columns.take().map((id) => places[id] ?? 0),
      values: this.#values.take(),
    };
    return { keys: this.#keys, dictionary, postings: transpose(bySkill, words.length) };
  }

  #put(id: number, value: number): void {
    this.#columns.push(id);
    this.#values.push(value);
    this.#uses[id] = (this.#uses[id] ?? 0) + 1;
  }

  #idOf(word: string): number {
    const known = this.#ids.get(word);
    if (known !== undefined) return known;
    const id = this.#words.length;
    this.#ids.set(word, id);
    this.#words.push(word);
    this.#uses.push(0);
    return id;
  }

  #open(table: WordTable): Earlier {
    const known = this.#earlier.get(table);
    if (known !== undefined) return known;
    const opened = {
      bySkill: transpose(table.postings, table.keys.length),
      ids: new Int32Array(table.dictionary.ends.length).fill(-1),
    };
    this.#earlier.set(table, opened);
    return opened;
  }
}
