import { describe, expect, onTestFinished, test } from "vitest";
import { evaluate } from "../evaluation/evaluate.ts";
import type { NodeRuntimeOptions } from "../node/create-runtime.ts";
import type { Embedder } from "../ports.ts";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

const VAULT = "work/skills";
const user = (content: string) => ({ role: "user" as const, content });

const BODY = `## Purpose

Capture one idea.

## When to Use

Whenever an idea is worth keeping.

## Output Template

See assets/template.md.

## Guidelines

- One idea per note.

## Quality Checklist

- [ ] It has a title.

## History

Started in 2024.
`;

const note = (name: string, description: string, more: Record<string, unknown> = {}) => ({
  [`${VAULT}/${name}/SKILL.md`]: skillMd({ name, description, ...more }, BODY),
  [`${VAULT}/${name}/assets/template.md`]: `# {{title}} of ${name}\n`,
});

const vault = {
  ...note("concept-note", "Captures a single idea in the vault.", {
    triggers: ["create a concept note about {concept}", "concept note"],
  }),
  ...note("how-to", "Writes numbered steps for a procedure in the vault."),
  ...note("meeting", "Summarises meetings with decisions and owners in the vault."),
  ...note("reading-list", "Keeps a list of books and papers in the vault."),
  ...note("secret", "Captures secret steps of a procedure.", { agent_ready: false }),
};

async function open(options: NodeRuntimeOptions = {}, tree: Readonly<Record<string, string>> = vault) {
  const workshop = openWorkshop(tree);
  onTestFinished(workshop.close);
  return { ...workshop, runtime: await workshop.start({ profile: "aios", ...options }) };
}

/** Knows two things: procedures, and everything else. */
function procedures(more: Partial<Embedder> = {}): Embedder {
  const embed = (text: string) => Float32Array.from(/procedure|recipe|bake/i.test(text) ? [1, 0] : [0, 1]);
  return { id: "procedures", dimensions: 2, embed: (texts) => texts.map(embed), ...more };
}

describe("matching: how skills get invoked", () => {
  test("P1 M2 a trigger phrase comes first, the longest one, with its variables as they were written", async () => {
    const { runtime } = await open();
    const { matches } = await runtime.match("Please create a concept note about Maxwell's Demon.");
    expect(matches).toMatchObject([
      { name: "concept-note", decision: "load", variables: { concept: "Maxwell's Demon" } },
    ]);
    expect(matches[0]?.reasons[0]).toBe('the phrase "create a concept note about {concept}"');
  });

  test("P1 M3 without a trigger, the words of the description decide, and a doubtful message loads nothing", async () => {
    const { runtime } = await open();
    const names = async (message: string) => (await runtime.match(message)).matches.map(({ name }) => name);
    expect(await names("numbered steps for baking bread")).toEqual(["how-to"]);
    expect(await names("steps for baking sourdough bread")).toEqual([]);
    expect(await names("what is it that you can do")).toEqual([]);
  });

  test("P1 M3 M9 an evaluation counts exactly what a session of this profile loads", async () => {
    const { runtime } = await open();
    const queries = [
      "numbered steps",
      "pizza",
      "books and papers",
      "concept note",
      "the vault",
      "concept-note",
    ];
    const { verdicts } = await evaluate(
      queries.map((query) => ({ query, expect: [] })),
      { match: runtime.match },
    );
    const evaluated = verdicts.map(({ wrong }) => wrong.filter(({ decision }) => decision === "load"));
    const loaded = [];
    for (const query of queries) {
      const { inject } = await (await runtime.session()).turn({ messages: [user(query)] });
      loaded.push(inject.filter(({ kind }) => kind === "skill").map(({ skill }) => skill));
    }
    expect(evaluated.map((found) => found.map(({ name }) => name))).toEqual(loaded);
    expect(loaded.map((found) => found.join())).toEqual([
      "how-to",
      "",
      "reading-list",
      "concept-note",
      "",
      "concept-note",
    ]);
  });

  test("P1 M3 every match says which words it is made of", async () => {
    const { runtime } = await open();
    const [match] = (await runtime.match("a list of books and papers")).matches;
    expect(match).toMatchObject({ name: "reading-list", decision: "load" });
    expect(match?.reasons).toEqual(['"list" in its name', '"books", "papers" in its description']);
  });

  test("P1 M4 an embedder adds its evidence; without a shared word it suggests and never loads", async () => {
    const decisions = async (of: typeof plain, message: string) =>
      (await of.match(message)).matches.map(({ name, decision }) => `${decision} ${name}`);
    const { runtime: plain } = await open();
    const { runtime } = await open({ embedders: [procedures()] });
    const message = "bake bread in numbered steps";
    expect(await decisions(plain, message)).toEqual(["suggest how-to"]);
    expect(await decisions(runtime, message)).toEqual(["load how-to"]);
    const eager = { thresholds: { suggest: 0, load: 0 } };
    const [alike] = (await runtime.match("a recipe for bread", eager)).matches;
    expect(alike).toMatchObject({
      name: "how-to",
      decision: "suggest",
      reasons: ["close in meaning (1.00)"],
    });
    const [confirmed] = (await runtime.match("a recipe for a procedure", eager)).matches;
    expect(confirmed).toMatchObject({ name: "how-to", decision: "load" });
    const silent = procedures({
      embed: () => {
        throw new Error("down");
      },
    });
    const { runtime: without } = await open({ embedders: [silent] });
    expect((await without.match("numbered steps")).matches).toMatchObject([{ name: "how-to" }]);
  });

  test.each([
    "concept-note",
    "concept note",
    "Concept-Note, please",
  ])("P1 M1 the exact name wins: %j", async (message) => {
    const { runtime } = await open(
      {},
      {
        ...note("concept-note", "Captures a single idea with a definition and examples."),
        ...note("daily-note", "Writes the note of a day: plans, events, thoughts."),
      },
    );
    expect((await runtime.match(message)).matches).toMatchObject([
      { name: "concept-note", decision: "load" },
    ]);
  });

  test("P1 S7 a skill that is not ready for agents is never matched", async () => {
    const { runtime } = await open();
    const names = async (of: typeof runtime) =>
      (await of.match("secret steps of a procedure", { suggestions: 9 })).matches.map(({ name }) => name);
    expect(await names(runtime)).not.toContain("secret");
    const ready = openWorkshop({ ...vault, ...note("secret", "Captures secret steps of a procedure.") });
    onTestFinished(ready.close);
    expect((await names(await ready.start({ profile: "aios" })))[0]).toBe("secret");
  });
});

describe("messages that want no skill", () => {
  test.each([
    "good night, see you tomorrow",
    "we keep going, thanks",
    "what happened in 1848?",
    "no idea",
  ])("P1 M3 M4 nothing is loaded for %j", async (message) => {
    const { runtime } = await open();
    const loaded = (await runtime.match(message)).matches.filter(({ decision }) => decision === "load");
    expect(loaded).toEqual([]);
  });
});

describe("two-phase loading: the variation from the canonical pattern", () => {
  test("P1 I5 the top three are loaded at once, each as purpose, guidelines, template, checklist and the rest of its body", async () => {
    const idea = (name: string) => note(name, "Captures a single idea with its sources.");
    const { runtime, events } = await open(
      {},
      { ...vault, ...idea("a"), ...idea("b"), ...idea("c"), ...idea("d") },
    );
    const session = await runtime.session();
    const { inject, report } = await session.turn({
      messages: [user("capture a single idea and its sources")],
    });
    expect(report.matches.map(({ name, decision }) => `${decision} ${name}`)).toEqual([
      "load a",
      "load b",
      "load c",
    ]);
    expect(inject.map(({ kind, skill }) => `${kind} ${skill}`)).toEqual(["skill a", "skill b", "skill c"]);
    for (const { skill, text } of inject) {
      for (const part of ["Capture one idea.", "- One idea per note.", "- [ ] It has a title."])
        expect(text).toContain(part);
      expect(text).toContain(`# {{title}} of ${skill}`);
      expect(text).toMatch(
        /\[ \] It has a title\.\n[\s\S]*Whenever an idea[\s\S]*## History\n\nStarted in 2024\./,
      );
    }
    const reasons = events.flatMap((event) =>
      event.type === "skill.loaded" ? [event.payload.load_reason] : [],
    );
    expect(reasons).toEqual(["auto_suggested", "auto_suggested", "auto_suggested"]);
  });

  test("P1 I5 a message that matches nothing leaves the full catalog as it was", async () => {
    const { runtime } = await open();
    const session = await runtime.session();
    const before = await session.turn();
    const turn = await session.turn({ messages: [user("how warm is the sun")] });
    expect([turn.inject, turn.baseline]).toEqual([[], before.baseline]);
    for (const name of ["concept-note", "how-to", "meeting", "reading-list"])
      expect(turn.baseline).toContain(`- ${name}: `);
  });

  test("P1 M7 the next message is matched again, in the middle of the conversation", async () => {
    const { runtime } = await open();
    const session = await runtime.session();
    const first = user("numbered steps");
    expect((await session.turn({ messages: [first] })).inject).toMatchObject([{ skill: "how-to" }]);
    const messages = [first, user("now summarise the meetings")];
    expect((await session.turn({ messages })).inject).toMatchObject([{ skill: "meeting" }]);
  });

  test("P1 M2 what a trigger caught goes along with the skill", async () => {
    const { runtime } = await open();
    const session = await runtime.session();
    const { inject } = await session.turn({ messages: [user("create a concept note about Entropy")] });
    expect(inject).toMatchObject([{ skill: "concept-note", text: expect.stringContaining("Entropy") }]);
  });
});
