import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { fileAuditLog } from "../node/audit/file-audit-log.ts";
import { openAuditLog } from "../node/audit/open-audit-log.ts";
import type { AuditRecord } from "../ports.ts";
import { fakeScanner } from "../testing/fake-scanner.ts";
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
        session: session.id,
        detail: expect.objectContaining({ path: "SKILL.md", bytes: Buffer.byteLength(PDF) }),
      },
      {
        action: "skill.activated",
        actor: "model",
        skill: "pdf",
        session: session.id,
        detail: expect.objectContaining({ reason: "on_demand", tokens: 2 }),
      },
    ]);
  });

  test("T6 records the version of the text that is handed out, also after an edit", async () => {
    const records: AuditRecord[] = [];
    const workshop = open();
    const runtime = await workshop.start({ audit: { append: (record) => void records.push(record) } });
    const session = await runtime.session();
    workshop.write({
      "home/.agents/skills/pdf/SKILL.md": skillMd(
        { name: "pdf", description: "Reads PDF files." },
        "Edited.\n",
      ),
    });
    const { metadata } = await session.call("skill_load", { name: "pdf" });
    expect(metadata.skill_version).not.toBe(runtime.library.get("pdf")?.version);
    const told = records.filter(({ skill }) => skill === "pdf");
    expect(told.map(({ action, detail }) => [action, detail?.version])).toEqual([
      ["skill.served", metadata.skill_version],
      ["skill.activated", metadata.skill_version],
    ]);
  });

  test("T6 records a preloaded skill as activated once, and again if its text has changed", async () => {
    const records: AuditRecord[] = [];
    const workshop = open();
    const runtime = await workshop.start({ audit: { append: (record) => void records.push(record) } });
    const activated = () =>
      records.flatMap(({ action, detail }) => (action === "skill.activated" ? [detail?.version] : []));
    await (await runtime.session({ preload: ["pdf"] })).turn();
    expect(activated()).toEqual([runtime.library.get("pdf")?.version]);
    const edited = await runtime.session({ preload: ["pdf"] });
    workshop.write({
      "home/.agents/skills/pdf/SKILL.md": skillMd(
        { name: "pdf", description: "Reads PDF files." },
        "Edited.\n",
      ),
    });
    expect((await edited.turn()).baseline).toContain("Edited.");
    expect(new Set(activated()).size).toBe(2);
    expect(activated()).toHaveLength(3);
  });

  test("T6 S4 what only checks a skill hands out nothing, so that it is not recorded as served", async () => {
    const actions: string[] = [];
    const workshop = openWorkshop({ "work/skills/pdf/SKILL.md": PDF, "work/skills/pdf/more.md": "# More\n" });
    onTestFinished(workshop.close);
    const runtime = await workshop.start({
      profile: "autopoiesis",
      audit: { append: ({ action }) => void actions.push(action) },
    });
    const session = await runtime.session();
    for (const tool of ["validate_skill", "lint_skill"])
      expect((await session.call(tool, { skill_name: "pdf" })).isError).toBe(false);
    expect(actions).toEqual([]);
    await session.call("load_skill", { skill_name: "pdf" });
    expect(actions).toEqual(["skill.served", "skill.activated"]);
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

  test("T6 T3 has no decision that was refused", async () => {
    const actions: string[] = [];
    const workshop = openWorkshop({
      "work/.agents/skills/ours/SKILL.md": skillMd(
        { name: "ours", description: "Ours." },
        "SCAN-BLOCK bad\n",
      ),
    });
    onTestFinished(workshop.close);
    const { trust } = await workshop.start({
      ...{ trust: () => undefined, decisions: false, scanner: fakeScanner() },
      audit: { append: ({ action, skill }) => void actions.push(`${action} ${skill}`) },
    });
    await expect(trust.decide("ours", "trusted")).rejects.toThrow(/"block"/);
    await expect(trust.decide("ours", "refused", { digest: "sha256-v1:0" })).rejects.toThrow(/changed/);
    await expect(trust.decide("nobody", "trusted")).rejects.toThrow();
    await expect(trust.revoke("nobody")).rejects.toThrow();
    expect(actions).toEqual([]);
    await trust.decide("ours", "trusted", { dismiss: [{ rule: "bad", reason: "ours" }] });
    expect(actions).toEqual(["trust.decided ours"]);
  });

  test("T6 in a file is chained, so that an edit is found", async () => {
    const { start, at, write } = open();
    const path = at("state/audit.jsonl");
    const session = await (await start({ audit: fileAuditLog(path) })).session();
    await session.call("skill_load", { name: "pdf" });
    await session.call("skill_load", { name: "ours" });
    const log = openAuditLog(path);
    expect(await log.verify()).toMatchObject({ ok: true, records: 5 });
    write({ "state/audit.jsonl": readFileSync(path, "utf8").replace('"pdf"', '"odt"') });
    expect(await log.verify()).toMatchObject({ ok: false, file: path, line: 2 });
  });
});

describe("what the audit log records, through every door", () => {
  const LOCKED = skillMd({ name: "locked", description: "Locked.", "allowed-tools": "Read" }, "Only read.\n");
  const ROW = { skill: "locked", actor: "engine" };

  /** A runtime with a log that fails for one action. */
  async function recording(failing?: string) {
    const workshop = openWorkshop({ "home/.agents/skills/locked/SKILL.md": LOCKED });
    onTestFinished(workshop.close);
    const records: AuditRecord[] = [];
    const append = (record: AuditRecord) => {
      if (record.action === failing) throw new Error("no space left");
      records.push(record);
    };
    const runtime = await workshop.start({ audit: { append } });
    const session = await runtime.session({ toolScope: "restrict", approver: () => ({ answer: "no" }) });
    return { runtime, session, records };
  }

  test("T6 a tool that a skill does not allow, with the skill and the conversation", async () => {
    const { session, records } = await recording();
    await session.call("skill_load", { name: "locked" });
    expect(await session.authorize({ name: "Bash", input: { command: "rm -r /secret" } })).toMatchObject({
      allowed: false,
    });
    expect(records.at(-1)).toEqual({
      ...ROW,
      action: "tool.denied",
      session: session.id,
      detail: { tool: "Bash" },
    });
    expect(JSON.stringify(records)).not.toContain("/secret");
  });

  test("T6 a refusal stands although it cannot be recorded", async () => {
    const { session } = await recording("tool.denied");
    await session.call("skill_load", { name: "locked" });
    expect(await session.authorize({ name: "Bash", input: {} })).toMatchObject({ allowed: false });
  });

  test("T6 a skill does not become part of a conversation without its record", async () => {
    const { runtime, session } = await recording("skill.activated");
    const answer = await session.call("skill_load", { name: "locked" });
    expect([answer.isError, answer.text]).toEqual([true, expect.stringContaining("no space left")]);
    const turn = await session.turn({ messages: [{ role: "user", content: "/locked" }] });
    expect(JSON.stringify(turn)).not.toContain("Only read.");
    expect(await runtime.render("locked", { audience: "user" })).toMatchObject({ ok: false });
  });

  test("T6 no byte leaves to a model or a client without its record, and both are named", async () => {
    const broken = await recording("skill.served");
    const good = await recording();
    for (const audience of ["model", "client"] as const) {
      await expect(broken.runtime.open("locked", { audience }).text()).rejects.toMatchObject({
        code: "serving.not-admitted",
        message: expect.stringContaining("no space left"),
      });
      expect((await good.runtime.open("locked", { audience }).text()).body).toContain("Only read.");
      expect(good.records.at(-1)).toMatchObject({ action: "skill.served", actor: audience });
    }
    expect(broken.records).toEqual([]);
    expect((await broken.runtime.open("locked", { audience: "user" }).text()).body).toContain("Only read.");
  });

  test("T6 a command of the user is recorded as the activation of the user", async () => {
    const { runtime, session, records } = await recording();
    await session.turn({ messages: [{ role: "user", content: "/locked" }] });
    await runtime.render("locked", { audience: "user" });
    expect(records.filter(({ action }) => action === "skill.activated")).toMatchObject([
      { actor: "user", session: session.id },
      { actor: "user" },
    ]);
  });
});
