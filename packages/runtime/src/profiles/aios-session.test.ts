import { describe, expect, onTestFinished, test } from "vitest";
import type { MatchRequest, SkillMatch } from "../conversation.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import type { Session } from "../session/session.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const VAULT = "work/skills";
const note = { name: "concept-note", description: "Writes a concept note. Use to explain an idea." };
const user = (content: string) => ({ role: "user" as const, content });

async function open(files: FileTree, options: NodeRuntimeOptions = {}) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  return { ...workshop, runtime: await workshop.start({ profile: "aios", ...options }) };
}

/** One skill of the vault with these flags, and what a session makes of it. */
async function talkTo(flags: Readonly<Record<string, unknown>>) {
  const { runtime } = await open({
    [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, ...flags }, "Explain one idea.\n"),
  });
  const session = await runtime.session();
  const { baseline, inject } = await session.turn({ messages: [user("hello")] });
  const loaded = await session.call("skill_load", { name: "concept-note" });
  const fresh = await runtime.session();
  const typed = await fresh.turn({ messages: [user("/concept-note entropy")] });
  return {
    listed: baseline.includes("concept-note"),
    byModel: !loaded.isError && !("already_loaded" in loaded.metadata),
    byPerson:
      typed.report.notes.length === 0 && typed.inject.some(({ text }) => text.includes("Explain one idea.")),
    asContext: inject.some(({ skill }) => skill === "concept-note"),
  };
}

describe("invocation control", () => {
  const both = { listed: true, byModel: true, byPerson: true, asContext: false };
  const cases: readonly [string, Readonly<Record<string, unknown>>, Partial<typeof both>][] = [
    ["nothing said: both may start it", {}, {}],
    ["agent_ready: false: the user alone", { agent_ready: false }, { listed: false, byModel: false }],
    ["agent_ready: true: both", { agent_ready: true }, {}],
    [
      "disable-model-invocation: the user alone",
      { "disable-model-invocation": true },
      { listed: false, byModel: false },
    ],
    ["user-invocable: false: the model alone", { "user-invocable": false }, { byPerson: false }],
    [
      "neither: background knowledge, in the conversation and started by nobody",
      { "disable-model-invocation": true, "user-invocable": false },
      { listed: false, byModel: false, byPerson: false, asContext: true },
    ],
  ];
  test.each(cases)("P1 S7 %s", async (_what, flags, expected) => {
    expect(await talkTo(flags)).toEqual({ ...both, ...expected });
  });

  test("P1 S7 a skill for the user alone says so when the model tries it", async () => {
    const { runtime } = await open({
      [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, agent_ready: false }),
    });
    const { text } = await (await runtime.session()).call("skill_load", { name: "concept-note" });
    expect(text).toContain("only be invoked by the user, with /");
  });

  test.each([
    [{ "disable-model-invocation": true, "user-invocable": false }, "is background knowledge"],
    [{ agent_ready: false, "user-invocable": false }, "let neither the model nor the user invoke it"],
  ])("P1 S7 the model is never told that the user can start a skill that they cannot: %j", async (flags, reason) => {
    const { runtime } = await open({ [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, ...flags }) });
    const { isError, text } = await (await runtime.session()).call("skill_load", { name: "concept-note" });
    expect([isError, text]).toEqual([true, expect.stringContaining(reason)]);
    expect(text).not.toContain("/concept-note");
  });
});

describe("the kernel gap: a matcher that is asked every turn", () => {
  const tree = {
    [`${VAULT}/concept-note/SKILL.md`]: skillMd(note, "Explain one idea.\n"),
    [`${VAULT}/how-to/SKILL.md`]: skillMd({ name: "how-to", description: "Writes steps." }, "Number them.\n"),
  };
  const load = (name: string): SkillMatch => ({
    name,
    decision: "load",
    score: 0.9,
    reasons: [`the conversation is about ${name}`],
    loadReason: "auto_suggested",
  });

  test("P1 M7 the conversation can shift to another skill in the middle", async () => {
    const { runtime, events } = await open(tree);
    const asked: MatchRequest[] = [];
    const matcher = {
      list: () => runtime.library.list(),
      match: (request: MatchRequest) => {
        asked.push(request);
        return request.message.includes("steps") ? [load("how-to")] : [load("concept-note")];
      },
    };
    const session = await runtime.session({ matcher });
    const first = await session.turn({ messages: [user("what is entropy?")] });
    expect(first.inject).toMatchObject([
      { skill: "concept-note", text: expect.stringContaining("one idea") },
    ]);
    const messages = [user("what is entropy?"), user("now the steps, please")];
    const second = await session.turn({ messages });
    expect(second.inject).toMatchObject([{ skill: "how-to", text: expect.stringContaining("Number them.") }]);
    expect(second.report.active).toEqual(["concept-note", "how-to"]);
    expect(asked.map(({ active }) => active)).toEqual([[], ["concept-note"]]);
    const reasons = events.flatMap((event) =>
      event.type === "skill.loaded" ? [event.payload.load_reason] : [],
    );
    expect(reasons).toEqual(["auto_suggested", "auto_suggested"]);
  });

  test("P1 M7 list() narrows what may be matched and never widens it", async () => {
    const { runtime } = await open(tree);
    const seen: string[][] = [];
    const matcher = {
      list: () => runtime.library.list(),
      match: ({ skills }: MatchRequest) => {
        seen.push(skills.map(({ name }) => name));
        return [load("how-to")];
      },
    };
    const session = await runtime.session({ matcher, skills: ["concept-*"] });
    expect((await session.turn({ messages: [user("steps")] })).inject).toEqual([]);
    expect(seen).toEqual([["concept-note"]]);
  });

  test("P1 M7 enrich() writes its own text for a match; without a word of it the usual one is used", async () => {
    const { runtime } = await open(tree);
    const matcher = {
      list: () => runtime.library.list(),
      match: () => [load("concept-note"), load("how-to")],
      enrich: ({ name }: SkillMatch) =>
        name === "concept-note" ? "Purpose: one idea, in brief." : undefined,
    };
    const session = await runtime.session({ matcher });
    const { inject } = await session.turn({ messages: [user("x")] });
    expect(inject.map(({ text }) => text)).toEqual([
      "Purpose: one idea, in brief.",
      expect.stringContaining("Number them."),
    ]);
  });
});

describe("budget-aware injection with degradation", () => {
  const many = (count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => {
        const name = `note-${String(index).padStart(3, "0")}`;
        const description = `Writes note ${index} with care and in full sentences. Use when note ${index} is asked for by the user.`;
        return [`${VAULT}/${name}/SKILL.md`, skillMd({ name, description })];
      }),
    );

  test("P1 I4 full, then shortened, then by name, then the largest part that fits and a count", async () => {
    const { runtime } = await open(many(60));
    const report = async (catalogBudget: number) => {
      const { baseline, report } = await (await runtime.session({ catalogBudget })).turn();
      const { full, shortened, nameOnly, omitted, tokens } = report.catalog;
      expect(tokens).toBeLessThanOrEqual(catalogBudget);
      expect(full + shortened + nameOnly + omitted.length).toBe(60);
      return { baseline, full, shortened, nameOnly, omitted: omitted.length };
    };
    expect(await report(4_000)).toMatchObject({ full: 60 });
    expect((await report(1_200)).shortened).toBeGreaterThan(0);
    const names = await report(200);
    expect([names.nameOnly > names.shortened, names.omitted]).toEqual([true, 0]);
    const least = await report(100);
    expect(least.nameOnly).toBeGreaterThan(0);
    expect(least.omitted).toBeGreaterThan(0);
    expect(least.baseline).toContain(`${least.omitted} more skills`);
    expect(least.baseline).toContain("skill_search");
  });
});

describe("two-phase loading: matched skills", () => {
  const trigger = { triggers: ["explain {concept}"] };
  const file = `${VAULT}/concept-note/SKILL.md`;
  const explain = (count: number) => ({
    messages: Array.from({ length: count }, (_, at) => user(`explain idea${at}`)),
  });

  test("P1 D8 a body is read when it is first needed, and stays as it was then", async () => {
    const { runtime, write } = await open({ [file]: skillMd({ ...note, ...trigger }, "First edition.\n") });
    const session = await runtime.session();
    write({ [file]: skillMd({ ...note, ...trigger }, "Second edition.\n") });
    expect((await session.turn(explain(1))).inject[0]?.text).toContain("Second edition.");
    write({ [file]: skillMd({ ...note, ...trigger }, "Third edition.\n") });
    expect((await session.call("skill_load", { name: "concept-note" })).text).toContain("Second edition.");
  });

  test("P1 I4 what a turn injects has a budget that follows the context window; the rest is named with its path", async () => {
    const body = `${"word ".repeat(2_000)}\n`;
    const { runtime, at } = await open({ [file]: skillMd({ ...note, ...trigger }, body) });
    const kinds = async (contextWindow?: number) =>
      (await (await runtime.session(contextWindow === undefined ? {} : { contextWindow })).turn(explain(1)))
        .inject;
    expect(await kinds()).toMatchObject([{ kind: "skill", skill: "concept-note" }]);
    expect(await kinds(8_000)).toMatchObject([
      { kind: "suggestion", text: expect.stringContaining(`- concept-note (${at(file)})`) },
    ]);
  });

  test("P1 S3 X7 a match uses up no limit and restricts no tool, and the model can still load the skill", async () => {
    const tools = ["vault.search", "Bash"];
    const text = skillMd({ ...note, ...trigger, tools: ["vault.search"] }, "Explain one idea.\n");
    const { runtime } = await open({ [file]: text }, { tools });
    const session = await runtime.session({ toolScope: "restrict", maxActivations: 1 });
    for (let turn = 1; turn <= 3; turn += 1)
      expect((await session.turn(explain(turn))).inject).toHaveLength(1);
    const verdict = () => session.guard({ name: "Bash", input: {} }, tools).verdict;
    expect(verdict()).toBe("defer");
    const { isError, text: loaded } = await session.call("skill_load", { name: "concept-note" });
    expect([isError, loaded.includes("Explain one idea.")]).toEqual([false, true]);
    expect(verdict()).toBe("deny");
  });
});

describe("tool scoping per skill", () => {
  test("P1 X7 the declared tools are the boundary while the skill is active, where the host restricts", async () => {
    const tools = ["vault.create_note", "vault.search", "Bash"];
    const { runtime } = await open(
      { [`${VAULT}/concept-note/SKILL.md`]: skillMd({ ...note, tools: ["vault.create_note"] }) },
      { tools },
    );
    const session = await runtime.session({ toolScope: "restrict" });
    const verdict = (name: string) => session.guard({ name, input: {} }, tools).verdict;
    await session.call("skill_load", { name: "concept-note" });
    expect((await session.turn({ availableTools: tools })).activeTools).toContain("vault.create_note");
    expect([verdict("vault.create_note"), verdict("Bash"), verdict("vault.search")]).toEqual([
      "defer",
      "deny",
      "deny",
    ]);
    session.release("concept-note");
    expect(verdict("Bash")).toBe("defer");
  });

  test.each([
    { tools: [] },
    { "allowed-tools": "" },
    { "allowed-tools": "", tools: ["Bash"] },
  ])("P1 X7 an empty list allows none of the host's tools: %j", async (declared) => {
    const tools = ["vault.search", "Bash"];
    const text = skillMd({ ...note, ...declared });
    const { runtime } = await open({ [`${VAULT}/concept-note/SKILL.md`]: text }, { tools });
    for (const [toolScope, verdict] of [
      ["restrict", "deny"],
      ["pre-approve", "defer"],
    ] as const) {
      const session = await runtime.session({ toolScope });
      expect((await session.call("skill_load", { name: "concept-note" })).isError).toBe(false);
      const decide = (of: Session) => tools.map((name) => of.guard({ name, input: {} }, tools).verdict);
      expect(decide(session)).toEqual([verdict, verdict]);
      expect(decide(session.fork())).toEqual([verdict, verdict]);
      const restored = await runtime.session({ restore: JSON.parse(JSON.stringify(session)) });
      expect(decide(restored)).toEqual([verdict, verdict]);
    }
  });
});

describe("skill snapshot for subagents", () => {
  const tree = { [`${VAULT}/concept-note/SKILL.md`]: skillMd(note, "Explain one idea.\n") };

  test("P1 R6 a child has what its parent had when it was made, without a new search", async () => {
    const { runtime, write } = await open(tree);
    const session = await runtime.session();
    const { baseline } = await session.turn();
    write({ [`${VAULT}/how-to/SKILL.md`]: skillMd({ name: "how-to", description: "Writes steps." }) });
    await runtime.reload();
    const child = session.fork();
    expect((await child.turn()).baseline).toBe(baseline);
    expect((await child.turn()).report.newerLibrary).toBe(true);
  });

  test("P1 R6 nothing is active in a child, and nothing it does reaches its parent", async () => {
    const { runtime } = await open(tree);
    const session = await runtime.session();
    await session.call("skill_load", { name: "concept-note" });
    const before = JSON.stringify(session);
    const child = session.fork();
    expect((await child.turn()).report.active).toEqual([]);
    expect((await child.call("skill_load", { name: "concept-note" })).text).toContain("Explain one idea.");
    await child.compacted();
    child.release("concept-note");
    expect(JSON.stringify(session)).toBe(before);
  });
});
