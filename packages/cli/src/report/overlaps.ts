import type { Overlap, OverlapReport } from "@knowhow/runtime";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen } from "../terminal/screen.ts";
import { count, number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** More of them are counted, not shown. */
const SHOWN = 20;

/** Pairs with the words that would tell them apart, then phrases that another skill would take. */
export function reportOverlaps(
  { pairs, stolen, recall, max }: Omit<OverlapReport, "notes"> & { readonly max: number | undefined },
  screen: Screen,
): string {
  const blocks = pairs.slice(0, SHOWN).map((pair) => pairText(pair, screen));
  if (pairs.length > SHOWN)
    blocks.push(`and ${count(pairs.length - SHOWN, "more pair")}; --json has them all`);
  if (screen.quiet) return blocks.join("\n");
  if (stolen.length > 0) {
    const more = stolen.length > SHOWN ? `\nand ${count(stolen.length - SHOWN, "more phrase")}` : "";
    const title = "Said in other words than the author's, these would bring another skill first:";
    blocks.push(`${title}\n${formatTable(COLUMNS, stolen.slice(0, SHOWN), screen)}${more}`);
  }
  const found =
    pairs.length === 0 ? "No two skills are too alike" : `${count(pairs.length, "pair")} too alike`;
  const limit = max !== undefined && pairs.length > max ? screen.paint("bad", ` · more than ${max}`) : "";
  const own =
    recall.r1 === null
      ? ""
      : ` · ${Math.round(recall.r1 * 100)} % of ${count(recall.asked, "phrase")}${sample(recall)} would find their skill without being written down`;
  return [...blocks, `${found}${limit}${own}`].join("\n\n");
}

function sample({ asked, phrases }: OverlapReport["recall"]): string {
  return asked < phrases ? ` (of ${number(phrases)}, evenly chosen)` : "";
}

function pairText({ a, b, similarity, shared, onlyA, onlyB, reasons }: Overlap, screen: Screen): string {
  const names = [a, b].map((name) => screen.paint("strong", sanitise(name))).join(" and ");
  const line = (title: string, words: readonly string[]) =>
    `  ${screen.paint("faint", title)} ${wrap(words.length === 0 ? "nothing" : sanitise(words.join(", ")), screen.columns - 2, "    ")}`;
  return [
    `${names}  ${screen.paint("faint", similarity.toFixed(2))}`,
    ...reasons.map((reason) => `  ${wrap(sanitise(reason), screen.columns - 2, "  ")}`),
    line("both say:", shared),
    line(`only ${sanitise(a)} says:`, onlyA),
    line(`only ${sanitise(b)} says:`, onlyB),
  ].join("\n");
}

const COLUMNS: readonly Column<OverlapReport["stolen"][number]>[] = [
  { title: "SKILL", cell: ({ skill }) => sanitise(skill), style: () => "strong" },
  { title: "TAKEN BY", cell: ({ by }) => sanitise(by) },
  { title: "PLACE", cell: ({ place }) => (place === null ? "–" : String(place)), align: "right" },
  { title: "PHRASE", cell: ({ phrase }) => sanitise(phrase) },
];
