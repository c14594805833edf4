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
  const shown = items
    .slice(0, SHOWN_ITEMS)
    .map((item, at, all) => itemText(item, { isHinted: all[at + 1]?.hint !== item.hint, screen }));
  const rest = items.length - shown.length;
  const more =
    rest > 0 ? [`    ${screen.paint("faint", `… and ${number(rest)} more; --json lists all`)}`] : [];
  return [`${screen.paint(style, mark)} ${screen.prose(summary)}`, ...shown, ...more].join("\n");
}

/** An item; its hint is printed once after several items that have the same. */
function itemText(
  { message, path, hint }: CheckItem,
  { isHinted, screen }: { readonly isHinted: boolean; readonly screen: Screen },
): string {
  const place = path === null ? "" : `${screen.place(path)}: `;
  const text = `    ${wrap(`${place}${screen.prose(message)}`, screen.columns, "      ")}`;
  return hint === null || !isHinted
    ? text
    : `${text}\n      ${screen.paint("faint", wrap(`→ ${screen.prose(hint)}`, screen.columns, "        "))}`;
}
