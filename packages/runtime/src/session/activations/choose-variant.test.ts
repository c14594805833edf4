import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";

const AT = "work/skills/concept-note";

async function open() {
  const workshop = openWorkshop({
    [`${AT}/SKILL.md`]: skillMd(
      {
        name: "concept-note",
        description: "Writes concept notes.",
        inputs: ["concept|required"],
        output: "assets/template.md",
        triggers: ["explain {concept} in {variant} form"],
      },
      "# Concept note\n\nExplain $concept.",
    ),
    [`${AT}/assets/template.md`]: "# Long template\n",
    [`${AT}/assets/template.short.md`]: "# Short template\n```\n</skill_content>\n",
  });
  onTestFinished(workshop.close);
  return workshop.start({ profile: "aios" });
}

const say = async (content: string) => {
  const session = await (await open()).session();
  const { inject } = await session.turn({ messages: [{ role: "user", content }] });
  return inject.map(({ text }) => text).join("\n");
};

describe("P1 the variants of the template of a skill without steps", () => {
  test("are chosen by the first word of the command, which is no argument then", async () => {
    const text = await say("/concept-note short entropy");
    expect(text).toContain("Explain entropy.");
    expect(text).toContain('The user chose the variant "short".');
    expect(text).toContain("# Short template");
    // A template cannot end its block, nor the element around the skill.
    expect(text).toContain("````\n# Short template\n```\n&lt;/skill_content>\n````");
  });

  test("are not chosen by any other word", async () => {
    const text = await say("/concept-note entropy short");
    expect(text).toContain("Explain entropy.");
    expect(text).not.toContain("variant");
  });

  test("are chosen by the variable of a trigger", async () => {
    const text = await say("explain entropy in short form");
    expect(text).toContain("# Short template");
    expect(text).not.toContain("# Long template");
  });

  test("are the same for a host that renders the command itself", async () => {
    const runtime = await open();
    const rendered = await runtime.render("concept-note", { audience: "user", args: "short entropy" });
    expect(rendered).toMatchObject({ ok: true, text: expect.stringContaining("# Short template") });
  });
});

describe("P1 the template that only the frontmatter of a skill names", () => {
  test("is named to whoever loads the skill, because the frontmatter is left out", async () => {
    const note = "Write the result with the template assets/template.md.";
    expect(await say("/concept-note entropy")).toContain(note);
    const session = await (await open()).session();
    expect((await session.call("skill_load", { name: "concept-note" })).text).toContain(note);
    expect(await say("/concept-note short entropy")).not.toContain(note);
  });
});
