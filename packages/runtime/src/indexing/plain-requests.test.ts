import { afterEach, describe, expect, test } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const skill = (name: string, description: string, more: Record<string, unknown> = {}) => ({
  [`home/.agents/skills/${name}/SKILL.md`]: skillMd({ name, description, ...more }, "Do it.\n"),
});

function open(more: Record<string, string> = {}): Workshop {
  workshop = openWorkshop({
    ...skill("git-commit", "Writes commit messages in our style."),
    ...skill("slides", "Makes slides for talks.", { triggers: ["make slides"] }),
    ...skill("find-duplicates", "Finds duplicate files."),
    ...skill("terraform-plan", "Explains what a plan would change."),
    ...skill("code-review", "Reviews source files for bugs."),
    ...skill("invoice-maker", "Makes an invoice."),
    ...skill("onward", "Takes the next step of a plan.", { triggers: ["continue", "what now"] }),
    ...skill("help", "Shows what the agent can do."),
    ...more,
  });
  return workshop;
}

describe("short plain requests", () => {
  test.each([
    ["git commit", "git-commit", "load"],
    ["find duplicates", "find-duplicates", "load"],
    ["terraform plan", "terraform-plan", "load"],
    ["make slides", "slides", "load"],
    ["# make slides", "slides", "load"],
    ["> make slides for me", "slides", "load"],
    ["make slides;", "slides", "load"],
    ["help", "help", "load"],
  ])("M1 M2 names and phrases are found in %j", async (message, name, decision) => {
    const { matches } = await (await open().start()).match(message);
    expect(matches[0]).toMatchObject({ name, decision });
  });

  test.each([
    ["review: auth.ts", "code-review"],
    ["Task: review", "code-review"],
    ["- review: src/a.ts", "code-review"],
    ["make invoice", "invoice-maker"],
  ])("M5 the words of %j are weighed", async (message, name) => {
    const { ranking, judgement } = await (await open().start()).match(message, { ranking: 1 });
    expect(ranking[0]?.name).toBe(name);
    expect(judgement?.chance).toBeGreaterThan(0);
  });

  test.each([
    ["continue", "onward"],
    ["what now", "onward"],
    ["make slides for me; // draft", "slides"],
  ])("M2 a declared phrase is found in small talk and in code: %j", async (message, name) => {
    const { matches } = await (await open().start()).match(message);
    expect(matches[0]).toMatchObject({ name, decision: "load" });
  });

  test("M2 a phrase that is a small part of pasted code decides nothing", async () => {
    const code =
      "```sh\ncd repo && npm ci\nnode scripts/make slides --out dist --theme dark --pages 10 --quiet\n```";
    const { matches } = await (await open().start()).match(code);
    expect(matches).toEqual([]);
  });
});

describe("phrases that a description mentions", () => {
  const quoted = () =>
    open({
      ...skill("weekly", 'Sums up a week. Use when the user says "what did we ship" or "wrap up friday".'),
      ...skill("hetong", "审查合同条款。触发词：看看这份合同、合同风险"),
      ...skill("never", 'Plans the year. Not for "what did we ship".'),
    });

  test.each([
    ["what did we ship", "weekly"],
    ["hey, wrap up friday please", "weekly"],
    ["帮我看看这份合同", "hetong"],
  ])("M5 are evidence for %j and named as a reason", async (message, name) => {
    const { ranking } = await (await quoted().start()).match(message, { ranking: 1 });
    expect(ranking[0]?.name).toBe(name);
    expect(ranking[0]?.reasons[0]).toMatch(/^the phrase "/);
  });

  test("M5 do not count if the description excludes them", async () => {
    const { ranking } = await (await quoted().start()).match("what did we ship", { ranking: 5 });
    const never = ranking.find(({ name }) => name === "never");
    expect(never?.reasons.some((reason) => reason.startsWith("the phrase")) ?? false).toBe(false);
  });
});

describe("chances and thresholds", () => {
  test("M5 an answer tells the chance and the lead of the nearest skill and what they must reach", async () => {
    const runtime = await open().start();
    const { judgement } = await runtime.match("please look at my source files and find bugs");
    expect(judgement).toMatchObject({ chance: expect.any(Number), lead: expect.any(Number) });
    expect(judgement?.thresholds.load).toBeGreaterThan(judgement?.thresholds.suggest ?? 1);
  });

  test("M5 a host can trade silence for recall", async () => {
    const runtime = await open().start();
    const message = "the plan of my holiday";
    const decisions = async (thresholds: { suggest: number; load: number; lead: number }) =>
      (await runtime.match(message, { thresholds })).matches[0]?.decision;
    expect(await decisions({ suggest: 1, load: 1, lead: 0 })).toBeUndefined();
    expect(await decisions({ suggest: 0, load: 1, lead: 0 })).toBe("suggest");
    expect(await decisions({ suggest: 0, load: 0, lead: 9 })).toBe("suggest");
    expect(await decisions({ suggest: 0, load: 0, lead: 0 })).toBe("load");
  });

  test("M5 thresholds that are no shares are refused", async () => {
    const runtime = await open().start();
    await expect(runtime.match("x", { thresholds: { suggest: 2 } })).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
  });
});
