import { describe, expect, onTestFinished, test } from "vitest";
import type { KnowhowEvent } from "../../events.ts";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";

const SKILLS = "home/.agents/skills";
const loads = (events: readonly KnowhowEvent[]) =>
  events.flatMap((event) => (event.type === "skill.loaded" ? [event.payload] : []));

async function open() {
  const workshop = openWorkshop({
    [`${SKILLS}/ts/SKILL.md`]: skillMd(
      { name: "ts", description: "TypeScript.", globs: ["*.ts", "!*.test.ts"] },
      "Types first.\n",
    ),
    [`${SKILLS}/tone/SKILL.md`]: skillMd(
      { name: "tone", description: "Tone.", alwaysApply: true },
      "Be kind.\n",
    ),
  });
  onTestFinished(workshop.close);
  return { ...workshop, session: await (await workshop.start()).session() };
}

describe("skills that apply automatically", () => {
  test("M8 a skill that always applies is there from the first turn on, once", async () => {
    const { session, events } = await open();
    expect((await session.turn()).inject).toMatchObject([
      { skill: "tone", text: expect.stringContaining("Be kind.") },
    ]);
    expect((await session.turn()).inject).toEqual([]);
    expect(loads(events)).toMatchObject([{ skill_id: "tone", load_reason: "always" }]);
  });

  test("M8 a skill with globs comes when a file in play matches", async () => {
    const { session } = await open();
    const skillsFor = async (...files: readonly string[]) =>
      (await session.turn({ files })).inject.map(({ skill }) => skill);
    expect(await skillsFor("README.md")).toEqual(["tone"]);
    expect(await skillsFor("src/app.test.ts")).toEqual([]);
    expect(await skillsFor("src/app.ts")).toEqual(["ts"]);
    expect(await skillsFor("src/app.ts")).toEqual([]);
  });

  test("M8 I8 when its body was lost in a compaction, it comes again", async () => {
    const { session } = await open();
    await session.turn();
    expect(await session.compacted({ keepTokens: 0 })).toEqual([]);
    expect((await session.turn()).inject.map(({ skill }) => skill)).toEqual(["tone"]);
  });
});
