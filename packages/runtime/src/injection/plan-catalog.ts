import type { Tokenizer } from "../ports.ts";
import { compareText } from "../words.ts";
import { allotRoom, type CatalogForm, type PlannedRecord } from "./allot-room.ts";
import { oneLine } from "./escape-text.ts";
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
  readonly costs: readonly { readonly name: string; readonly form: CatalogForm; readonly tokens: number }[];
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
  const clean = entries
    .map((entry) => ({
      ...entry,
      name: oneLine(entry.name),
      description: entry.nameOnly === true ? "" : oneLine(entry.description),
    }))
    .sort((a, b) => compareText(a.name, b.name));
  const count = (text: string) => (text === "" ? 0 : (tokenizer ?? defaultTokens)(text));

  const write = (room: number) => {
    const records = allotRoom(clean, { room, format, frame });
    const shown = records.filter((record) => record.form !== "omitted");
    const text = shown.length === 0 ? "" : renderCatalog(shown, format, frame, records.length - shown.length);
    return { records, text, tokens: count(text) };
  };

  let room = budget * CHARACTERS_PER_TOKEN + CHARACTERS_PER_TOKEN - 1;
  let best = write(room);
  if (tokenizer !== undefined) {
    for (let round = 0; round < 12 && !fits(best, budget); round += 1) {
      room = Math.floor(
        room *
          (best.tokens > budget
            ? Math.min(0.97, budget / best.tokens)
            : Math.min(2, budget / Math.max(1, best.tokens))),
      );
      const next = write(room);
      if (best.tokens > budget || next.tokens <= budget) best = next;
    }
    if (best.tokens > budget) best = write(0);
  }
  return { text: best.text, tokens: best.tokens, budget, report: reportOf(best.records, count) };
}

function defaultTokens(text: string): number {
  return Math.floor(text.length / CHARACTERS_PER_TOKEN);
}

/** Within the budget, and either everything is shown or at least nine tenths of it are used. */
function fits(plan: { tokens: number; records: readonly PlannedRecord[] }, budget: number): boolean {
  const complete = plan.records.every((record) => record.form === "full");
  return plan.tokens <= budget && (complete || plan.tokens >= budget * 0.9);
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
