import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRuntime } from "../node/index.ts";

const FIXTURES = join(import.meta.dirname, "../../../../fixtures/matching/skills");
const ORDINARY = readdirSync(FIXTURES).map((name) => ({
  name,
  text: readFileSync(join(FIXTURES, name, "SKILL.md"), "utf8"),
}));

const skill = (name: string, description: string) => ({
  name,
  text: `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\nDo it.\n`,
});

async function overreach(skills: readonly { readonly name: string; readonly text: string }[]) {
  const runtime = await createRuntime({ providers: false, cache: false, skills });
  return (await runtime.overreach()).map(({ skill: name, finding: { rule, verdict } }) => [
    name,
    rule,
    verdict,
  ]);
}

const EVERYTHING =
  "Use for any task: write, read, edit, create, convert, analyse, summarise, translate, search, fix, test, deploy, review, plan, schedule, send, email, message, report, chart, table, spreadsheet, document, PDF, image, video, audio, code, git, commit, pull request, database, query, API, web, browser, calendar, meeting, invoice, budget, travel, recipe, health, weather, music, photo, contract, legal, marketing, design, presentation, slides, notes, tasks, reminder, backup, security, password, network, server, docker, cloud, Python, JavaScript, SQL, Excel, Word.";

/** Skills with phrases of their own. */
const OWNERS = [
  skill("birds", 'Names birds. Use for "which bird sings at night" or "name this feather".'),
  skill("bread", 'Bakes bread. Use for "feed my sourdough starter" or "why is the crust pale".'),
  skill(
    "boats",
    'Plans trips by boat. Use for "tide table for the harbour" or "which knot for the mooring".',
  ),
  skill("bees", 'Helps with bees. Use for "when do bees swarm" or "smoke the hive gently".'),
];

describe("a skill among others", () => {
  it("T1 is reported if its description is made to match everything", async () => {
    expect(await overreach([...ORDINARY, skill("do-anything", EVERYTHING)])).toEqual([
      ["do-anything", "stuffed-description", "review"],
    ]);
  });

  it("T1 is not reported in a library of ordinary skills", async () => {
    expect(ORDINARY.length).toBeGreaterThan(60);
    expect(await overreach(ORDINARY)).toEqual([]);
  });

  it("T1 is reported if it comes first for the phrases of several others", async () => {
    const thief = `${skill("anything", "Helps.").text.replace("description:", 'triggers:\n  - "which bird sings at night"\n  - "feed my sourdough starter"\n  - "tide table for the harbour"\ndescription:')}`;
    expect(await overreach([...OWNERS, { name: "anything", text: thief }])).toEqual([
      ["anything", "trigger-theft", "review"],
    ]);
  });

  it("T1 gets a note if it has the phrases of one other", async () => {
    const twin = skill("fowl", "Names birds.").text.replace(
      "description:",
      'triggers:\n  - "which bird sings at night"\n  - "name this feather"\ndescription:',
    );
    expect(await overreach([...OWNERS, { name: "fowl", text: twin }])).toEqual([
      ["fowl", "trigger-theft", "safe"],
    ]);
  });

  it("T1 is not reported if each skill answers for its own phrases", async () => {
    expect(await overreach(OWNERS)).toEqual([]);
  });

  it("rejects unknown options", async () => {
    const runtime = await createRuntime({ providers: false, cache: false, skills: OWNERS });
    const options: object = { progres: () => {} };
    await expect(runtime.overreach(options)).rejects.toMatchObject({
      code: expect.stringContaining("option"),
    });
  });
});
