import type { AuditEntry } from "@knowhow/runtime/node";
import { type Column, formatTable } from "../terminal/format-table.ts";
import { sanitise } from "../terminal/sanitise.ts";
import type { Screen, Style } from "../terminal/screen.ts";
import { count } from "../terminal/words.ts";

/** What `knowhow audit list --json` prints. */
export interface AuditList {
  readonly path: string;
  readonly records: readonly AuditEntry[];
  /** Number of lines that are not records. */
  readonly unreadable: number;
}

/** What `knowhow audit verify --json` prints. */
export interface AuditCheck {
  readonly path: string;
  readonly ok: boolean;
  readonly records: number;
  readonly from: number | null;
  readonly head: string | null;
  readonly torn: { readonly file: string; readonly bytes: number } | null;
  readonly problem: { readonly file: string; readonly line: number; readonly reason: string } | null;
}

const STYLES: Readonly<Record<string, Style>> = {
  "tool.denied": "bad",
  "approval.refused": "bad",
  "config.weakened": "notice",
  "trust.decided": "notice",
  "trust.revoked": "notice",
};

const COLUMNS: readonly Column<AuditEntry>[] = [
  { title: "TIME", cell: ({ at }) => sanitise(at.slice(0, 19).replace("T", " ")), style: () => "faint" },
  { title: "ACTION", cell: ({ action }) => sanitise(action), style: ({ action }) => STYLES[action] },
  { title: "ACTOR", cell: ({ actor }) => sanitise(actor) },
  { title: "SKILL", cell: ({ skill }) => sanitise(skill ?? ""), style: () => "name" },
  { title: "DETAIL", cell: (entry) => sanitise(detailOf(entry)) },
];

function detailOf({ detail = {}, run }: AuditEntry): string {
  const facts = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`);
  return [...facts, ...(run === undefined ? [] : [`run=${run}`])].join(" ");
}

/** Records of the log, and how to look for changes if some cannot be read. */
export function reportAudit({ path, records, unreadable }: AuditList, screen: Screen): string {
  if (records.length === 0 && unreadable === 0) return screen.quiet ? "" : "No records.";
  const table = records.length === 0 ? "" : formatTable(COLUMNS, records, screen);
  const broken =
    unreadable === 0
      ? []
      : [screen.paint("bad", `${count(unreadable, "line")} cannot be read; run \`knowhow audit verify\``)];
  const end = screen.quiet
    ? []
    : [screen.paint("faint", `${count(records.length, "record")} of ${screen.place(path)}`)];
  return [table, [...broken, ...end].join("\n")].filter((part) => part !== "").join("\n\n");
}

/** The result of the check, with the place of the first problem. */
export function reportVerdict(
  { path, ok, records, from, head, torn, problem }: AuditCheck,
  screen: Screen,
): string {
  if (!ok && problem !== null)
    return [
      `${screen.paint("bad", "The audit log was changed or damaged.")}`,
      `  ${sanitise(problem.file)}:${problem.line}  ${sanitise(problem.reason)}`,
      `  ${count(records, "record")} before it ${records === 1 ? "is" : "are"} intact.`,
    ].join("\n");
  const start =
    from === null || from === 1 ? "" : `, from record ${from}: older files were removed by rotation`;
  return [
    `${screen.paint("good", "The audit log is intact")}: ${count(records, "record")}${start}.`,
    ...(torn === null
      ? []
      : [
          `  ${sanitise(torn.file)} ends with an incomplete record (${torn.bytes} bytes); the next one replaces it`,
        ]),
    ...(head === null ? [] : [`  head  ${head}`]),
    `  ${screen.paint("faint", screen.place(path))}`,
  ].join("\n");
}
