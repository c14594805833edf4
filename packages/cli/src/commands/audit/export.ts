import type { AuditEntry } from "@knowhow/runtime/node";
import { EXIT } from "../../io/exit-codes.ts";
import { auditLogOf, auditQuery } from "../../runtime/audit-log.ts";
import type { Command } from "../../table/command.ts";
import { toJson } from "../../terminal/json.ts";

const COLUMNS = ["seq", "at", "action", "actor", "skill", "session", "run", "digest", "detail"] as const;

/** Characters to write at once. */
const CHUNK = 64 * 1024;

/** `knowhow audit export`: every record, one line each, without holding them in memory. */
export const auditExport: Command = async ({ args, io }) => {
  const { log } = auditLogOf(io);
  const form = args.has("json") ? "json" : (args.text("format") ?? "jsonl");
  let text = form === "csv" ? `${COLUMNS.join(",")}\r\n` : form === "json" ? '{"records":[' : "";
  let records = 0;
  for await (const record of log.list(auditQuery(args, Date.now()))) {
    if (form === "csv") text += csvLine(record);
    else
      text +=
        form === "json"
          ? `${records === 0 ? "" : ","}${toJson(withoutPlace(record))}`
          : `${toJson(withoutPlace(record))}\n`;
    records += 1;
    if (text.length < CHUNK) continue;
    io.stdout.write(text);
    text = "";
  }
  io.stdout.write(form === "json" ? `${text}]}\n` : text);
  return { exit: EXIT.done, data: { records }, printed: true, text: () => "" };
};

function withoutPlace({ file: _, line: __, ...record }: AuditEntry): Omit<AuditEntry, "file" | "line"> {
  return record;
}

function csvLine(record: AuditEntry): string {
  const cells = COLUMNS.map((column) => {
    const value = record[column];
    return typeof value === "object" ? toJson(value) : String(value ?? "");
  });
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A spreadsheet runs what begins like a formula, also after spaces. */
function csvCell(text: string): string {
  const plain = toJson(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("\\\\", "\\");
  const safe = /^\s*[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(safe) || safe !== plain ? `"${safe.replaceAll('"', '""')}"` : safe;
}
