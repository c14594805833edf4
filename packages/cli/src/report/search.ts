import type { SearchHit } from "@knowhow/runtime";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";

/** The hits, best first. */
export function reportSearch(query: string, hits: readonly SearchHit[], screen: Screen): string {
  if (hits.length > 0) return formatTable(COLUMNS, hits, screen);
  if (screen.quiet) return "";
  return `No skill has "${sanitise(query)}" in its name or description.\nTry fewer words, or \`knowhow list\`.`;
}

const COLUMNS: readonly Column<SearchHit>[] = [
  { title: "NAME", cell: ({ skill }) => sanitise(skill.name), style: () => "strong" },
  { title: "SCORE", cell: ({ score }) => String(Math.round(score * 100) / 100), align: "right" },
  { title: "LEVEL", cell: ({ skill }) => skill.origin.level, style: () => "faint" },
  { title: "DESCRIPTION", cell: ({ skill }) => sanitise(skill.description) },
];
