import { expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";

const BODY = "Write one idea per note, with a title and its sources. ".repeat(4);
const vault = {
  "work/skills/ideas/SKILL.md": skillMd(
    { name: "ideas", description: "Captures a single idea.", triggers: ["capture this idea"] },
    BODY,
  ),
};

async function say(injectBudget: number) {
  const workshop = openWorkshop(vault);
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ profile: "aios" });
  const session = await runtime.session({ injectBudget });
  return session.turn({ messages: [{ role: "user", content: "capture this idea" }] });
}

test.each([
  [5, 'the skill "ideas" was left out: its ', 0],
  [40, 'the skill "ideas" was given by name only: its ', 1],
])("I4 with %d tokens per turn the note says what happened: %s", async (budget, note, injected) => {
  const { inject, report } = await say(budget);
  expect(inject).toHaveLength(injected);
  expect(inject.every(({ text }) => text.includes("- ideas ("))).toBe(true);
  expect(report.notes).toEqual([expect.stringContaining(note)]);
  expect(report.notes[0]).toContain(`of the ${budget} tokens per turn`);
});

test("I4 with enough tokens nothing is noted", async () => {
  const { inject, report } = await say(4_000);
  expect([inject.map(({ kind }) => kind), report.notes]).toEqual([["skill"], []]);
});
