import { afterEach, expect, test } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../testing/workshop.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const skill = (name: string, description: string) => ({
  [`home/.agents/skills/${name}/SKILL.md`]: skillMd({ name, description }, "Do it.\n"),
});
const start = (tree: Record<string, string>) => {
  workshop = openWorkshop(tree);
  return workshop.start();
};

test("M5 what a word may also mean never counts more than the word itself", async () => {
  const runtime = await start({
    ...skill("changes", "Keeps the changelog of a project."),
    ...skill("diary", "Keeps the changelog of a diary."),
    ...skill("papers", "Sorts release papers."),
  });
  const { ranking } = await runtime.match("update the changelog", { ranking: 3 });
  const [first, , last] = ranking;
  expect(last?.name).toBe("papers");
  expect(last?.score ?? 0).toBeLessThan(0.7 * (first?.score ?? 0));
});

test("M5 only words that the user wrote speak against a skill, and only those are told", async () => {
  const runtime = await start({
    ...skill("pictures", "Sharpens a photo. Not for video or image formats."),
    ...skill("other", "Waters the plants."),
  });
  const reasonsFor = async (message: string) =>
    (await runtime.match(message, { ranking: 1 })).ranking[0]?.reasons.join("; ");
  expect(await reasonsFor("sharpen this photo")).not.toContain("against it");
  const told = await reasonsFor("sharpen a photo of the video");
  expect(told).toContain('against it: "video" in its exclusions');
  expect(told).not.toContain('"photo" in its exclusions');
});

test("M5 words of four letters are no misspellings", async () => {
  const tree = { ...skill("redis", "Caches values in Redis."), ...skill("other", "Waters the garden.") };
  workshop = openWorkshop(tree);
  const knows = { id: "k", dimensions: 4, knows: () => false, embed: () => [] };
  const runtime = await workshop.start({ embedders: [{ embedder: knows, weight: 0 }] });
  expect((await runtime.match("redo the fence", { ranking: 1 })).ranking).toEqual([]);
  expect((await runtime.match("gardn the fence", { ranking: 1 })).ranking[0]?.name).toBe("other");
});
