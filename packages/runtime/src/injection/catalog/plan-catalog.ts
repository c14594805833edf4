import { compareText } from "../../basics/words.ts";
import type { CatalogCost, CatalogForm } from "../../conversation.ts";
import type { Tokenizer } from "../../ports.ts";
import { oneLine, onePath } from "../escape-text.ts";
import { cutText } from "./cut-text.ts";
import { createFitter, type FittingEntry, type PlannedRecord } from "./fit-entries.ts";
import { type CatalogEntry, type CatalogFormat, type CatalogFrame, renderCatalog } from "./render-catalog.ts";

export interface CatalogOptions {
  /** Maximum number of tokens of the whole text. */
  readonly budget: number;
  readonly format?: CatalogFormat;
  readonly frame?: Partial<CatalogFrame>;
  readonly tokenizer?: Tokenizer | undefined;
}

/** How each skill was listed, to explain why a skill was not used. */
export interface CatalogReport {
  readonly total: number;
  readonly full: number;
  readonly shortened: number;
  readonly nameOnly: number;
  /** Names that did not fit. */
  readonly omitted: readonly string[];
  /** Tokens per skill, sorted by name. */
  readonly costs: readonly CatalogCost[];
}

export interface CatalogPlan {
  /** Empty if there is nothing to list. */
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

/** Characters that certainly fit into a token under the default estimate of `floor(characters / 4)`. */
const CHARACTERS_PER_TOKEN = 4;

/**
 * Renders the catalog: everything in full if it fits; else pinned skills in full and the others with the words that tell
 * them from their neighbours; else as many names as fit. Depends only on the entries and the budget, and never exceeds
 * the budget.
 */
export function planCatalog(entries: readonly CatalogEntry[], options: CatalogOptions): CatalogPlan {
  const { budget, format = "lines", tokenizer } = options;
  const frame = { ...FRAME, ...options.frame };
  const clean = sortedByName(entries.map(cleanEntry));
  const count = (text: string) => {
    const tokens = text === "" ? 0 : (tokenizer ?? defaultTokens)(text);
    // NaN from a tokenizer must not count as fitting.
    return Number.isNaN(tokens) ? Number.POSITIVE_INFINITY : tokens;
  };

  const fit = createFitter(clean, { format, frame });
  const write = (room: number) => {
    const records = fit(room);
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

/**
 * With another tokenizer the number of characters for a budget is unknown, so search between one that fits and one that
 * does not.
 */
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

/** The longest description that is listed, also of a pinned skill; the standard allows 1,024 characters. */
const MAX_DESCRIPTION = 1_536;

/** Scripts need few combining marks per letter; longer runs only cost tokens. */
const LONG_RUN_OF_MARKS = /(\p{M}{8})\p{M}+/gu;

function cleanEntry(entry: CatalogEntry): FittingEntry {
  const name = oneLine(entry.name);
  const whole = entry.nameOnly === true ? "" : oneLine(entry.description).replace(LONG_RUN_OF_MARKS, "$1");
  const isTooLong = whole.length > MAX_DESCRIPTION;
  const description = cutText(whole, MAX_DESCRIPTION);
  const isClean = name === entry.name && description === entry.description;
  if (entry.location === undefined && isClean) return entry;
  return {
    ...entry,
    name,
    description,
    ...(isTooLong ? { isCut: true } : {}),
    ...(entry.location === undefined ? {} : { location: onePath(entry.location) }),
  };
}

/** The skills of a library are already sorted. */
function sortedByName(entries: readonly FittingEntry[]): readonly FittingEntry[] {
  const isSorted = entries.every(
    (entry, index) => index === 0 || compareText(entries[index - 1]?.name ?? "", entry.name) <= 0,
  );
  return isSorted ? entries : entries.toSorted((a, b) => compareText(a.name, b.name));
}

function defaultTokens(text: string): number {
  return Math.floor(text.length / CHARACTERS_PER_TOKEN);
}

/** True if everything is listed, or at least nine tenths of the budget are used. */
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
