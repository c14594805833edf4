import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const FOLDER = "project/.agents/skills";
const STEPS =
  'triggers: ["brew {what}"]\nsteps: [{id: saved, tool: files.write, with: {path: out.txt, text: hot}}]\n';
const brew = (more = "") => skillText("brew", `Brews a cup of tea.${more}`, { fields: STEPS });
const EVALS = '[{"query": "brew oolong", "should_trigger": true}]';
const SCRIPT =
  '{"user": "brew oolong"}\n{"call": "skill_run", "args": {"name": "brew"}}\n{"call": "skill_load", "args": {"name": "brew"}}\n';

/** A project with a skill that was trusted and edited, and one that nobody has decided about. */
async function edited(): Promise<void> {
  sandbox = makeSandbox(
    {
      [`${FOLDER}/brew/SKILL.md`]: brew(),
      [`${FOLDER}/brew/eval_queries.json`]: EVALS,
      "project/talk.jsonl": SCRIPT,
    },
    { isTrusting: false },
  );
  await sandbox.trustAll();
  sandbox.write({
    [`${FOLDER}/brew/SKILL.md`]: brew(" Use when somebody is thirsty."),
    [`${FOLDER}/stranger/SKILL.md`]: skillText("stranger", "Paints a fence.", {
      fields: "triggers: [paint the fence]\nsteps: [{tool: files.write, with: {path: out.txt, text: red}}]\n",
    }),
  });
}

const stateOf = async (name: string) => {
  const { skills } = Object((await sandbox.run("list", "--json")).json());
  return skills.find((skill: { name: string }) => skill.name === name)?.state;
};

describe("a skill that changed since it was trusted", () => {
  it("T3 is matched, evaluated and planned as it is now, and each command says so", async () => {
    await edited();
    const matched = await sandbox.run("match", "brew oolong", "--json");
    expect(matched.json()).toMatchObject({ matches: [{ name: "brew" }], drafts: ["brew"] });
    const said = "not trusted yet, used for this test only: brew (it changed since you trusted it)";
    expect((await sandbox.run("match", "brew oolong")).out).toContain(said);

    const evaluated = await sandbox.run("eval", "--json");
    expect(evaluated.json()).toMatchObject({ positives: 1, r1: 1, unknown: [], drafts: ["brew"] });
    expect(evaluated.err).toContain(said);

    const planned = await sandbox.runWith({ tty: true }, "run", "brew", "--dry-run", "--json");
    expect(planned.json()).toMatchObject({ skill: "brew", writes: ["saved"], drafts: ["brew"] });
    const shown = await sandbox.runWith({ tty: true }, "run", "brew", "--dry-run", "--no-color");
    expect(shown.out).toContain(said);
  });

  it("T3 stays pending: nothing is decided, recorded or executed", async () => {
    await edited();
    for (const line of [
      ["match", "brew oolong"],
      ["eval"],
      ["run", "brew", "--dry-run"],
      ["simulate", "talk.jsonl", "--in", "."],
      ["simulate", "talk.jsonl", "--in", ".", "--pending", "--profile", "aios", "--root", ".agents/skills"],
    ])
      expect((await sandbox.runWith({ tty: true }, ...line)).exit, line.join(" ")).toBe(0);
    expect(await stateOf("brew")).toBe("pending");
    expect(existsSync(join(sandbox.project, "out.txt"))).toBe(false);
    expect((await sandbox.run("audit", "--json")).out).not.toContain('"actor": "host"');
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
    const ran = await sandbox.run("run", "brew", "--yes", "--allow-write");
    expect([ran.exit, ran.err]).toEqual([4, expect.stringContaining("is not trusted yet")]);
    expect(ran.err).toContain("--dry-run");
    expect(existsSync(join(sandbox.project, "out.txt"))).toBe(false);
  });

  it("T3 is not used if its earlier content was refused", async () => {
    await edited();
    expect((await sandbox.run("trust", "refuse", "brew")).exit).toBe(0);
    sandbox.write({ [`${FOLDER}/brew/SKILL.md`]: brew(" Again.") });
    const matched = await sandbox.run("match", "brew oolong", "--json");
    expect(matched.json()).toMatchObject({ matches: [], drafts: [] });
  });
});

describe("a skill that nobody has decided about", () => {
  it("T3 is used with --pending, and the output without it names the option", async () => {
    await edited();
    const without = await sandbox.run("match", "paint the fence");
    expect(without.out).toContain("  stranger  decide with `knowhow trust stranger`\n  --pending tries it");
    expect(without.out).not.toContain("left out");
    const other = await sandbox.run("match", "sing a song");
    expect(other.out).toContain("not trusted yet, left out without --pending: stranger");
    expect((await sandbox.run("eval")).err).toContain("left out without --pending: stranger");
    const refused = await sandbox.run("run", "stranger", "--dry-run");
    expect([refused.exit, refused.err]).toEqual([4, expect.stringContaining("--pending")]);

    const matched = await sandbox.run("match", "paint the fence", "--pending", "--json");
    expect(matched.json()).toMatchObject({ matches: [{ name: "stranger" }], drafts: ["stranger"] });
    const planned = await sandbox.runWith(
      { tty: true },
      "run",
      "stranger",
      "--dry-run",
      "--pending",
      "--json",
    );
    expect(planned.json()).toMatchObject({ skill: "stranger", drafts: ["stranger"] });
    expect(await stateOf("stranger")).toBe("pending");
  });

  it("T3 is never run: --pending needs --dry-run", async () => {
    await edited();
    const ran = await sandbox.run("run", "stranger", "--pending", "--yes", "--allow-write");
    expect([ran.exit, ran.err]).toEqual([2, expect.stringContaining("--pending needs --dry-run")]);
  });
});

describe("without a terminal, where it may be an agent that reads", () => {
  it.each([
    ["run", "brew", "--dry-run"],
    ["run", "brew", "--dry-run", "--pending", "--json"],
    ["chain", "brew", "--dry-run", "--json"],
    ["chain", "brew", "--dry-run", "--pending"],
    ["graph", "brew"],
    ["graph", "brew", "--json"],
  ])("T3 `knowhow %s` prints no text of a skill that is not trusted", async (...line) => {
    await edited();
    const ran = await sandbox.run(...line);
    const text = ran.out + ran.err;
    expect([ran.exit, text]).toEqual([4, expect.stringContaining("in a terminal")]);
    expect(text).not.toMatch(/out\.txt|hot|saved/);
  });

  it("T3 eval counts the messages of such a skill, and shows none of them", async () => {
    await edited();
    const evals = '[{"query": "paint the fence", "should_trigger": true}]';
    sandbox.write({ [`${FOLDER}/brew/eval_queries.json`]: evals });
    const ran = await sandbox.run("eval", "--pending", "--json");
    expect(ran.json()).toMatchObject({ positives: 1, confusions: [{ expected: "brew", queries: [] }] });
    expect((await sandbox.run("eval", "--pending")).out).not.toContain("paint the fence");
    expect((await sandbox.runWith({ tty: true }, "eval", "--pending")).out).toContain("paint the fence");
  });
});

describe("knowhow overlaps", () => {
  it("T3 compares skills that are not trusted as `match` does, and says which", async () => {
    await edited();
    sandbox.write({
      [`${FOLDER}/stranger/SKILL.md`]: brew(" Use when somebody is thirsty.").replace("brew", "stranger"),
    });
    const tried = await sandbox.runWith({ tty: true }, "overlaps", "--pending", "--json");
    expect(tried.json()).toMatchObject({
      pairs: [{ a: "brew", b: "stranger" }],
      drafts: ["brew", "stranger"],
    });
    const some = await sandbox.runWith({ tty: true }, "overlaps", "--json");
    expect(some.json()).toMatchObject({ pairs: [], drafts: ["brew"] });
    expect(some.err).toContain("left out without --pending: stranger");
    const none = await sandbox.run("overlaps", "--pending", "--json");
    expect(none.json()).toMatchObject({ pairs: [], drafts: [] });
    expect(none.err).toContain("shown only in a terminal: brew, stranger");
  });
});

describe("knowhow simulate", () => {
  it("O3 shows what the model would see of an edited skill, and starts no run", async () => {
    await edited();
    const ran = await sandbox.runWith({ tty: true }, "simulate", "talk.jsonl", "--in", ".", "--json");
    const { steps, drafts } = Object(ran.json());
    expect(drafts).toEqual(["brew"]);
    expect(steps[1]).toMatchObject({ isError: true, text: expect.stringContaining("nothing is executed") });
    expect(steps[2].text).toContain("Do it.");
    expect(ran.err).toContain("left out without --pending: stranger");
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
  });

  it("O3 T3 without a terminal, it may be an agent that reads: no text of such a skill is shown", async () => {
    await edited();
    const ran = await sandbox.run("simulate", "talk.jsonl", "--in", ".", "--pending", "--json");
    const { steps, drafts } = Object(ran.json());
    expect(drafts).toEqual([]);
    expect(steps[2]).toMatchObject({ isError: true, text: expect.not.stringContaining("Do it.") });
    expect(ran.out).not.toContain("Brews a cup");
    expect(ran.err).toContain("left out because their texts are shown only in a terminal: brew, stranger");
  });

  it("O3 a message that starts a workflow at once is told that it was not run", async () => {
    sandbox = makeSandbox({
      "project/skills/brew/SKILL.md": brew(),
      "project/talk.jsonl": '{"user": "brew oolong"}\n',
    });
    const ran = await sandbox.run("simulate", "talk.jsonl", "--in", ".", "--profile", "aios", "--json");
    const [{ inject }] = Object(ran.json()).steps;
    expect(inject.map(({ text }: { text: string }) => text).join()).toContain("it was not run");
    expect((await sandbox.run("runs", "--json")).json()).toMatchObject({ runs: [] });
    expect(existsSync(join(sandbox.project, "out.txt"))).toBe(false);
    expect(readFileSync(join(sandbox.project, "talk.jsonl"), "utf8")).toContain("brew");
  });
});
