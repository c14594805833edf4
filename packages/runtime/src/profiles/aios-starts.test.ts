import { describe, expect, onTestFinished, test } from "vitest";
import { trialTool } from "../../testing/trial-run.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const VAULT = "work/skills";

const flow = (name: string, ...triggers: readonly string[]) => ({
  [`${VAULT}/${name}/SKILL.md`]: skillMd({
    name,
    description: `Files a thing in the vault, for ${name}.`,
    triggers,
    inputs: ["item"],
    steps: [{ id: "file", tool: "vault.file", params: { item: "{{inputs.item}}" } }],
  }),
});

/** What a message does to the workflow: the skill, what became of it, and the calls of its tool. */
async function say(content: string, tree: Readonly<Record<string, string>> = flow("filer", "file {item}")) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  const file = trialTool("vault.file", () => "done");
  const runtime = await workshop.start({
    profile: "aios",
    trust: () => true,
    workflows: { tools: { list: () => [file] } },
  });
  const session = await runtime.session();
  const { run, inject, report } = await session.turn({ messages: [{ role: "user", content }] });
  return { run, inject, report, calls: file.calls };
}

describe("dual-mode execution: what starts a workflow", () => {
  test.each([
    ["file milk", "milk"],
    ["File milk.", "milk"],
    ["Hi! Please file milk, thanks.", "milk"],
    ["good morning, file the blue folder of last year", "the blue folder of last year"],
    ['file "milk"', "milk"],
    ["你好，file milk", "milk"],
  ])("P1 X1 a trigger and its variables that are the whole message: %j", async (message, item) => {
    const { run, calls } = await say(message);
    expect(run).toMatchObject({ skill: "filer", state: "started" });
    expect(calls).toEqual([{ item }]);
  });

  test.each([
    "Why did you file milk?",
    "file milk?",
    "file milk؟",
    "~~file milk~~",
    "‹file milk›",
    "《file milk》",
    '"file milk"',
    "He said: file milk",
    "> file milk",
    "```\nfile milk\n```",
    "From: Bob\nSubject: tomorrow\n\nHi Ann,\nplease file milk\n\nBest, Bob",
    "file milk\n\nThat is what he wrote, and I do not know what he means.",
    "I will file milk",
    "you file milk",
  ])("P1 X1 a phrase in a question, a quotation or a longer text is offered, not started: %j", async (message) => {
    const { run, inject, calls } = await say(message);
    expect(run).toMatchObject({ skill: "filer", state: "offered" });
    expect(inject.map(({ text }) => text).join()).toContain("may mean something else");
    expect(calls).toEqual([]);
  });

  test("P1 X1 a phrase that is a question itself starts its workflow", async () => {
    const { run } = await say("Which tasks are due?", flow("due", "which tasks are due?"));
    expect(run).toMatchObject({ skill: "due", state: "started" });
  });

  test("P1 X1 of two skills with the same trigger, none starts, and both are shown", async () => {
    const tree = { ...flow("filer-one", "file {item}"), ...flow("filer-two", "file {item}") };
    const { run, inject, report, calls } = await say("file milk", tree);
    expect(run).toMatchObject({ state: "offered" });
    expect(calls).toEqual([]);
    expect(report.matches.map(({ name }) => name).sort()).toEqual(["filer-one", "filer-two"]);
    const text = inject.map((one) => one.text).join();
    for (const name of ["filer-one", "filer-two"]) expect(text).toContain(name);
  });

  test("P1 X1 S7 a skill that agents must not use does not make a trigger ambiguous", async () => {
    const hidden = skillMd({
      name: "hidden",
      description: "x",
      triggers: ["file {item}"],
      agent_ready: false,
    });
    const tree = { ...flow("filer", "file {item}"), [`${VAULT}/hidden/SKILL.md`]: hidden };
    expect((await say("file milk", tree)).run).toMatchObject({ skill: "filer", state: "started" });
  });

  test("P1 X1 a name starts a workflow in any case", async () => {
    expect((await say("/filer item=milk")).run).toMatchObject({ skill: "filer", state: "started" });
  });
});
