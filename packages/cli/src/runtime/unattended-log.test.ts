import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openAuditLog } from "@knowhow/runtime/node";
import { auditLogSuite } from "@knowhow/runtime/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { unattendedLog } from "./unattended-log.ts";

let state: string;
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), "knowhow-unattended-"));
});
afterEach(() => rmSync(state, { recursive: true, force: true }));

const open = (folder = state) =>
  unattendedLog({ home: state, env: { KNOWHOW_STATE_DIR: folder }, cwd: state });

async function rows(): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const { seq: _seq, file: _file, line: _line, ...record } of openAuditLog(
    join(state, "audit/audit.jsonl"),
  ).list())
    found.push(record);
  return found;
}

/** The records of the suite, without what this log adds. */
async function unmarked(): Promise<readonly unknown[]> {
  return (await rows()).map((row) => {
    const { detail, ...rest } = Object(row);
    const { terminal: _terminal, ...own } = Object(detail);
    return Object.keys(own).length === 0 ? rest : { ...rest, detail: own };
  });
}

describe("the audit log of a command that nobody at a terminal started", () => {
  it.each(auditLogSuite)("T6 $title", async ({ run }) => {
    const file = join(state, "a-file");
    writeFileSync(file, "");
    await run(() => ({ open, rows: unmarked, openBroken: () => open(join(file, "state")) }));
  });

  it("T6 marks what the user is said to have done, and nothing else", async () => {
    const log = open();
    await log.append({ action: "trust.decided", actor: "user", detail: { state: "trusted" } });
    await log.append({ action: "trust.revoked", actor: "user" });
    await log.append({ action: "skill.served", actor: "model" });
    expect(await rows()).toMatchObject([
      { actor: "user", detail: { state: "trusted", terminal: false } },
      { actor: "user", detail: { terminal: false } },
      expect.not.objectContaining({ detail: expect.anything() }),
    ]);
  });
});
