import { rmSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";
import type { FileTree } from "../../testing/write-tree.ts";

const SKILLS = "home/.agents/skills";
const skill = (name: string, body = `The body of ${name}.\n`) =>
  skillMd({ name, description: `Does ${name}. Use when asked.` }, body);
const tree: FileTree = {
  [`${SKILLS}/pdf/SKILL.md`]: skill("pdf"),
  [`${SKILLS}/review/SKILL.md`]: skill("review"),
};

async function open(files: FileTree = tree) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  return { ...workshop, runtime: await workshop.start() };
}

describe("what is announced", () => {
  test("I6 a conversation that began without skills hears of the first one, and how to use it", async () => {
    const { runtime, write } = await open({});
    const session = await runtime.session();
    expect((await session.turn()).baseline).toBe("");
    write({ [`${SKILLS}/pdf/SKILL.md`]: skill("pdf") });
    await runtime.reload();
    session.adopt();
    const { baseline, delta } = await session.turn();
    expect([baseline, delta]).toEqual(["", expect.stringContaining("- pdf: Does pdf.")]);
    expect(delta).toContain("call `skill_load`");
    expect((await session.turn()).delta).toBeUndefined();
    write({ [`${SKILLS}/review/SKILL.md`]: skill("review") });
    await runtime.reload();
    session.adopt();
    const { delta: second } = await session.turn();
    expect(second).toContain("- review: Does review.");
    expect(second).not.toContain("call `skill_load`");
  });

  test.each([
    "agentskills",
    "metis",
    "autopoiesis",
    "aios",
    "pisces",
  ])("I1 P1 %s: while locations are shown, the instructions name the file and no tool", async (profile) => {
    const { start } = await open();
    const runtime = await start({ profile, roots: ["../home/.agents/skills"] });
    const textOf = async (location: boolean) => (await (await runtime.session({ location })).turn()).baseline;
    const shown = await textOf(true);
    expect(shown).toContain("pdf/SKILL.md]: Does pdf.");
    expect(shown).toMatch(/[Rr]ead the SKILL\.md at (?:its|a skill's) location/);
    expect(shown).not.toMatch(/skill_load|load_skill|skill:\/\//);
    expect(await textOf(false)).toMatch(/skill_load|load_skill|skill:\/\//);
  });

  test("I1 I6 an announcement has the locations, too, if the catalogue has them", async () => {
    const { runtime, write, at } = await open({});
    const session = await runtime.session({ location: true });
    await session.turn();
    write({ [`${SKILLS}/pdf/SKILL.md`]: skill("pdf") });
    await runtime.reload();
    session.adopt();
    const { delta } = await session.turn();
    expect(delta).toContain(`- pdf [${at(`${SKILLS}/pdf/SKILL.md`)}]: Does pdf.`);
    expect(delta).toContain("read the SKILL.md at its location");
  });

  test("I1 a call before the first turn does not decide what the prompt says", async () => {
    const { runtime, write } = await open();
    const session = await runtime.session();
    await session.call("skill_search", { query: "" });
    write({ [`${SKILLS}/csv/SKILL.md`]: skill("csv") });
    await runtime.reload();
    session.adopt();
    const { baseline, delta } = await session.turn();
    expect(baseline).toContain("- csv: ");
    expect(delta).toBeUndefined();
  });
});

describe("pins", () => {
  test("I4 a pinned skill is described in full where the others lose words", async () => {
    const long = (name: string) => skillMd({ name, description: `Does ${name}${" and more".repeat(20)}.` });
    const names = Array.from({ length: 9 }, (_, at) => `skill-${at}`);
    const { runtime } = await open(
      Object.fromEntries(names.map((name) => [`${SKILLS}/${name}/SKILL.md`, long(name)])),
    );
    const full = `- skill-7: Does skill-7${" and more".repeat(20)}.`;
    const baselineOf = async (pins: readonly string[]) =>
      (await (await runtime.session({ catalogBudget: 250, pins })).turn()).baseline;
    expect(await baselineOf([])).not.toContain(full);
    expect(await baselineOf(["skill-7"])).toContain(full);
  });
});

describe("bodies in the prompt", () => {
  test("S2 D8 a pointer to one names the version and the size that the prompt has, also after an edit", async () => {
    const { runtime, write } = await open();
    const session = await runtime.session({ preload: ["pdf"], bodies: "on-load" });
    const pointer = async () => (await session.call("skill_load", { name: "pdf" })).metadata;
    const before = await pointer();
    expect(before).toMatchObject({ already_preloaded: true });
    write({ [`${SKILLS}/pdf/SKILL.md`]: skill("pdf", "Another body, which is a good deal longer.\n") });
    await session.compacted();
    const { baseline } = await session.turn();
    expect(baseline).toContain("Another body");
    const after = await pointer();
    expect(after).toMatchObject({ already_preloaded: true });
    expect(after.skill_version).not.toBe(before.skill_version);
    expect(after.load_size_tokens).toBe(10);
  });

  test("I3 I8 R6 they are restored after a restart and a compaction, and are not announced again", async () => {
    const { runtime, events } = await open();
    const session = await runtime.session({ preload: ["pdf"] });
    await session.turn();
    const restored = await runtime.session({
      preload: ["pdf"],
      restore: JSON.parse(JSON.stringify(session)),
    });
    await restored.compacted();
    expect((await restored.turn()).baseline).toContain("The body of pdf.");
    expect(events.filter(({ type }) => type === "skill.loaded")).toHaveLength(1);
  });

  test("I3 I8 a compaction writes them as they are then, and leaves out what is gone", async () => {
    const { runtime, write, at } = await open();
    const session = await runtime.session({ preload: ["pdf", "review"] });
    await session.turn();
    write({ [`${SKILLS}/pdf/SKILL.md`]: skill("pdf", "Second edition.\n") });
    rmSync(at(`${SKILLS}/review`), { recursive: true });
    await session.compacted();
    const { baseline } = await session.turn();
    expect(baseline).toContain("Second edition.");
    expect(baseline).not.toContain("The body of review.");
  });

  test("I3 R6 a restored prompt takes no further body in, so nothing points to one that is not there", async () => {
    const { runtime } = await open();
    const session = await runtime.session();
    const { baseline } = await session.turn();
    const restored = await runtime.session({
      preload: ["pdf"],
      restore: JSON.parse(JSON.stringify(session)),
    });
    expect((await restored.turn()).baseline).toBe(baseline);
    expect((await restored.call("skill_load", { name: "pdf" })).text).toContain("The body of pdf.");
  });

  test("I3 R6 padding never brings in a pinned skill that a child may not see", async () => {
    const { runtime } = await open();
    const session = await runtime.session({ pins: ["pdf"], padTo: 10_000 });
    expect((await session.turn()).baseline).toContain("The body of pdf.");
    expect((await session.fork({ skills: ["review"] }).turn()).baseline).not.toContain("The body of pdf.");
  });
});

describe("a session that continues", () => {
  test("R6 keeps its list of skills when the host does not give it again", async () => {
    const { runtime } = await open();
    const session = await runtime.session({ skills: ["review"] });
    await session.turn();
    const restored = await runtime.session({ restore: JSON.parse(JSON.stringify(session)) });
    expect((await restored.call("skill_load", { name: "pdf" })).isError).toBe(true);
    expect((await restored.call("skill_load", { name: "review" })).isError).toBe(false);
  });

  test("I8 S2 a body that changed before a compaction is given by it once, not again by the next load", async () => {
    const { runtime, write } = await open();
    const session = await runtime.session();
    await session.call("skill_load", { name: "pdf" });
    write({ [`${SKILLS}/pdf/SKILL.md`]: skill("pdf", "Second edition.\n") });
    expect(await session.compacted()).toMatchObject([{ text: expect.stringContaining("Second edition.") }]);
    expect((await session.call("skill_load", { name: "pdf" })).metadata.already_loaded).toBe(true);
  });

  test("I8 a skill that is gone is no longer active after a compaction", async () => {
    const { runtime, at } = await open();
    const session = await runtime.session();
    await session.call("skill_load", { name: "pdf" });
    rmSync(at(`${SKILLS}/pdf`), { recursive: true });
    await runtime.reload();
    session.adopt();
    await session.compacted();
    expect((await session.turn()).report.active).toEqual([]);
  });
});
