import type { SearchHit } from "@knowhow/runtime";
import { EXIT } from "../io/exit-codes.ts";
import type { Answer } from "../table/command.ts";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";

/** The answer of `search`, however the hits were ranked. */
export function searchAnswer(query: string, hits: readonly SearchHit[]): Answer {
  const skills = hits.map(({ skill, score }) => ({
    name: skill.name,
    score,
    description: skill.description,
    level: skill.origin.level,
    source: skill.source,
  }));
  return { exit: EXIT.done, data: { query, skills }, text: (screen) => reportSearch(query, hits, screen) };
}

function reportSearch(query: string, hits: readonly SearchHit[], screen: Screen): string {
  if (hits.length > 0) return formatTable(COLUMNS, hits, screen);
  if (screen.quiet) return "";
  return `No skill matches "${sanitise(query)}".\nTry fewer words, or run \`knowhow list\`.`;
}

const COLUMNS: readonly Column<SearchHit>[] = [
  { title: "NAME", cell: ({ skill }) => sanitise(skill.name), style: () => "strong" },
  { title: "SCORE", cell: ({ score }) => String(Math.round(score * 100) / 100), align: "right" },
  { title: "LEVEL", cell: ({ skill }) => sanitise(skill.source), style: () => "faint" },
  { title: "DESCRIPTION", cell: ({ skill }) => sanitise(skill.description) },
];
