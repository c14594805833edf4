import type { CatalogForm } from "../../conversation.ts";
import { beginLine } from "./begin-line.ts";
import { completeClauses } from "./complete-clauses.ts";
import { growLine, type LineStep } from "./grow-line.ts";
import { orderNames } from "./order-names.ts";
import { type CatalogWord, readWords } from "./read-words.ts";
import {
  type CatalogEntry,
  type CatalogFormat,
  type CatalogFrame,
  type CatalogRecord,
  RENDERERS,
  renderCatalog,
} from "./render-catalog.ts";
import { stemsOf } from "./stems.ts";
import { tieBreaker } from "./tie-breaker.ts";
import { wordRarity } from "./word-rarity.ts";
import { writeWords } from "./write-words.ts";

/** A record with its form and its rendered line. */
export interface PlannedRecord extends CatalogRecord {
  readonly form: CatalogForm;
  readonly line: string;
}

/** An entry whose description is escaped and not too long. */
export interface FittingEntry extends CatalogEntry {
  /** True if its description was cut because it is longer than any that is listed. */
  readonly isCut?: boolean;
}

interface FitOptions {
  readonly format: CatalogFormat;
  readonly frame: CatalogFrame;
}

/** Chooses the form of every entry within a number of characters. The entries are escaped and sorted by name. */
export function createFitter(
  entries: readonly FittingEntry[],
  { format, frame }: FitOptions,
): (room: number) => readonly PlannedRecord[] {
  const around = renderCatalog([], format, frame, 0).length;
  const rest = frame.more(entries.length).length + 1;
  const planner = new Planner(entries, format);
  return (room) => {
    const inner = room - around;
    return planner.whole(inner) ?? planner.shortened(inner) ?? planner.counted(inner - rest);
  };
}

/** A dash, a space and a line end. */
const SHORTEST_LINE = 3;

/** Words of some skill, as part of the order in which the room is distributed. */
interface Purchase extends LineStep {
  readonly entry: number;
}

/** The words of all entries in the order in which they are bought, if lines begin with so many characters. */
interface Market {
  readonly beginning: number;
  readonly purchases: readonly Purchase[];
}

/** Tries one form after the other. What does not depend on the room is computed once. */
class Planner {
  readonly #entries: readonly FittingEntry[];
  readonly #format: CatalogFormat;
  readonly #least: { readonly names: number; readonly all: number };
  #ties: readonly number[] | undefined;
  #words: readonly (readonly CatalogWord[])[] | undefined;
  #market: Market | undefined;
  #namesInOrder: readonly number[] | undefined;

  constructor(entries: readonly FittingEntry[], format: CatalogFormat) {
    this.#entries = entries;
    this.#format = format;
    let [names, all] = [0, 0];
    for (const { name, description, pinned } of entries) {
      const least = name.length + SHORTEST_LINE;
      names += pinned === true ? least + description.length : least;
      all += least + description.length;
    }
    this.#least = { names, all };
  }

  /** All entries in full. */
  whole(room: number): readonly PlannedRecord[] | undefined {
    if (this.#least.all > room) return undefined;
    const records = this.#entries.map((entry) => this.#full(entry));
    return costOf(records) <= room ? records : undefined;
  }

  /** Pinned entries in full, all others with as many of their words as possible, at least by name. */
  shortened(room: number): readonly PlannedRecord[] | undefined {
    if (this.#least.names > room) return undefined;
    const named = this.#entries.map((entry) =>
      entry.pinned === true ? this.#full(entry) : this.#draw(entry, ""),
    );
    const left = room - costOf(named);
    if (left < 0) return undefined;
    const shown = this.#buy(left);
    const records = named.map((record, index) => {
      const words = shown.get(index);
      return words === undefined ? record : this.#excerpt(index, { words });
    });
    return this.#complete(records, shown, room);
  }

  /** Pinned entries in full and as many names as fit; the rest is only counted. */
  counted(room: number): readonly PlannedRecord[] {
    const kept = new Map<number, PlannedRecord>();
    let left = room;
    const keep = (index: number, record: PlannedRecord) => {
      if (record.line.length + 1 > left) return;
      left -= record.line.length + 1;
      kept.set(index, record);
    };
    for (const [index, entry] of this.#entries.entries())
      if (entry.pinned === true) keep(index, this.#full(entry));
    this.#namesInOrder ??= orderNames(this.#entries);
    for (const index of this.#namesInOrder) {
      const entry = this.#entries[index];
      if (entry === undefined || kept.has(index) || entry.name.length + SHORTEST_LINE > left) continue;
      keep(index, this.#draw(entry, ""));
    }
    return this.#entries.map(
      ({ name }, index) => kept.get(index) ?? { name, description: "", form: "omitted", line: "" },
    );
  }

  /** Distributes room among the words of all entries; an entry whose next word does not fit gets no more. */
  #buy(room: number): ReadonlyMap<number, ReadonlySet<number>> {
    const beginning = this.#beginningFor(room);
    if (this.#market?.beginning !== beginning)
      this.#market = { beginning, purchases: this.#orderPurchases(beginning) };
    const shown = new Map<number, Set<number>>();
    const ended = new Set<number>();
    let left = room;
    for (const { entry, words: run, cost } of this.#market.purchases) {
      if (ended.has(entry)) continue;
      if (cost > left) {
        ended.add(entry);
        continue;
      }
      left -= cost;
      const words = shown.get(entry) ?? new Set();
      for (const word of run) words.add(word);
      shown.set(entry, words);
    }
    return shown;
  }

  /** How many characters of its description each line begins with. Rounded, so that similar rooms share their purchases. */
  #beginningFor(room: number): number {
    const lines = this.#entries.filter(({ pinned, description }) => pinned !== true && description !== "");
    const each = room / Math.max(1, lines.length) - RENDERERS[this.#format].description.around;
    const characters = Math.floor(((each - WORDS_FIRST) * BEGINNING) / STEP) * STEP;
    return characters < STEP ? 0 : characters;
  }

  #orderPurchases(beginning: number): readonly Purchase[] {
    const words = this.#wordsOf();
    const names = this.#entries.map(({ name }) => stemsOf(name));
    const rarity = wordRarity(
      names.map((stems, index) => [...stems, ...(words[index] ?? []).flatMap((word) => word.stems)]),
    );
    const { lengthOf, around } = RENDERERS[this.#format].description;
    const ties = this.#tiesOf();
    return this.#entries
      .flatMap((entry, index): readonly Purchase[] => {
        if (entry.pinned === true) return [];
        const own = words[index] ?? [];
        const known = names[index] ?? [];
        const first = beginning === 0 ? [] : beginLine(own, { width: beginning, known });
        const steps = growLine(own, { known, rarity, lengthOf, around, beginning: first });
        return steps.map((step) => ({ ...step, entry: index }));
      })
      .sort((a, b) => b.price - a.price || (ties[a.entry] ?? 0) - (ties[b.entry] ?? 0) || a.entry - b.entry);
  }

  /**
   * Room that no word needs completes descriptions, those that are closest to being complete first; the last one that does
   * not fit gets as many complete clauses as possible.
   */
  #complete(
    records: readonly PlannedRecord[],
    shown: ReadonlyMap<number, ReadonlySet<number>>,
    room: number,
  ): readonly PlannedRecord[] {
    const result = [...records];
    const ties = this.#tiesOf();
    const wholes = this.#entries
      .map((entry, index) => {
        const record = this.#full(entry);
        return { index, record, price: record.line.length - (records[index]?.line.length ?? 0) };
      })
      .filter(({ index, record }) => record.form !== "name-only" && record.line !== records[index]?.line)
      .sort((a, b) => a.price - b.price || (ties[a.index] ?? 0) - (ties[b.index] ?? 0) || a.index - b.index);
    let left = room - costOf(records);
    const replace = (index: number, record: PlannedRecord) => {
      const price = record.line.length - (result[index]?.line.length ?? 0);
      if (price > left) return false;
      left -= price;
      result[index] = record;
      return true;
    };
    for (const { index, record } of wholes) {
      if (replace(index, record) || left < SMALLEST_GIFT) continue;
      const more = this.#clausesFor(index, shown.get(index) ?? new Set(), left);
      if (more.clauses.size > 0) replace(index, this.#excerpt(index, more));
    }
    return result;
  }

  #clausesFor(index: number, shown: ReadonlySet<number>, room: number) {
    const { lengthOf, around } = RENDERERS[this.#format].description;
    return completeClauses(this.#entries[index]?.description ?? "", this.#wordsOf()[index] ?? [], {
      shown,
      room,
      sizeOf: (text) => (text === "" ? 0 : around + lengthOf(text)),
    });
  }

  #excerpt(
    index: number,
    shown: { readonly words: ReadonlySet<number>; readonly clauses?: ReadonlySet<number> },
  ): PlannedRecord {
    const entry = this.#entries[index];
    if (entry === undefined) throw new RangeError(`no entry ${index}`);
    const text = writeWords(entry.description, this.#wordsOf()[index] ?? [], shown);
    return this.#draw(entry, text);
  }

  #wordsOf(): readonly (readonly CatalogWord[])[] {
    this.#words ??= readAll(this.#entries);
    return this.#words;
  }

  /** Entries with equal claims are ordered by their descriptions, so that their names do not matter. */
  #tiesOf(): readonly number[] {
    this.#ties ??= this.#entries.map(({ description }) => tieBreaker(description));
    return this.#ties;
  }

  #full(entry: FittingEntry): PlannedRecord {
    return this.#draw(entry, entry.description);
  }

  #draw(entry: FittingEntry, description: string): PlannedRecord {
    const { name, preloaded, location, isCut = false } = entry;
    const isFull = description === entry.description && !isCut;
    const form = description === "" ? "name-only" : isFull ? "full" : "shortened";
    const shown = {
      name,
      description,
      ...(preloaded === undefined ? {} : { preloaded }),
      ...(location === undefined ? {} : { location }),
    };
    return { ...shown, form, line: RENDERERS[this.#format].record(shown) };
  }
}

/** With so few characters for each line, all of them go to words that tell skills apart. */
const WORDS_FIRST = 60;

/** The part of the other characters that goes to the beginnings of descriptions. */
const BEGINNING = 0.8;

/** The shortest beginning, and how much the next one is longer. */
const STEP = 12;

/** With fewer characters than this left, it is not worth looking for a clause that fits. */
const SMALLEST_GIFT = 16;

/** Every record has a line of its own. */
function costOf(records: readonly PlannedRecord[]): number {
  return records.reduce((sum, record) => sum + record.line.length + 1, 0);
}

/** The words of all descriptions; the stems of a word are computed once. */
function readAll(entries: readonly FittingEntry[]): readonly (readonly CatalogWord[])[] {
  const known = new Map<string, readonly string[]>();
  const stems = (word: string) => {
    const found = known.get(word) ?? stemsOf(word);
    known.set(word, found);
    return found;
  };
  return entries.map(({ description }) => readWords(description, stems));
}
