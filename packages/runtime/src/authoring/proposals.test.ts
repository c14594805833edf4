import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { AUDIT_ACTIONS } from "../audit.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { fileProposalStore } from "../node/proposals/file-proposal-store.ts";
import type { AuditRecord } from "../ports.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";
import type { SkillEdit } from "./skill-edit.ts";

const STATE = "home/.local/state/knowhow";
const PDF = skillMd(
  { name: "pdf", description: "Fills in PDF forms. Use for PDF files." },
  "Read the form.\n",
);
const NOTES = skillMd(
  {
    name: "release-notes",
    description: "Writes release notes from the log. Use when a version is released.",
  },
  "Group the changes.\n",
);

async function open(tree: FileTree = {}, options: NodeRuntimeOptions = {}) {
  const workshop = openWorkshop({ "home/.agents/skills/pdf/SKILL.md": PDF, ...tree });
  onTestFinished(workshop.close);
  const rows: AuditRecord[] = [];
  const start = (more: NodeRuntimeOptions = {}) =>
    workshop.start({
      trust: () => undefined,
      audit: { append: (row) => void rows.push(row) },
      ...options,
      ...more,
    });
  return { ...workshop, start, rows, runtime: await start() };
}

const create = { action: "create", name: "release-notes", content: NOTES } as const;

describe("a proposal", () => {
  test("T4 changes nothing before it is applied, and is a skill for the next conversation afterwards", async () => {
    const { runtime, start, at, rows } = await open();
    const session = await runtime.session({ authoring: "propose" });
    const answer = await session.call("skill_manage", { ...create, reason: "we do this every week" });
    expect([answer.isError, answer.text]).toEqual([
      false,
      expect.stringMatching(/^Proposed as p-[0-9a-f]{12}\./),
    ]);
    expect(existsSync(at(`${STATE}/agent-skills`))).toBe(false);
    expect((await runtime.reload()).get("release-notes")).toBeUndefined();

    const other = await start();
    const [proposal] = await other.proposals.list();
    expect(proposal).toMatchObject({
      kind: "create",
      state: "pending",
      reason: "we do this every week",
      source: { by: "model", session: session.id, outside: [] },
      target: { name: "release-notes", isOfAgent: true },
      files: [{ path: "SKILL.md", isExecutable: false }],
    });
    const applied = await other.proposals.apply(proposal?.id ?? "", { hash: proposal?.hash ?? "" });
    expect(applied.state).toBe("applied");
    expect(readFileSync(at(`${STATE}/agent-skills/release-notes/SKILL.md`), "utf8")).toBe(NOTES);

    const next = await (await start()).session();
    expect((await next.turn()).baseline).toContain("release-notes");
    const loaded = await next.call("skill_load", { name: "release-notes" });
    expect(loaded.text).toContain("Group the changes.");
    expect(rows.map(({ action }) => action)).toEqual([
      "proposal.made",
      "proposal.applied",
      "trust.decided",
      "skill.served",
      "skill.activated",
    ]);
  });

  test("T4 has a row in the audit log for everything that happens to it, and says who did it", async () => {
    const { runtime, rows, write } = await open();
    const session = await runtime.session({ authoring: "propose" });
    await session.call("skill_manage", create);
    await session.call("skill_manage", { ...create, name: "pdf" });
    const [first] = await runtime.proposals.list();
    const id = first?.id ?? "";
    const { hash } = await runtime.proposals.edit(id, { action: "edit", content: `${NOTES}\nMore.\n` });
    await runtime.proposals.check(id);
    await runtime.proposals.apply(id, { hash });
    await runtime.proposals.rollback(id);
    const patch = { action: "patch", name: "pdf", oldText: "the form", newText: "a form" } as const;
    const second = await runtime.proposals.propose(patch);
    write({ "home/.agents/skills/pdf/SKILL.md": PDF.replace("Fills in", "Reads") });
    await expect(runtime.proposals.apply(second.id, { hash: second.hash })).rejects.toThrow("changed");
    const third = await runtime.proposals.propose(patch);
    await runtime.proposals.review(third.id);
    expect(rows.map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      "proposal.made model",
      "proposal.refused model",
      "proposal.made user",
      "proposal.applied user",
      "trust.decided user",
      "proposal.rolled-back user",
      "trust.revoked user",
      "proposal.made host",
      "proposal.stale engine",
      "proposal.made host",
      "approval.refused engine",
      "proposal.rejected user",
    ]);
    for (const { action } of rows) expect(Object.keys(AUDIT_ACTIONS)).toContain(action);
  });

  test("T4 is applied only with the hash that was reviewed", async () => {
    const { runtime, at } = await open();
    const session = await runtime.session({ authoring: "propose" });
    await session.call("skill_manage", create);
    const [first] = await runtime.proposals.list();
    await session.call("skill_manage", {
      action: "patch",
      name: "release-notes",
      old_text: "Group the changes.",
      new_text: "Delete everything.",
    });
    const [second] = await runtime.proposals.list();
    expect([second?.id, second?.revision]).toEqual([first?.id, 2]);
    const wrong = runtime.proposals.apply(first?.id ?? "", { hash: first?.hash ?? "" });
    await expect(wrong).rejects.toMatchObject({ code: "authoring.hash-mismatch" });
    expect(existsSync(at(`${STATE}/agent-skills/release-notes`))).toBe(false);
    expect((await runtime.proposals.get(second?.id ?? "")).proposal.state).toBe("pending");
  });

  test("T4 whose stored content was changed is not the one that was reviewed", async () => {
    const { runtime, at } = await open();
    const { id, hash } = await runtime.proposals.propose(create);
    const [file = ""] = readdirSync(at(`${STATE}/proposals/content`));
    const path = at(`${STATE}/proposals/content/${file}`);
    const bad = Buffer.from(NOTES.replace("Group", "Leak")).toString("base64");
    writeFileSync(path, readFileSync(path, "utf8").replace(/"bytes":"[^"]+"/, `"bytes":"${bad}"`));
    await expect(runtime.proposals.apply(id, { hash })).rejects.toMatchObject({
      code: "authoring.hash-mismatch",
    });
    await expect(runtime.proposals.get(id)).rejects.toMatchObject({ code: "authoring.hash-mismatch" });
  });

  test("T4 of a change keeps all other files, and a rollback brings back exactly what was there", async () => {
    const tree = {
      "home/.agents/skills/pdf/scripts/fill.sh": "#!/bin/sh\necho fill\n",
      "home/.agents/skills/pdf/.env": "TOKEN=x\n",
    };
    const { runtime, at } = await open(tree);
    const before = await runtime.digest("pdf");
    const edit = {
      action: "patch",
      name: "pdf",
      oldText: "Read the form.",
      newText: "Read it twice.",
    } as const;
    const { id, hash } = await runtime.proposals.propose(edit);
    await runtime.proposals.apply(id, { hash });
    const text = () => readFileSync(at("home/.agents/skills/pdf/SKILL.md"), "utf8");
    expect(text()).toContain("Read it twice.");
    expect(readFileSync(at("home/.agents/skills/pdf/.env"), "utf8")).toBe("TOKEN=x\n");
    expect(readdirSync(at("home/.agents/skills"))).toEqual(["pdf"]);
    expect((await runtime.proposals.rollback(id)).state).toBe("rolled-back");
    expect(text()).toBe(PDF);
    expect(await runtime.digest("pdf")).toBe(before);
  });

  test.each([
    ["pdf", { action: "patch", name: "pdf", oldText: "the form", newText: "a form" }],
    ["release-notes", create],
  ] as const)("T4 overwrites nothing that somebody wrote in the last moment (%s)", async (name, edit) => {
    const mine = skillMd({ name, description: "Mine." });
    const path = `${name === "pdf" ? "home/.agents/skills" : `${STATE}/agent-skills`}/${name}/SKILL.md`;
    const { start, write, at } = await open();
    const append = ({ action }: AuditRecord) => {
      if (action === "proposal.applied") write({ [path]: mine });
    };
    const { proposals } = await start({ audit: { append } });
    const { id, hash } = await proposals.propose(edit);
    await expect(proposals.apply(id, { hash })).rejects.toMatchObject({
      code: name === "pdf" ? "authoring.stale" : "authoring.refused",
    });
    expect(readFileSync(at(path), "utf8")).toBe(mine);
    const { proposal } = await proposals.get(id);
    expect(proposal.state).toBe(name === "pdf" ? "stale" : "pending");
  });

  test("T4 names what its frontmatter asks for that the skill did not have before", async () => {
    const { runtime } = await open();
    const asking = PDF.replace("---\n\n", "allowed-tools: Bash(pdftk:*)\nalwaysApply: true\n---\n\n");
    const { id, checks } = await runtime.proposals.propose({ action: "edit", name: "pdf", content: asking });
    expect(checks.asksFor).toEqual(["allowed-tools: Bash(pdftk:*)", "alwaysApply"]);
    await runtime.proposals.reject(id);
    const same = await runtime.proposals.propose({
      ...{ action: "patch", name: "pdf", oldText: "the form", newText: "a form" },
    });
    expect(same.checks.asksFor).toEqual([]);
  });

  test.each([
    ".env",
    ".git/config",
  ])("T4 of a patch cannot change %s, or find out what is in it", async (path) => {
    const { runtime } = await open({ [`home/.agents/skills/pdf/${path}`]: "TOKEN=x\n" });
    const patch = { action: "patch", name: "pdf", path, newText: "TOKEN=y" } as const;
    const tries = ["TOKEN=x", "TOKEN=a"].map((oldText) =>
      runtime.proposals.propose({ ...patch, oldText }).catch((error: unknown) => String(error)),
    );
    const [right, wrong] = await Promise.all(tries);
    expect(right).toContain("is refused: hidden files cannot be proposed");
    expect(wrong).toBe(right);
    const missing = runtime.proposals.propose({ ...patch, path: "missing.md", oldText: "a" });
    await expect(missing).rejects.toMatchObject({ hint: "it has SKILL.md" });
  });

  test.each([
    ["notes", "notes/a.md"],
    ["notes/a.md", "Notes"],
    ["references/a.md", "skill.md/a.md"],
  ])("T4 cannot make a file and a directory of one name (%s, %s)", async (first, second) => {
    const { runtime } = await open();
    const write = (path: string) => ({ action: "write_file", path, content: "x" }) as const;
    const { id } = await runtime.proposals.propose({ name: "pdf", ...write(first) });
    await expect(runtime.proposals.edit(id, write(second))).rejects.toMatchObject({
      code: "authoring.refused",
      message: expect.stringContaining("a file cannot be a directory, too"),
    });
  });

  test("T4 is stale when its skill has changed, and says so", async () => {
    const { runtime, write, events } = await open();
    const edit = { action: "patch", name: "pdf", oldText: "Read", newText: "Skim" } as const;
    const { id, hash } = await runtime.proposals.propose(edit);
    write({ "home/.agents/skills/pdf/SKILL.md": PDF.replace("the form", "the whole form") });
    await expect(runtime.proposals.apply(id, { hash })).rejects.toMatchObject({ code: "authoring.stale" });
    expect((await runtime.proposals.list())[0]).toMatchObject({
      state: "stale",
      decided: { by: "engine", reason: "the skill changed after the proposal was made" },
    });
    expect(events).toContainEqual({ type: "proposal.decided", proposal: id, skill: "pdf", state: "stale" });
  });

  test("T4 to delete a skill removes it, and a rollback restores it", async () => {
    const { runtime, at } = await open();
    const { id, hash, digest } = await runtime.proposals.propose({ action: "delete", name: "pdf" });
    expect(digest).toBeUndefined();
    await runtime.proposals.apply(id, { hash });
    expect(existsSync(at("home/.agents/skills/pdf"))).toBe(false);
    expect(runtime.library.get("pdf")).toBeUndefined();
    await runtime.proposals.rollback(id);
    expect(readFileSync(at("home/.agents/skills/pdf/SKILL.md"), "utf8")).toBe(PDF);
  });

  test("T4 that was applied cannot be rolled back over later changes", async () => {
    const { runtime, write } = await open();
    const { id, hash } = await runtime.proposals.propose(create);
    await runtime.proposals.apply(id, { hash });
    write({ [`${STATE}/agent-skills/release-notes/SKILL.md`]: NOTES.replace("Group", "Sort") });
    await expect(runtime.proposals.rollback(id)).rejects.toMatchObject({
      code: "authoring.stale",
      hint: "nothing was changed; edit or remove the skill by hand",
    });
  });

  test("T4 is rejected with a reason, and cannot be applied then", async () => {
    const { runtime, rows } = await open();
    const { id, hash } = await runtime.proposals.propose(create);
    const rejected = await runtime.proposals.reject(id, { reason: "not useful" });
    expect(rejected).toMatchObject({ state: "rejected", decided: { by: "user", reason: "not useful" } });
    await expect(runtime.proposals.apply(id, { hash })).rejects.toMatchObject({
      code: "authoring.not-pending",
    });
    expect(rows.map(({ action }) => action)).toEqual(["proposal.made", "proposal.rejected"]);
  });

  test("T4 is not applied when the audit log cannot be written", async () => {
    const { runtime, start, at } = await open();
    const { id, hash } = await runtime.proposals.propose(create);
    const full = () => Promise.reject(new Error("no space left"));
    const broken = await start({ audit: { append: full } });
    await expect(broken.proposals.apply(id, { hash })).rejects.toThrow("no space left");
    expect(existsSync(at(`${STATE}/agent-skills/release-notes`))).toBe(false);
    expect((await runtime.proposals.list())[0]?.state).toBe("pending");
  });

  test("T4 can be decided by the host's own reviewer, bound to the hash", async () => {
    const asked: unknown[] = [];
    const answers = ["later", "no", "yes"] as const;
    const { runtime } = await open(
      {},
      {
        approver: (request) => {
          asked.push(request);
          return { answer: answers[asked.length - 1] ?? "no", digest: request.digest };
        },
      },
    );
    const { id, hash } = await runtime.proposals.propose(create);
    expect((await runtime.proposals.review(id)).state).toBe("pending");
    expect((await runtime.proposals.review(id)).state).toBe("rejected");
    const again = await runtime.proposals.propose(create);
    expect((await runtime.proposals.review(again.id)).state).toBe("applied");
    expect(asked[0]).toMatchObject({
      kind: "proposal",
      subject: id,
      skill: "release-notes",
      arguments: { hash, kind: "create", files: [{ path: "SKILL.md", change: "added" }] },
    });
  });

  test("T4 without an approver is never applied by a review", async () => {
    const { runtime } = await open();
    const { id } = await runtime.proposals.propose(create);
    expect((await runtime.proposals.review(id)).state).toBe("rejected");
  });

  test("T4 is changed by the user before it is applied, and has another hash then", async () => {
    const { runtime, at } = await open();
    const { id, hash } = await runtime.proposals.propose(create);
    const edited = await runtime.proposals.edit(id, {
      action: "write_file",
      path: "references/style.md",
      content: "Short sentences.\n",
    });
    expect(edited).toMatchObject({ id, revision: 2, state: "pending" });
    expect(edited.hash).not.toBe(hash);
    await runtime.proposals.apply(id, { hash: edited.hash });
    const file = at(`${STATE}/agent-skills/release-notes/references/style.md`);
    expect(readFileSync(file, "utf8")).toBe("Short sentences.\n");
    expect(statSync(file).mode & 0o111).toBe(0);
  });

  test("T4 is promoted to the user's own skills after its review", async () => {
    const { runtime, at } = await open();
    const { id, hash } = await runtime.proposals.propose(create);
    await expect(runtime.proposals.promote("release-notes")).rejects.toMatchObject({
      code: "runtime.unknown-skill",
    });
    await runtime.proposals.apply(id, { hash });
    const { to } = await runtime.proposals.promote("release-notes");
    expect(to).toBe(at("home/.knowhow/skills/release-notes"));
    expect(runtime.library.get("release-notes")?.origin.level).toBe("user");
    expect(existsSync(at(`${STATE}/agent-skills/release-notes`))).toBe(false);
  });
});

describe("a change that was interrupted", () => {
  const place = `${STATE}/agent-skills`;

  /** A proposal whose process was killed while it applied it, at the point that the tree shows. */
  async function interrupted(
    edit: SkillEdit,
    state: "applying" | "reverting",
    { left = () => ({}), gone = [] }: { left?: (id: string) => FileTree; gone?: readonly string[] },
  ) {
    const world = await open();
    const { runtime, at, write } = world;
    const made = await runtime.proposals.propose(edit);
    if (state === "reverting") await runtime.proposals.apply(made.id, { hash: made.hash });
    const store = fileProposalStore(at(STATE));
    const kept = await store.get(made.id);
    if (kept !== undefined) await store.put({ ...kept, state, decided: { at: made.at, by: "user" } });
    for (const path of gone) rmSync(at(path), { recursive: true });
    write(left(made.id));
    return { ...world, id: made.id };
  }

  test("T4 is pending again if nothing had moved", async () => {
    const left = (id: string) => ({ [`${place}/.knowhow-${id}.new/SKILL.md`]: "half" });
    const { start, at } = await interrupted(create, "applying", { left });
    const [proposal] = await (await start()).proposals.list();
    expect(proposal?.state).toBe("pending");
    expect(readdirSync(at(place))).toEqual([]);
  });

  test("T4 is applied, and its result trusted, if the new files were in place", async () => {
    const left = () => ({ [`${place}/release-notes/SKILL.md`]: NOTES });
    const { start, at, events } = await interrupted(create, "applying", { left });
    const runtime = await start();
    expect((await runtime.proposals.list())[0]?.state).toBe("applied");
    expect(runtime.library.entry("release-notes")).toMatchObject({ state: "on", trust: { by: "user" } });
    expect(events.filter(({ type }) => type === "proposal.decided")).toHaveLength(1);
    expect(readdirSync(at(place))).toEqual(["release-notes"]);
  });

  test("T4 is finished if the old files had been moved away", async () => {
    const edit = { action: "patch", name: "pdf", oldText: "Read", newText: "Skim" } as const;
    const skills = "home/.agents/skills";
    const { start, at } = await interrupted(edit, "applying", {
      gone: [`${skills}/pdf`],
      left: (id) => ({
        [`${skills}/.knowhow-${id}.old/SKILL.md`]: PDF,
        [`${skills}/.knowhow-${id}.new/SKILL.md`]: PDF.replace("Read", "Skim"),
      }),
    });
    const runtime = await start();
    expect((await runtime.proposals.list())[0]?.state).toBe("applied");
    expect(readFileSync(at(`${skills}/pdf/SKILL.md`), "utf8")).toContain("Skim");
    expect(readdirSync(at(skills))).toEqual(["pdf"]);
  });

  test("T4 is rolled back, or still applied, as the files say", async () => {
    const still = await interrupted(create, "reverting", {});
    expect((await (await still.start()).proposals.list())[0]?.state).toBe("applied");
    const gone = await interrupted(create, "reverting", { gone: [`${place}/release-notes`] });
    expect((await (await gone.start()).proposals.list())[0]?.state).toBe("rolled-back");
  });
});

describe("what an agent wrote", () => {
  const written = `${STATE}/agent-skills/release-notes/SKILL.md`;

  test("T4 T3 is not shown to a model before exactly that content was reviewed", async () => {
    const { runtime, write } = await open({ [written]: NOTES });
    expect(runtime.library.entry("release-notes")).toMatchObject({
      state: "pending",
      trust: { needs: "review" },
      skill: { origin: { provider: "agent", level: "agent" } },
    });
    await runtime.trust.decide("release-notes", "trusted");
    expect((await runtime.reload()).entry("release-notes")?.state).toBe("on");
    write({ [written]: NOTES.replace("Group", "Leak") });
    expect((await runtime.reload()).entry("release-notes")?.state).toBe("pending");
  });

  test.each([
    "agentskills",
    "aios",
    "metis",
    "pisces",
    "autopoiesis",
  ])("T4 never shadows another skill of its name, whatever that skill is worth (%s)", async (profile) => {
    const mine = "home/mine/docs/SKILL.md";
    const { runtime, at } = await open(
      {
        [`${STATE}/agent-skills/docs/SKILL.md`]: skillMd({ name: "docs", description: "Mine now." }),
        [mine]: skillMd({ name: "docs", description: "Docs.", requires: { bins: ["no-such-program"] } }),
      },
      { profile, trust: () => true, roots: ["../home/mine"] },
    );
    const [winner, ...others] = runtime.library.named("docs");
    expect(winner?.skill.path).toBe(at(mine));
    expect(others.map(({ skill, lostBy }) => [skill.origin.level, lostBy])).toContainEqual([
      "agent",
      "agent",
    ]);
  });

  test("T4 is turned off like any other provider", async () => {
    const { runtime } = await open({ [written]: NOTES }, { providers: { agent: false } });
    expect(runtime.library.entry("release-notes")).toBeUndefined();
  });
});
