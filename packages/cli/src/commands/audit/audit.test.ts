import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileAuditLog } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../../testing/sandbox.ts";
import { COPY_NOTE } from "../../testing/workflows.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const logPath = () => join(sandbox.home, ".local/state/knowhow/audit/audit.jsonl");

/** A sandbox in which a workflow was run and refused. */
async function open(): Promise<void> {
  sandbox = makeSandbox({ ...COPY_NOTE, "project/notes/a.md": "a secret text" });
  const ran = await sandbox.run("run", "copy-note", "notes/a.md", "--json");
  const run = String(Object(ran.json()).runId);
  await sandbox.run("resume", run, "--deny");
}

const actionsOf = (data: unknown): readonly string[] =>
  Object(data).records.map((record: { readonly action: string }) => record.action);

describe("knowhow audit", () => {
  it("T6 the command line keeps a log of what it runs, by whom, without texts", async () => {
    await open();
    const listed = await sandbox.run("audit", "list", "--action", "run", "--json");
    expect(actionsOf(listed.json())).toEqual(["run.started", "run.paused", "run.resumed", "run.finished"]);
    expect(Object(listed.json()).records).toMatchObject([
      { actor: "user", skill: "copy-note", run: expect.stringMatching(/./) },
      { actor: "engine", detail: { step: "ok", kind: "approval" } },
      { actor: "user" },
      { actor: "engine", detail: { status: "succeeded" } },
    ]);
    const refused = await sandbox.run("audit", "list", "--action", "approval.refused", "--json");
    expect(Object(refused.json()).records).toMatchObject([{ actor: "user", skill: "copy-note" }]);
    expect(readFileSync(logPath(), "utf8")).not.toContain("a secret text");
  });

  it("T6 lists the newest records last, filtered and limited", async () => {
    await open();
    const last = await sandbox.run("audit", "-n", "2");
    expect(last).toMatchObject({ exit: 0, err: "" });
    expect(last.out).toMatch(/run\.resumed +user +copy-note[^\n]*\n[^\n]*run\.finished/);
    expect(last.out).toContain("2 records of");
    expect((await sandbox.run("audit", "list", "--since", "2h", "--actor", "engine")).out).toContain(
      "run.paused",
    );
    expect((await sandbox.run("audit", "list", "--skill", "none")).out).toBe("No records.\n");
    expect((await sandbox.run("audit", "list", "--since", "2999-01-01")).out).toBe("No records.\n");
    expect(await sandbox.run("audit", "list", "--since", "yesterday")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("2h or 7d"),
    });
  });

  it("T6 verifies the log, and names file and line of a change with exit code 1", async () => {
    await open();
    const good = await sandbox.run("audit", "verify", "--json");
    expect(good.json()).toMatchObject({ ok: true, from: 1, torn: null, problem: null });
    const head = String(Object(good.json()).head);
    expect(await sandbox.run("audit", "verify", "--head", head)).toMatchObject({ exit: 0 });
    expect(await sandbox.run("doctor")).toMatchObject({ out: expect.stringContaining("intact") });
    const lines = readFileSync(logPath(), "utf8");
    writeFileSync(logPath(), lines.replace('"copy-note"', '"kopy-note"'));
    const bad = await sandbox.run("audit", "verify");
    expect(bad).toMatchObject({ exit: 1, err: "" });
    expect(bad.out).toContain(`${logPath()}:1  it, or the line after it, was changed`);
    const doctor = await sandbox.run("doctor", "--json");
    expect(doctor.exit).toBe(1);
    expect(Object(doctor.json()).next).toContain(
      "run `knowhow audit verify` to see where the log was changed",
    );
    writeFileSync(logPath(), `${lines.split("\n").slice(0, -2).join("\n")}\n`);
    expect(await sandbox.run("audit", "verify")).toMatchObject({
      exit: 1,
      out: expect.stringContaining("the log ends before record"),
    });
  });

  it("T6 nothing runs while the log is broken, and the reason is given", async () => {
    await open();
    writeFileSync(logPath(), readFileSync(logPath(), "utf8").slice(0, -30));
    const ran = await sandbox.run("run", "copy-note", "notes/a.md");
    expect(ran.exit).not.toBe(0);
    expect(ran.err).toContain("the audit log");
    expect(ran.err).toContain("move it");
    const off = await sandbox.runWith(
      { env: { KNOWHOW_AUDIT: "off" } },
      "run",
      "copy-note",
      "notes/a.md",
      "--json",
    );
    expect(off.json()).toMatchObject({ status: "paused" });
    expect(await sandbox.runWith({ env: { KNOWHOW_AUDIT: "no" } }, "list")).toMatchObject({
      exit: 2,
      err: expect.stringContaining("expected on or off"),
    });
  });

  it("T6 a decision that cannot be recorded exits with 3 and is not made", async () => {
    const text = skillText("ours", "Ours. Use when asked.");
    sandbox = makeSandbox({ "project/.agents/skills/ours/SKILL.md": text }, { isTrusting: false });
    await sandbox.run("trust", "refuse", "ours");
    writeFileSync(logPath(), "");
    expect(await sandbox.run("trust", "revoke", "ours")).toMatchObject({ exit: 3 });
    expect((await sandbox.run("trust")).out).toContain("refused  ours");
  });

  it("T6 exports JSON lines and CSV that no spreadsheet runs", async () => {
    sandbox = makeSandbox();
    mkdirSync(join(sandbox.home, ".local/state/knowhow"), { recursive: true, mode: 0o700 });
    const log = fileAuditLog(logPath(), { now: () => 0 });
    await log.append({
      action: "skill.served",
      actor: "model",
      skill: '=cmd|"x"',
      detail: { path: "a,b\u001b[2J" },
    });
    await log.append({ action: "trust.decided", actor: "user", skill: "pdf" });
    expect((await sandbox.run("audit", "export", "--action", "trust")).out).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","action":"trust.decided","actor":"user","skill":"pdf","seq":2}\n',
    );
    expect((await sandbox.run("audit", "export", "--format", "csv")).out).toBe(
      [
        "seq,at,action,actor,skill,session,run,digest,detail",
        `1,1970-01-01T00:00:00.000Z,skill.served,model,"'=cmd|""x""",,,,"{""path"":""a,b\\u001b[2J""}"`,
        "2,1970-01-01T00:00:00.000Z,trust.decided,user,pdf,,,,",
        "",
      ].join("\r\n"),
    );
    expect((await sandbox.run("audit", "export", "--json")).json()).toMatchObject({
      records: [{ seq: 1 }, { seq: 2 }],
    });
    expect((await sandbox.run("audit")).out).not.toContain("\u001b");
  });
});
