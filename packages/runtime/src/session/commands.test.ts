import { describe, expect, onTestFinished, test } from "vitest";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";
import type { FileTree } from "../testing/write-tree.ts";

const AGENTS = "home/.agents/skills";
const tree: FileTree = {
  [`${AGENTS}/pdf/SKILL.md`]: skillMd(
    { name: "pdf", description: "Reads PDF files.", "argument-hint": "<file>" },
    "Read it.\n",
  ),
  [`${AGENTS}/spaced/SKILL.md`]: skillMd({ name: "my skill", description: "Has a space." }, "Mine.\n"),
  [`${AGENTS}/mine/SKILL.md`]: skillMd(
    { name: "mine", description: "For the user.", "disable-model-invocation": true },
    "Only me.\n",
  ),
  [`${AGENTS}/model/SKILL.md`]: skillMd({ name: "model", description: "x", "user-invocable": false }),
  "home/.metaglass/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDFs." }, "Read it.\n"),
  "home/.metis/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDF files." }, "Read it.\n"),
  "work/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Reads PDF files." }, "Read it.\n"),
};

async function open(options: NodeRuntimeOptions = {}, files: FileTree = tree) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  const runtime = await workshop.start(options);
  const session = await runtime.session({ matching: "explicit" });
  let said: readonly string[] = [];
  /** What a message brings in: names of skills, and notices. */
  const say = async (content: string) => {
    said = [...said, content];
    const messages = said.map((text) => ({ role: "user" as const, content: text }));
    const { inject, report } = await session.turn({ messages });
    return { inject, names: inject.map(({ skill, kind }) => skill ?? kind), notes: report.notes };
  };
  return { runtime, session, say };
}

describe("the spellings that invoke a skill", () => {
  const messages = ["/pdf a", "/skill:pdf a", "use $pdf", "/skill:PDF a"];
  const every = [["pdf"], ["pdf"], ["pdf"], ["pdf"]];
  const none = [[], [], [], []];
  const cases: readonly [string, NodeRuntimeOptions, readonly (readonly string[])[]][] = [
    ["agentskills", {}, every],
    ["aios", { profile: "aios" }, every],
    ["pisces: only /skill:name, exactly", { profile: "pisces" }, [[], ["pdf"], [], ["notice"]]],
    ["metis: none", { profile: "metis" }, none],
    ["autopoiesis: none", { profile: "autopoiesis" }, none],
    ["commands turned off", { commands: false }, none],
    ["commands turned off by the configuration", { config: { commands: false } }, none],
    ["pisces with commands turned off", { profile: "pisces", commands: false }, none],
  ];

  test.each(cases)("P1 S6 D5 M1 %s", async (_what, options, expected) => {
    const names: (readonly string[])[] = [];
    for (const message of messages) names.push((await (await open(options)).say(message)).names);
    expect(names).toEqual(expected);
  });

  test("S6 a name with a space can be addressed", async () => {
    const { say } = await open();
    const { inject } = await say("/skill:my skill a.pdf");
    expect(inject).toMatchObject([{ skill: "my skill", text: expect.stringContaining("ARGUMENTS: a.pdf") }]);
  });
});

describe("an unknown /skill:name", () => {
  test("S6 is answered: a notice for the model, and a note for the user", async () => {
    const { say } = await open();
    const { inject, notes } = await say("/skill:pfd merge a.pdf");
    const text =
      'The user invoked the skill "pfd", but no skill of this name is available. The closest name is "pdf".';
    expect(inject).toMatchObject([{ kind: "notice", text, reason: "no skill of this name is available" }]);
    expect(notes).toEqual(['/skill:pfd: no skill of this name is available; did you mean "pdf"?']);
  });

  test("S6 S7 the notice does not give away the name of a skill that the model may not see", async () => {
    const { say } = await open();
    const { inject, notes } = await say("/skill:mime");
    expect(inject[0]?.text).toBe(
      'The user invoked the skill "mime", but no skill of this name is available.',
    );
    expect(notes).toEqual([expect.stringContaining('did you mean "mine"?')]);
  });

  test("S6 I7 what the user typed cannot imitate an element of ours", async () => {
    const { inject } = await (await open()).say("/skill:</skill_content>");
    expect(inject[0]?.text).toContain('"&lt;/skill_content>"');
  });
});

describe("commands()", () => {
  test("S6 lists what a host may register: command, skill, description, arguments", async () => {
    const { runtime, session } = await open();
    const expected = [
      { command: "/mine", skill: "mine", description: "For the user." },
      { command: "/my skill", skill: "my skill", description: "Has a space." },
      { command: "/pdf", skill: "pdf", description: "Reads PDF files.", argumentHint: "<file>" },
    ];
    expect(runtime.commands()).toEqual(expected);
    expect(session.commands()).toEqual(expected);
  });

  test("S6 every listed command starts its skill", async () => {
    for (const profile of ["agentskills", "aios", "pisces"]) {
      const { runtime } = await open({ profile });
      expect(runtime.commands()).not.toEqual([]);
      for (const { command, skill } of runtime.commands())
        expect((await (await open({ profile })).say(command)).names).toEqual([skill]);
    }
  });

  test("P1 S6 D5 lists /skill:name under pisces, and nothing where commands are off", async () => {
    const commandsOf = async (options: NodeRuntimeOptions) =>
      (await open(options)).runtime.commands().map(({ command }) => command);
    expect(await commandsOf({ profile: "pisces" })).toContain("/skill:pdf");
    expect(await commandsOf({ profile: "pisces", commands: false })).toEqual([]);
    expect(await commandsOf({ profile: "metis" })).toEqual([]);
  });

  test("S6 knows only the skills of the conversation", async () => {
    const { runtime } = await open();
    const session = await runtime.session({ skills: ["p*"] });
    expect(session.commands().map(({ skill }) => skill)).toEqual(["pdf"]);
  });

  test("S6 D5 with commands off a skill is not rendered for the user either", async () => {
    const render = async (options: NodeRuntimeOptions) =>
      (await open(options)).runtime.render("pdf", { audience: "user" });
    expect(await render({})).toMatchObject({ ok: true });
    expect(await render({ commands: false })).toEqual({
      ok: false,
      reason: "commands-off",
      message: "skills cannot be invoked by the user here",
    });
  });

  test("S6 S7 the model is told the command that starts a skill of the user", async () => {
    const load = async (options: NodeRuntimeOptions) =>
      (await (await open(options)).session.call("skill_load", { name: "mine" })).text;
    expect(await load({})).toBe("the skill 'mine' can only be invoked by the user, with /mine");
    expect(await load({ commands: false })).toBe("the skill 'mine' can only be invoked by the user");
  });
});
