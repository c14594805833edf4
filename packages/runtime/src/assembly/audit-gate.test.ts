import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileAuditLog } from "../node/audit/file-audit-log.ts";
import { openAppendLog } from "../node/state/append-log.ts";
import type { AuditRecord } from "../ports.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const PDF = skillMd({ name: "pdf", description: "Reads PDF files." }, "Read it.\n");

function open() {
  const workshop = openWorkshop({
    "home/.agents/skills/pdf/SKILL.md": PDF,
    "work/.agents/skills/ours/SKILL.md": skillMd({ name: "ours", description: "Ours." }),
  });
  onTestFinished(workshop.close);
  return workshop;
}

describe("the audit log", () => {
  test("T6 records what is handed to a model, with the digest of exactly these bytes", async () => {
    const records: AuditRecord[] = [];
    const runtime = await open().start({ audit: { append: (record) => void records.push(record) } });
    const session = await runtime.session();
    await session.call("skill_load", { name: "pdf" });
    expect(records).toEqual([
      expect.objectContaining({
        action: "trust.decided",
        actor: "host",
        skill: "ours",
        detail: { state: "trusted" },
      }),
      {
        action: "skill.served",
        actor: "model",
        skill: "pdf",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        detail: expect.objectContaining({ path: "SKILL.md", bytes: Buffer.byteLength(PDF) }),
      },
    ]);
  });

  test("T6 withholds content when the record cannot be written; the user may still read it", async () => {
    const full = () => {
      throw new Error("no space left on device");
    };
    const runtime = await open().start({ audit: { append: full } });
    const answer = await (await runtime.session()).call("skill_load", { name: "pdf" });
    expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining("no space left")]);
    expect(answer.text).not.toContain("Read it.");
    expect((await runtime.read("pdf", { audience: "user" })).body).toContain("Read it.");
  });

  test("T6 T3 records a trust decision before it counts, and none counts without its record", async () => {
    const actions: string[] = [];
    const workshop = open();
    const { trust } = await workshop.start({
      trust: () => undefined,
      decisions: false,
      audit: { append: ({ action, skill }) => void actions.push(`${action} ${skill}`) },
    });
    await trust.decide("ours", "trusted");
    expect([actions, (await trust.list()).length]).toEqual([["trust.decided ours"], 1]);
    const broken = await workshop.start({
      trust: () => undefined,
      decisions: false,
      audit: { append: () => Promise.reject(new Error("full")) },
    });
    await expect(broken.trust.decide("ours", "trusted")).rejects.toThrow("full");
    expect(await broken.trust.list()).toEqual([]);
  });

  test("T6 in a file is chained, so that an edit is found", async () => {
    const { start, at, write } = open();
    const path = at("state/audit.jsonl");
    const session = await (await start({ audit: fileAuditLog(path) })).session();
    await session.call("skill_load", { name: "pdf" });
    await session.call("skill_load", { name: "ours" });
    const log = await openAppendLog(path, { chain: true });
    expect(await log.verify()).toMatchObject({ ok: true, records: 3 });
    write({ "state/audit.jsonl": readFileSync(path, "utf8").replace('"pdf"', '"odt"') });
    expect(await log.verify()).toMatchObject({ ok: false });
  });
});
