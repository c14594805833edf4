import { compareText } from "../../basics/words.ts";
import type { CatalogCost, CatalogForm } from "../../conversation.ts";
import type { Tokenizer } from "../../ports.ts";
import { oneLine, onePath } from "../escape-text.ts";
import { allotRoom, type PlannedRecord } from "./allot-room.ts";
import { type CatalogEntry, type CatalogFormat, type CatalogFrame, renderCatalog } from "./render-catalog.ts";

export interface CatalogOptions {
  /** Most tokens the whole text may cost. */
  readonly budget: number;
  readonly format?: CatalogFormat;
  readonly frame?: Partial<CatalogFrame>;
  readonly tokenizer?: Tokenizer | undefined;
}

/** What was shown how, so that nobody has to guess why a skill did not fire. */
export interface CatalogReport {
  readonly total: number;
  readonly full: number;
  readonly shortened: number;
  readonly nameOnly: number;
  /** Names that did not fit at all. */
  readonly omitted: readonly string[];
  /** Per skill, sorted by name. */
  readonly costs: readonly CatalogCost[];
}

export interface CatalogPlan {
  /** Empty when there is nothing to show. */
  readonly text: string;
  readonly tokens: number;
  readonly budget: number;
  readonly report: CatalogReport;
}

const FRAME: CatalogFrame = {
  heading: "## Available skills",
  instructions: "",
  more: (count) => `(${count} more skills are not listed here.)`,
};

/** Characters that surely fit into a budget under the default estimate of `floor(characters / 4)`. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Writes the catalogue: pinned in full, then all in full, else shortened evenly with the when-clause first, else by
 * name, else counted. Depends on the entries and the budget alone, and never costs more than the budget.
 */
export function planCatalog(entries: readonly CatalogEntry[], options: CatalogOptions): CatalogPlan {
  const { budget, format = "lines", tokenizer } = options;
  const frame = { ...FRAME, ...options.frame };
  const clean = sortedByName(entries.map(cleanEntry));
  const count = (text: string) => {
    const tokens = text === "" ? 0 : (tokenizer ?? defaultTokens)(text);
    // A tokenizer that does not know has not said that it fits.
    return Number.isNaN(tokens) ? Number.POSITIVE_INFINITY : tokens;
  };

  const write = (room: number) => {
    const records = allotRoom(clean, { room, format, frame });
    const shown = records.filter((record) => record.form !== "omitted");
    const text = shown.length === 0 ? "" : renderCatalog(shown, format, frame, records.length - shown.length);
    return { records, text, tokens: count(text) };
  };

  const room = budget * CHARACTERS_PER_TOKEN + CHARACTERS_PER_TOKEN - 1;
  const first = write(room);
  const best = tokenizer === undefined ? first : widen(first, { room, budget, write });
  return { text: best.text, tokens: best.tokens, budget, report: reportOf(best.records, count) };
}

interface Written {
  readonly records: readonly PlannedRecord[];
  readonly text: string;
  readonly tokens: number;
}

/** Under another tokenizer the room for a budget is unknown: it is found between one that fits and one that does not. */
function widen(
  first: Written,
  search: {
    readonly room: number;
    readonly budget: number;
    readonly write: (room: number) => Written;
  },
): Written {
  const { budget, write } = search;
  let [low, high] = [0, Number.POSITIVE_INFINITY];
  let room = search.room;
  let next = first;
  let best: Written | undefined;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (next.tokens > budget) high = room;
    else {
      low = room;
      best = next;
      if (isEnough(next, budget)) return next;
    }
    const guess = Math.floor((room * budget) / Math.max(1, next.tokens));
    const middle = high === Number.POSITIVE_INFINITY ? low * 2 : Math.floor((low + high) / 2);
    room = round % 2 === 0 && guess > low && guess < high ? guess : middle;
    if (room <= low) break;
    next = write(room);
  }
  return best ?? write(0);
}

const MAX_ROUNDS = 16;

function cleanEntry(entry: CatalogEntry): CatalogEntry {
  const name = oneLine(entry.name);
  const description = entry.nameOnly === true ? "" : oneLine(entry.description);
  const isClean = name === entry.name && description === entry.description;
  if (entry.location === undefined) return isClean ? entry : { ...entry, name, description };
  return { ...entry, name, description, location: onePath(entry.location) };
}

/** A library hands its skills over in order; then there is nothing to sort. */
function sortedByName(entries: readonly CatalogEntry[]): readonly CatalogEntry[] {
  const isSorted = entries.every(
    (entry, index) => index === 0 || compareText(entries[index - 1]?.name ?? "", entry.name) <= 0,
  );
  return isSorted ? entries : entries.toSorted((a, b) => compareText(a.name, b.name));
}

function defaultTokens(text: string): number {
  return Math.floor(text.length / CHARACTERS_PER_TOKEN);
}

/** Everything is shown, or at least nine tenths of the budget are used. */
function isEnough({ tokens, records }: Written, budget: number): boolean {
  return tokens >= budget * 0.9 || records.every((record) => record.form === "full");
}

function reportOf(records: readonly PlannedRecord[], count: (text: string) => number): CatalogReport {
  const of = (form: CatalogForm) => records.filter((record) => record.form === form);
  return {
    total: records.length,
    full: of("full").length,
    shortened: of("shortened").length,
    nameOnly: of("name-only").length,
    omitted: of("omitted").map((record) => record.name),
    costs: records.map(({ name, form, line }) => ({
      name,
      form,
      tokens: form === "omitted" ? 0 : count(line),
    })),
  };
}
