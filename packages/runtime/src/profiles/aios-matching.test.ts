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

async function open(options: NodeRuntimeOptions = {}) {
  const workshop = openWorkshop(vault);
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
      { name: "concept-note", decision: "load", score: 1, variables: { concept: "Maxwell's Demon" } },
    ]);
    expect(matches[0]?.reasons[0]).toContain('the trigger "create a concept note about {concept}"');
  });

  test("P1 M3 without a trigger, half of the message's keywords must be in the description", async () => {
    const { runtime } = await open();
    const names = async (message: string) => (await runtime.match(message)).matches.map(({ name }) => name);
    expect(await names("numbered steps for baking bread")).toEqual(["how-to"]);
    expect(await names("steps for baking sourdough bread")).toEqual([]);
    expect(await names("what is it that you can do")).toEqual([]);
  });

  test("P1 M3 M9 an evaluation counts exactly what a session of this profile loads", async () => {
    const { runtime } = await open();
    const queries = ["procedure", "pizza", "books and papers", "concept note", "the vault", "secret steps"];
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
    expect(loaded.map((found) => found.length)).toEqual([1, 0, 1, 1, 3, 1]);
  });

  test("P1 M3 every match says which keywords it is made of", async () => {
    const { runtime } = await open();
    const [match] = (await runtime.match("a list of books")).matches;
    expect(match).toMatchObject({ name: "reading-list", decision: "load", score: 1 });
    const weighed = await runtime.match("a list of books", { mode: "auto" });
    expect(weighed.matches).toMatchObject([{ name: "reading-list", decision: "suggest" }]);
    expect(match?.reasons).toEqual(["the description has 2 of the message's 2 keywords: list, book"]);
  });

  test("P1 M4 with an embedder the meaning decides; when it does not answer, the keywords do", async () => {
    const message = "a recipe";
    expect((await (await open()).runtime.match(message)).matches).toEqual([]);
    const { runtime } = await open({ embedders: [procedures()] });
    expect((await runtime.match(message)).matches).toMatchObject([
      { name: "how-to", reasons: ["the description is similar in meaning to the message (1.00)"] },
    ]);
    const silent = procedures({
      embed: () => {
        throw new Error("down");
      },
    });
    const { runtime: without } = await open({ embedders: [silent] });
    expect((await without.match("numbered steps")).matches).toMatchObject([{ name: "how-to" }]);
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

describe("two-phase loading: the variation from the canonical pattern", () => {
  test("P1 I5 the top three are loaded at once, each as purpose, guidelines, template, checklist and the rest of its body", async () => {
    const { runtime, events } = await open();
    const session = await runtime.session();
    const { inject, report } = await session.turn({ messages: [user("something for the vault")] });
    expect(report.matches.map(({ name, decision }) => `${decision} ${name}`)).toEqual([
      "load concept-note",
      "load how-to",
      "load meeting",
    ]);
    expect(inject.map(({ kind, skill }) => `${kind} ${skill}`)).toEqual([
      "skill concept-note",
      "skill how-to",
      "skill meeting",
    ]);
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
