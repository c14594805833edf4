import type { LibraryEntry, SearchHit, SearchPage } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import type { Answer } from "../table/command.ts";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { pendingJson, reportPending } from "./pending.ts";

/** The answer of `search`. */
export function searchAnswer(query: string, page: SearchPage, pending: readonly LibraryEntry[]): Answer {
  const { hits, total, offset } = page;
  const skills = hits.map(({ skill, score }) => ({
    name: skill.name,
    score,
    description: skill.description,
    level: skill.origin.level,
    source: skill.source,
  }));
  return {
    exit: EXIT.done,
    data: { query, total, offset, skills, pending: pending.map(pendingJson) },
    text: (screen) => {
      const found = reportSearch(query, page, { screen, hasPending: pending.length > 0 });
      const waiting = screen.quiet ? "" : reportPending(pending, screen);
      return [found, waiting].filter((part) => part !== "").join("\n\n");
    },
  };
}

function reportSearch(
  query: string,
  page: SearchPage,
  { screen, hasPending }: { readonly screen: Screen; readonly hasPending: boolean },
): string {
  const { hits } = page;
  if (hits.length === 0 && hasPending && page.total === 0) return "";
  if (hits.length === 0) return screen.quiet ? "" : nothingFound(query, page);
  const columns = query === "" ? COLUMNS.filter((column) => column !== SCORE) : COLUMNS;
  const rows = formatTable(columns, hits, screen);
  return screen.quiet ? rows : [rows, "", screen.paint("faint", rangeOf(page))].join("\n");
}

function nothingFound(query: string, { total, offset }: SearchPage): string {
  if (offset > 0 && total > 0) return `There are only ${count(total, "result")}; use a smaller --offset.`;
  if (query === "") return "There are no skills here. Run `knowhow doctor` to see where knowhow looks.";
  return `No skill matches "${sanitise(query)}".\nTry other words, or run \`knowhow list\`.`;
}

/** `3 skills`, `10 of 47 skills · --offset 10 for more` or `11–20 of 47 skills`. */
function rangeOf({ hits, total, offset }: SearchPage): string {
  const next = offset + hits.length;
  if (offset === 0 && next === total) return count(total, "skill");
  const shown = offset === 0 ? number(next) : `${number(offset + 1)}–${number(next)}`;
  const more = next < total ? ` · --offset ${next} for more` : "";
  return `${shown} of ${count(total, "skill")}${more}`;
}

const SCORE: Column<SearchHit> = {
  title: "SCORE",
  cell: ({ score }) => String(Math.round(score * 100) / 100),
  align: "right",
};

const COLUMNS: readonly Column<SearchHit>[] = [
  { title: "NAME", cell: ({ skill }) => sanitise(skill.name), style: () => "strong" },
  SCORE,
  { title: "LEVEL", cell: ({ skill }) => sanitise(skill.source), style: () => "faint" },
  { title: "DESCRIPTION", cell: ({ skill }) => sanitise(skill.description) },
];
