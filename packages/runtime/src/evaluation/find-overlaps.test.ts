import { afterEach, describe, expect, test } from "vitest";
import type { Embedder } from "../ports.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import { nearCandidates } from "./near-candidates.ts";
import { phraseKey, phrasesOf, spokenPhrase, withoutPhrases } from "./phrases.ts";
import { rarities, skillWords } from "./skill-words.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const skill = (name: string, description: string, more: Record<string, unknown> = {}) => ({
  [`home/.agents/skills/${name}/SKILL.md`]: skillMd({ name, description, ...more }),
});

const near = {
  ...skill("pdf-join", "Joins PDF files into one document. Use when several PDFs should become one."),
  ...skill("pdf-merge", "Merges PDF files into one document. Use when several PDFs should become one."),
  ...skill("invoices", "Writes invoices for customers.", { triggers: ["send {customer} a bill"] }),
  ...skill("reminders", "Reminds debtors of what they owe.", { triggers: ["Send {who} a bill!"] }),
  ...skill("weather", "Tells the weather. Use for “will it rain in Oslo today” and the like."),
  ...skill("umbrellas", "Sells umbrellas for days with rain in Oslo."),
};

function open(tree: Record<string, string>) {
  workshop = openWorkshop(tree);
  return workshop;
}

/** Counts letters, so that like texts are near. */
function letters(more: Partial<Embedder> = {}): Embedder {
  const embed = (text: string) => {
    const counts = new Float32Array(26);
    for (const letter of text.toLowerCase().replaceAll(/[^a-z]/g, "")) {
      const at = letter.charCodeAt(0) - 97;
      counts[at] = (counts[at] ?? 0) + 1;
    }
    const length = Math.hypot(...counts) || 1;
    return counts.map((count) => count / length);
  };
  return { id: "letters", dimensions: 26, embed: (texts) => texts.map(embed), ...more };
}

describe("skills that are too similar", () => {
  test("M9 are those with nearly the same description, with their distinguishing words", async () => {
    const { pairs } = await (await open(near).start()).overlaps();
    expect(pairs[0]).toMatchObject({
      a: "pdf-join",
      b: "pdf-merge",
      onlyA: ["join"],
      onlyB: ["merge"],
      shared: expect.arrayContaining(["pdf", "document"]),
      reasons: ["their descriptions have nearly the same words"],
    });
    expect(pairs[0]?.similarity).toBeGreaterThan(0.6);
  });

  test("M9 are those that claim the same phrase, whatever the names of its variables", async () => {
    const { pairs } = await (await open(near).start()).overlaps();
    expect(pairs.slice(1)).toMatchObject([
      { a: "invoices", b: "reminders", reasons: ['both claim "Send {who} a bill!"'] },
    ]);
  });

  test("M9 a phrase is the same phrase, whatever is hidden in it", async () => {
    const tree = {
      ...skill("invoices", "Writes invoices for customers.", { triggers: ["send a bill"] }),
      ...skill("reminders", "Reminds debtors of what they owe.", { triggers: ["se\u00adnd a bill\u200b"] }),
    };
    expect((await (await open(tree).start()).overlaps()).pairs).toMatchObject([
      { a: "invoices", b: "reminders" },
    ]);
  });

  test("M9 are reported by number if there are too many copies to pair them all", async () => {
    const copies = (count: number) =>
      Object.assign(
        {},
        ...Array.from({ length: count }, (_, at) => skill(`note-${at}`, "Writes notes about daily work.")),
      );
    const many = await (await open(copies(20)).start()).overlaps();
    expect(many.notes).toEqual([
      "4 skills are too similar to more than 15 others; only the 16 nearest pairs of each are listed",
    ]);
    expect(many.pairs.length).toBeLessThan((20 * 19) / 2);
    workshop?.close();
    const few = await (await open(copies(10)).start()).overlaps();
    expect([few.notes, few.pairs.length]).toEqual([[], (10 * 9) / 2]);
  });

  test("M9 are found by meaning where there is an embedder, by words where it does not answer", async () => {
    const found = await (await open(near).start({ embedders: [letters()] })).overlaps({ min: 0.97 });
    expect(found.pairs[0]).toMatchObject({
      a: "pdf-join",
      b: "pdf-merge",
      reasons: ["their descriptions mean nearly the same"],
    });
    workshop?.close();
    const down = letters({
      embed: () => {
        throw new Error("gone");
      },
    });
    const report = await (await open(near).start({ embedders: [down] })).overlaps();
    expect(report.pairs[0]).toMatchObject({ a: "pdf-join", b: "pdf-merge" });
    expect(report.notes).toEqual(["the embedder letters did not answer: gone"]);
  });

  test("M9 hidden skills are ignored", async () => {
    const runtime = await open(near).start({ overrides: { "pdf-join": "off", reminders: "user-only" } });
    expect((await runtime.overlaps()).pairs).toEqual([]);
  });

  test("M9 a skill whose phrases are not held out is indexed once for all trials", async () => {
    const texts: string[] = [];
    const counting = letters({
      embed: (given, kind) => {
        texts.push(...given);
        return letters().embed(given, kind);
      },
    });
    const two = skill("bills", "Writes bills.", { triggers: ["send a bill now", "write me one bill"] });
    const runtime = await open({ ...near, ...two }).start({ embedders: [counting] });
    const { recall } = await runtime.overlaps();
    expect(recall.asked).toBeGreaterThan(1);
    expect(texts.filter((text) => text.startsWith("umbrellas. "))).toHaveLength(1);
    expect(texts.filter((text) => text.startsWith("bills. "))).toHaveLength(2);
  });

  test("M9 a skill's own phrase is matched without it, and the skill that matches better is reported", async () => {
    const { stolen, recall } = await (await open(near).start()).overlaps();
    expect(stolen).toContainEqual({
      skill: "weather",
      phrase: "will it rain in Oslo today",
      by: "umbrellas",
      place: null,
    });
    expect(recall).toMatchObject({ phrases: 3, asked: 3 });
    expect(recall.r1).toBeLessThan(1);
  });

  test("M9 a phrase that a skill has twice is asked once, without either", async () => {
    const { stolen, recall } = await (
      await open({
        ...skill("notes", 'Keeps things. Use for "what did we agree on".', {
          triggers: ["What did we agree on?"],
        }),
        ...skill("law", "Drafts what parties agree."),
      }).start()
    ).overlaps();
    expect(recall).toEqual({ phrases: 1, asked: 1, r1: 0, r5: 0 });
    expect(stolen).toEqual([{ skill: "notes", phrase: "What did we agree on?", by: "law", place: null }]);
  });

  test("M9 an embedder that takes all for the same is not believed", async () => {
    const same = letters({ embed: (texts) => texts.map(() => new Float32Array(26).fill(1 / Math.sqrt(26))) });
    const { pairs } = await (
      await open({ ...near, ...skill("kites", "Flies kites.") }).start({
        embedders: [same],
        overrides: { umbrellas: "off" },
      })
    ).overlaps();
    expect(pairs.map(({ a, b }) => `${a} ${b}`)).toEqual(["invoices reminders", "pdf-join pdf-merge"]);
  });

  test("M9 looking for them leaves no trace in the index of the matcher", async () => {
    const { start, at } = open(near);
    const runtime = await start({ cache: at("cache") });
    await runtime.match("join pdf files");
    const { readdirSync, readFileSync } = await import("node:fs");
    const stored = () =>
      readdirSync(at("cache"), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => readFileSync(`${parentPath}/${name}`).toString("base64"));
    const before = stored();
    await runtime.overlaps();
    expect(stored()).toEqual(before);
  });

  test("M9 the work for each skill is bounded, however many share its words", () => {
    const words = Array.from({ length: 5_000 }, (_, at) =>
      skillWords({ name: `note-${at}`, description: "Writes a note of the usual kind." }),
    );
    const candidates = [...nearCandidates(words, rarities(words))];
    expect(Math.max(...candidates.map(({ length }) => length))).toBe(16);
    expect(candidates.flat().length).toBeLessThanOrEqual(16 * 5_000);
  });
});

test("M9 the candidates for a skill are the earlier ones that share the most with it, the first of equal ones", () => {
  const pick = (row: number, step: number) => `word${(row * step) % 23}`;
  const words = Array.from({ length: 120 }, (_, row) =>
    skillWords({ name: "note", description: [3, 5, 7, 11].map((step) => pick(row, step)).join(" ") }),
  );
  const rarity = rarities(words);
  for (const [row, candidates] of [...nearCandidates(words, rarity)].entries()) {
    const scores = words.slice(0, row).map((other, at) => {
      const shared = [...(words[row]?.keys() ?? [])].filter((term) => other.has(term));
      return { at, score: shared.reduce((sum, term) => sum + rarity(term), 0) };
    });
    const best = scores.sort((a, b) => b.score - a.score || a.at - b.at).slice(0, 16);
    expect(candidates).toEqual(best.map(({ at }) => at));
  }
});

describe("phrases that a skill claims", () => {
  const [weather, description] = ["weather", 'Says "will it rain" and "is it cold out" in “so many words”.'];

  test("M9 are its triggers and what it has in quotes, and can be taken out", async () => {
    const { start } = open(skill(weather, description, { triggers: ["rain (today|tomorrow)", "snow"] }));
    const found = (await start()).library.get(weather);
    if (found === undefined) throw new Error("the skill is missing");
    const phrases = phrasesOf(found);
    expect(phrases.map(({ phrase }) => phrase)).toEqual([
      "rain (today|tomorrow)",
      "snow",
      "will it rain",
      "is it cold out",
      "so many words",
    ]);
    const rest = withoutPhrases(
      found,
      phrases.filter((_, at) => at % 2 === 0),
    );
    expect(rest.fields.triggers).toEqual(["snow"]);
    expect(rest.description).toBe('Says   and "is it cold out" in  .');
    expect(withoutPhrases(found, [])).toBe(found);
  });

  test.each([
    ["send {customer} an invoice [please]", "send an invoice"],
    ["(open|show) the (log)", "open the log"],
    ["{x}", ""],
  ])("M9 %j is said as %j", (phrase, spoken) => {
    expect(spokenPhrase(phrase)).toBe(spoken);
  });

  test("M9 are the same whatever their case, signs and names of variables", () => {
    expect(phraseKey("Send {who} a bill!")).toBe(phraseKey("send {customer} a  bill"));
    expect(phraseKey("send {who} a bill")).not.toBe(phraseKey("send a bill"));
  });
});
