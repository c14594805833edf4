import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditLogSuite } from "../../testing/audit-log-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { openAppendLog } from "../state/append-log.ts";
import { fileAuditLog } from "./file-audit-log.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({ "a-file": "" });
});
afterEach(() => tree.remove());

async function rows(): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  const log = await openAppendLog(tree.at("state/audit.jsonl"), { chain: true });
  for await (const { record } of log.records()) found.push(record);
  return found;
}

describe("the audit log in a file", () => {
  it.each(auditLogSuite)("T6 $title", async ({ run }) => {
    await run(() => ({
      open: () => fileAuditLog(tree.at("state/audit.jsonl")),
      rows,
      openBroken: () => fileAuditLog(tree.at("a-file/audit.jsonl")),
    }));
  });

  it("T6 has the time of the call, at the start of the line", async () => {
    const log = fileAuditLog(tree.at("state/audit.jsonl"), { now: () => 0 });
    await log.append({ action: "skill.served", actor: "model" });
    expect(JSON.stringify(await rows())).toBe(
      '[{"at":"1970-01-01T00:00:00.000Z","action":"skill.served","actor":"model"}]',
    );
  });
});
