import { compareText } from "../../basics/words.ts";
import type { CatalogForm } from "../../conversation.ts";
import {
  type CatalogEntry,
  type CatalogFormat,
  type CatalogFrame,
  type CatalogRecord,
  RENDERERS,
  renderCatalog,
} from "./render-catalog.ts";
import { type Cuttable, cuttable, shorten, WIDTH_FOR_BOTH } from "./shorten.ts";

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
  /** Maximum number of characters of the whole text. */
  readonly room: number;
  readonly format: CatalogFormat;
  readonly frame: CatalogFrame;
}

/** A dash, a space and a line end. */
const SHORTEST_LINE = 3;

/** A description below this width is useless; the name alone is better. */
const NARROWEST = 24;

/** Chooses the form of every entry within the available space. The entries are escaped and sorted by name. */
export function fitEntries(
  entries: readonly FittingEntry[],
  { room, format, frame }: FitOptions,
): readonly PlannedRecord[] {
  const { record } = RENDERERS[format];
  const draw = (entry: FittingEntry, description: string, form: CatalogForm): PlannedRecord => {
    const { name, preloaded, location } = entry;
    const shown = {
      name,
      description,
      ...(preloaded === undefined ? {} : { preloaded }),
      ...(location === undefined ? {} : { location }),
    };
    return { ...shown, form, line: record(shown) };
  };
  const around = renderCatalog([], format, frame, 0).length;
  const inner = room - around - frame.more(entries.length).length - 1;
  const planner = new Planner(entries, draw);
  return (
    planner.whole(room - around) ?? planner.shortened(inner) ?? planner.named(inner) ?? planner.counted(inner)
  );
}

/** Every record has a line of its own. */
function costOf(records: readonly PlannedRecord[]): number {
  return records.reduce((sum, record) => sum + record.line.length + 1, 0);
}

type Draw = (entry: FittingEntry, description: string, form: CatalogForm) => PlannedRecord;

/** Tries one form after the other. Each gives up early if even the bare words exceed the space. */
class Planner {
  readonly #entries: readonly FittingEntry[];
  readonly #draw: Draw;
  #whole: readonly PlannedRecord[] = [];
  #cuttables: readonly Cuttable[] | undefined;

  constructor(entries: readonly FittingEntry[], draw: Draw) {
    this.#entries = entries;
    this.#draw = draw;
  }

  /** All entries in full. */
  whole(room: number): readonly PlannedRecord[] | undefined {
    if (this.#wordsAtLeast(NARROWEST) > room) return undefined;
    this.#whole = this.#entries.map((entry) =>
      this.#draw(entry, entry.description, entry.description === "" ? "name-only" : wholeForm(entry)),
    );
    return costOf(this.#whole) <= room ? this.#whole : undefined;
  }

  /** All entries with a description: pinned ones in full, the others shortened as evenly as possible. */
  shortened(room: number): readonly PlannedRecord[] | undefined {
    if (this.#whole.length === 0 || this.#leastCost() > room) return undefined;
    let low = 0;
    let high = WIDEST;
    let best: readonly PlannedRecord[] | undefined;
    while (low <= high) {
      const scale = Math.floor((low + high) / 2);
      const records = this.#atScale(scale);
      if (costOf(records) <= room) {
        best = records;
        low = scale + 1;
      } else {
        high = scale - 1;
      }
    }
    return best === undefined ? undefined : this.#fill(best, room);
  }

  /** All entries by name, pinned ones in full; as many others as possible keep a few words, shortest first. */
  named(room: number): readonly PlannedRecord[] | undefined {
    if (this.#wordsAtLeast(0) > room) return undefined;
    const least = this.#entries.map((entry, index) =>
      entry.pinned === true ? this.#full(entry, index) : this.#draw(entry, "", "name-only"),
    );
    if (costOf(least) > room) return undefined;
    return this.#upgrade(least, room, (entry, index) => this.#cut(entry, index, NARROWEST));
  }

  /** Pinned entries in full and as many names as fit, shortest first; the rest is only counted. */
  counted(room: number): readonly PlannedRecord[] {
    const kept = new Map<number, PlannedRecord>();
    let left = room;
    const keep = (index: number, record: PlannedRecord): boolean => {
      if (record.line.length + 1 > left) return false;
      left -= record.line.length + 1;
      kept.set(index, record);
      return true;
    };
    for (const [index, entry] of this.#entries.entries())
      if (entry.pinned === true) keep(index, this.#full(entry, index));
    const order = this.#entries
      .map(({ name }, index) => ({ index, cost: name.length }))
      .sort((a, b) => a.cost - b.cost || a.index - b.index);
    for (const { index, cost } of order) {
      if (cost + SHORTEST_LINE > left) break;
      const entry = this.#entries[index];
      if (entry !== undefined && !kept.has(index)) keep(index, this.#draw(entry, "", "name-only"));
    }
    return this.#entries.map(
      ({ name }, index) => kept.get(index) ?? { name, description: "", form: "omitted", line: "" },
    );
  }

  /** A lower bound of the characters for names and descriptions of this width. */
  #wordsAtLeast(width: number): number {
    return this.#entries.reduce((sum, { name, description, pinned }) => {
      const words = pinned === true && width > 0 ? description.length : Math.min(description.length, width);
      return sum + name.length + words + 3;
    }, 0);
  }

  #full(entry: FittingEntry, index: number): PlannedRecord {
    return this.#whole[index] ?? this.#draw(entry, entry.description, wholeForm(entry));
  }

  /** The size of all descriptions at their narrowest, without shortening any. */
  #leastCost(): number {
    return this.#entries.reduce((sum, entry, index) => {
      const full = this.#whole[index]?.line.length ?? 0;
      const saved = entry.pinned === true ? 0 : Math.max(0, entry.description.length - NARROWEST);
      return sum + full - saved + 1;
    }, 0);
  }

  #atScale(scale: number): readonly PlannedRecord[] {
    return this.#entries.map((entry, index) => {
      const width = widthAt(scale, this.#cuttable(index)?.when !== undefined);
      const whole = this.#whole[index];
      if (whole !== undefined && (entry.pinned === true || entry.description.length <= width)) return whole;
      return this.#cut(entry, index, width) ?? this.#draw(entry, "", "name-only");
    });
  }

  #cut(entry: FittingEntry, index: number, width: number): PlannedRecord | undefined {
    if (entry.description === "") return undefined;
    if (entry.description.length <= width) return this.#full(entry, index);
    const text = this.#cuttable(index);
    return text === undefined ? undefined : this.#draw(entry, shorten(text, width), "shortened");
  }

  #cuttable(index: number): Cuttable | undefined {
    this.#cuttables ??= this.#entries.map((entry) => cuttable(entry.description));
    return this.#cuttables[index];
  }

  /** Shortening at clause boundaries leaves space: it goes to the descriptions that are closest to being complete. */
  #fill(records: readonly PlannedRecord[], room: number): readonly PlannedRecord[] {
    return this.#upgrade(records, room, (_entry, index) => this.#whole[index]);
  }

  #upgrade(
    records: readonly PlannedRecord[],
    room: number,
    better: (entry: FittingEntry, index: number) => PlannedRecord | undefined,
  ): readonly PlannedRecord[] {
    let left = room - costOf(records);
    const result = [...records];
    const steps = this.#entries.flatMap((entry, index) => {
      const record = better(entry, index);
      const cost = (record?.line.length ?? 0) - (records[index]?.line.length ?? 0);
      return record === undefined || cost <= 0
        ? []
        : [{ index, record, cost: entry.pinned === true ? 0 : cost, price: cost }];
    });
    for (const { index, record, price } of byCost(steps, records)) {
      if (price > left) continue;
      left -= price;
      result[index] = record;
    }
    return result;
  }
}

function wholeForm({ isCut = false }: FittingEntry): CatalogForm {
  return isCut ? "shortened" : "full";
}

function byCost<Step extends { readonly index: number; readonly cost: number }>(
  steps: readonly Step[],
  records: readonly PlannedRecord[],
): readonly Step[] {
  return [...steps].sort(
    (a, b) => a.cost - b.cost || compareText(records[a.index]?.name ?? "", records[b.index]?.name ?? ""),
  );
}

const STEP = WIDTH_FOR_BOTH - NARROWEST;
const WIDEST = 2 * STEP + 2_000;

/**
 * One scale from narrow to wide. First descriptions with a when-clause grow until it fits next to what the skill does,
 * then the others catch up, then all grow together.
 */
function widthAt(scale: number, hasWhen: boolean): number {
  if (scale <= STEP) return hasWhen ? NARROWEST + scale : NARROWEST;
  if (scale <= 2 * STEP) return hasWhen ? WIDTH_FOR_BOTH : NARROWEST + scale - STEP;
  return WIDTH_FOR_BOTH + scale - 2 * STEP;
}
