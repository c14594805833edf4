import type { Overlap, OverlapReport } from "@knowhow/runtime/authoring";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** Number of pairs and phrases that are listed. */
const SHOWN = 20;

/** Pairs with the words that they share, then phrases that match another skill. */
export function reportOverlaps(
  { pairs, stolen, recall, max }: Omit<OverlapReport, "notes"> & { readonly max: number | undefined },
  screen: Screen,
): string {
  const blocks = pairs.slice(0, SHOWN).map((pair) => pairText(pair, screen));
  if (pairs.length > SHOWN)
    blocks.push(`… and ${count(pairs.length - SHOWN, "more pair")}; --json lists all`);
  if (screen.quiet) return blocks.join("\n");
  if (stolen.length > 0) {
    const more =
      stolen.length > SHOWN ? `\n… and ${count(stolen.length - SHOWN, "more phrase")}; --json lists all` : "";
    const title = "Phrases that would match another skill first if their own skill did not list them:";
    blocks.push(`${title}\n${formatTable(COLUMNS, stolen.slice(0, SHOWN), screen)}${more}`);
  }
  const found = pairs.length === 0 ? "No overlapping skills." : count(pairs.length, "overlapping pair");
  const limit =
    max !== undefined && pairs.length > max ? screen.paint("bad", ` · more than --max ${max}`) : "";
  return [...blocks, `${found}${limit}${recallLine(recall)}`].join("\n\n");
}

function recallLine({ r1, asked, phrases }: OverlapReport["recall"]): string {
  if (r1 === null) return "";
  const sample = asked < phrases ? `, a sample of ${number(phrases)}` : "";
  const share = `${number(Math.round(r1 * asked))} of ${number(asked)} (${Math.round(r1 * 100)} %${sample})`;
  return `\nPhrases that would match their skill even if it did not list them: ${share}`;
}

function pairText({ a, b, similarity, shared, onlyA, onlyB, reasons }: Overlap, screen: Screen): string {
  const names = [a, b].map((name) => screen.paint("strong", sanitise(name))).join(" and ");
  const line = (title: string, words: readonly string[]) =>
    `  ${screen.paint("faint", title)} ${wrap(words.length === 0 ? "none" : sanitise(words.join(", ")), screen.columns - 2, "    ")}`;
  return [
    `${names}  ${screen.paint("faint", similarity.toFixed(2))}`,
    ...reasons.map((reason) => `  ${wrap(sanitise(reason), screen.columns - 2, "  ")}`),
    line("shared words:", shared),
    line(`only in ${sanitise(a)}:`, onlyA),
    line(`only in ${sanitise(b)}:`, onlyB),
  ].join("\n");
}

const COLUMNS: readonly Column<OverlapReport["stolen"][number]>[] = [
  { title: "SKILL", cell: ({ skill }) => sanitise(skill), style: () => "strong" },
  { title: "FIRST MATCH", cell: ({ by }) => sanitise(by) },
  { title: "OWN RANK", cell: ({ place }) => (place === null ? "–" : String(place)), align: "right" },
  { title: "PHRASE", cell: ({ phrase }) => sanitise(phrase) },
];
