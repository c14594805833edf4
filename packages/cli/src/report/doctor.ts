import type { CheckItem, CheckStatus, DoctorCheck, DoctorReport } from "@knowhow/runtime/node";
import type { Screen, Style } from "../terminal/screen.ts";
import { number } from "../terminal/words.ts";
import { wrap } from "../terminal/wrap.ts";

/** Number of items that are listed per check. */
const SHOWN_ITEMS = 12;

const LOOKS = {
  ok: ["✓", "good"],
  info: ["·", "faint"],
  warning: ["!", "notice"],
  error: ["✗", "bad"],
} as const satisfies Record<CheckStatus, readonly [string, Style]>;

/** One block per check, then the next steps. */
export function reportDoctor(report: DoctorReport, screen: Screen): string {
  const shown = screen.quiet
    ? report.checks.filter(({ status }) => status === "warning" || status === "error")
    : report.checks;
  const blocks = shown.map((check) => blockOf(check, screen)).join("\n");
  if (screen.quiet) return blocks;
  if (report.next.length === 0) return `${blocks}\n\n${screen.paint("good", "No problems found.")}`;
  const steps = report.next.map((step, index) => `  ${index + 1}. ${wrap(step, screen.columns, "     ")}`);
  return [blocks, "", screen.paint("strong", "Next steps"), ...steps].join("\n");
}

function blockOf({ status, summary, items }: DoctorCheck, screen: Screen): string {
  const [mark, style] = LOOKS[status];
  const some = folded(items);
  const shown = some
    .slice(0, SHOWN_ITEMS)
    .map((item, at, all) => itemText(item, { isHinted: all[at + 1]?.hint !== item.hint, screen }));
  const rest = some.slice(SHOWN_ITEMS).reduce((sum, { more }) => sum + 1 + more, 0);
  const more =
    rest > 0 ? [`    ${screen.paint("faint", `… and ${number(rest)} more; --json lists all`)}`] : [];
  return [`${screen.paint(style, mark)} ${screen.prose(summary)}`, ...shown, ...more].join("\n");
}

/** An item, and how many of the same code are not listed. */
interface FoldedItem extends CheckItem {
  readonly more: number;
}

/** Of many items with the same code, the first: hundreds of one kind would bury all others. */
function folded(items: readonly CheckItem[]): readonly FoldedItem[] {
  const counts = new Map<string | null, number>();
  for (const { code } of items) counts.set(code, (counts.get(code) ?? 0) + 1);
  const isFolded = (code: string | null) => code !== null && (counts.get(code) ?? 0) > SHOWN_ITEMS;
  const seen = new Set<string | null>();
  return items.flatMap((item) => {
    const { code } = item;
    if (!isFolded(code)) return [{ ...item, more: 0 }];
    if (seen.has(code)) return [];
    seen.add(code);
    return [{ ...item, more: (counts.get(code) ?? 1) - 1 }];
  });
}

/** An item; its hint is printed once after several items that have the same. */
function itemText(
  { message, path, hint, code, more }: FoldedItem,
  { isHinted, screen }: { readonly isHinted: boolean; readonly screen: Screen },
): string {
  const place = path === null ? "" : `${screen.place(path)}: `;
  const text = `    ${wrap(`${place}${screen.prose(message)}${more === 0 ? "" : ` (and ${number(more)} more ${code}; --json lists all)`}`, screen.columns, "      ")}`;
  return hint === null || !isHinted
    ? text
    : `${text}\n      ${screen.paint("faint", wrap(`→ ${screen.prose(hint)}`, screen.columns, "        "))}`;
}
