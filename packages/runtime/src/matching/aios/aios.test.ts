import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Embedder } from "../../ports.ts";
import type { AiosMatch, SearchableSkill } from "./aios-match.ts";
import { findByDescription } from "./find-by-description.ts";
import { findByDescriptionAsync } from "./find-by-description-async.ts";
import { findByTrigger, triggersOf } from "./find-by-trigger.ts";

const skill = (name: string, description: string, ...triggers: readonly string[]): SearchableSkill => ({
  name,
  description,
  fields: { triggers },
});

const NOTES = [
  skill(
    "concept-note",
    "Captures a single idea with a definition and examples.",
    "create a concept note",
    "explain {concept}",
  ),
  skill("daily-note", "Writes the note of a day: plans, events, thoughts.", "start my day", "daily note"),
  skill(
    "decision-log",
    "Records a decision with its reasons and alternatives.",
    "log the decision to {decision}",
  ),
  skill(
    "meeting-note",
    "Writes minutes of a meeting with people and actions.",
    "meeting with {person} about {topic}",
  ),
  skill("how-to", "Writes steps that show how a thing is done.", "how to {task}"),
  skill("weekly-review", "Reviews the tasks and notes of a week and plans the next.", "review my week"),
];

const names = (matches: readonly AiosMatch<SearchableSkill>[]) => matches.map((match) => match.skill.name);

describe("trigger phrase match", () => {
  it("M2 the article's phrases: one without and one with a variable", () => {
    expect(findByTrigger("Please create a concept note", NOTES)).toMatchObject([
      { skill: { name: "concept-note" }, method: "trigger", score: 1, variables: {} },
    ]);
    expect(findByTrigger("explain Entropy", NOTES)).toMatchObject([
      {
        skill: { name: "concept-note" },
        variables: { concept: "Entropy" },
        reasons: ['the message contains the trigger "explain {concept}", where concept is "Entropy"'],
      },
    ]);
  });

  it("M2 several variables become several inputs", () => {
    const [match] = findByTrigger("I had a meeting with Ann Lee about the Budget 2027. It went well.", NOTES);
    expect(match?.variables).toEqual({ person: "Ann Lee", topic: "the Budget 2027" });
  });

  it("M2 at most three, best first, and nothing where nothing fits", () => {
    const many = Array.from({ length: 9 }, (_, at) =>
      skill(`s${at}`, "x", at === 7 ? "make a big plan" : "plan {x}"),
    );
    expect(names(findByTrigger("make a big plan for the week", many))).toEqual(["s7", "s0", "s1"]);
    expect(findByTrigger("make a big plan for the week", many, { limit: 9 })).toHaveLength(9);
    expect(findByTrigger("thanks, continue", NOTES)).toEqual([]);
    expect(findByTrigger("create a concept note", [{ name: "bare", description: "no fields" }])).toEqual([]);
  });

  it.each([
    "don't explain entropy",
    "Please don’t explain entropy",
    "do not explain entropy",
    "you don't need to explain entropy",
    "never explain entropy again",
    "don't create a concept note",
    "别 explain entropy",
  ])("M2 a prohibition does not fire: %j", (message) => {
    expect(findByTrigger(message, NOTES)).toEqual([]);
  });

  it.each([
    ["why don't you explain entropy", "entropy"],
    ["why not explain entropy", "entropy"],
    ["don't forget to explain entropy", "entropy"],
    ["I do not get it. Explain entropy", "entropy"],
    ["I can't follow, explain entropy", "entropy"],
    ["don't explain entropy, explain heat", "heat"],
    ['explain "quantum field theory" to me please', "quantum field theory"],
    ["explain “quantum field theory”, please", "quantum field theory"],
    ["explain 'entropy' for us", "entropy"],
    ["explain quantum field theory to me, thanks", "quantum field theory"],
    ["explain what happened to me", "what happened to me"],
    ["explain the mail addressed to us", "the mail addressed to us"],
    ["explain\nentropy", "entropy"],
    ["explain\r\n  entropy\nand more", "entropy"],
    ["explain entropy\nand more", "entropy"],
  ])("M2 the value of %j is %j", (message, concept) => {
    expect(findByTrigger(message, NOTES)).toMatchObject([
      { skill: { name: "concept-note" }, variables: { concept } },
    ]);
  });

  it("M2 a long value is complete, and shortened only in the reason", () => {
    const concept = "entropy and ".repeat(20).trim();
    const [match] = findByTrigger(`explain ${concept}`, NOTES);
    expect(match?.variables).toEqual({ concept });
    expect(match?.reasons[0]).toContain(`where concept is "${concept.slice(0, 80)}…"`);
  });

  it("M2 a new paragraph or sentence is not the value", () => {
    for (const message of ["explain\n\nentropy", "explain. Entropy", "explain"])
      expect(findByTrigger(message, NOTES)).toEqual([]);
  });

  it("M2 an index made before gives the same", () => {
    const index = triggersOf(NOTES);
    const message = "review my week, then explain it";
    expect(findByTrigger(message, NOTES, { index })).toEqual(findByTrigger(message, NOTES));
  });
});

describe("keyword match", () => {
  it("M3 half of the query's keywords must be in the description; stop words do not count", () => {
    expect(findByDescription("please write the minutes of this meeting for me", NOTES)).toEqual([
      {
        skill: NOTES[3],
        method: "keyword",
        score: 1,
        reasons: ["the description has 3 of the message's 3 keywords: write, minute, meeting"],
      },
    ]);
    expect(findByDescription("a decision", NOTES).map(({ score }) => score)).toEqual([1]);
    expect(names(findByDescription("record decision lunch", NOTES))).toEqual(["decision-log"]);
    expect(findByDescription("decision lunch pizza", NOTES)).toEqual([]);
  });

  it("M3 exactly half is enough, less is a miss", () => {
    expect(findByDescription("decision pizza", NOTES)).toMatchObject([{ score: 0.5 }]);
    expect(findByDescription("decision pizza pasta", NOTES)).toEqual([]);
    expect(findByDescription("decision reasons pizza pasta salad", NOTES)).toEqual([]);
    expect(findByDescription("decision pizza pasta", NOTES, { overlap: 0.3 })).toHaveLength(1);
  });

  it("M3 what a message forbids finds nothing, unless it asks for it elsewhere", async () => {
    const explainer = [skill("explainer", "Explains ideas in plain words.", "explain {concept}")];
    for (const [query, found] of [
      ["explain entropy", 1],
      ["don't explain entropy", 0],
      ["please do not explain entropy", 0],
      ["don't explain entropy, explain heat", 1],
      ["why don't you explain entropy", 1],
      ["I don't care. Explain entropy", 1],
    ] as const) {
      expect([query, findByDescription(query, explainer, { overlap: 0.1 }).length]).toEqual([query, found]);
      const embed = (texts: readonly string[]) => texts.map(() => Float32Array.from([1, 0]));
      const embedder: Embedder = { id: "same", dimensions: 2, embed };
      expect([query, (await findByDescriptionAsync(query, explainer, { embedder })).length]).toEqual([
        query,
        found,
      ]);
    }
  });

  it("M3 the name of a skill does not count, only its description", () => {
    expect(findByDescription("concept", NOTES)).toEqual([]);
    expect(names(findByDescription("delete this note", NOTES)).toSorted()).toEqual([
      "daily-note",
      "weekly-review",
    ]);
    expect(findByDescription("definition", NOTES)).toHaveLength(1);
  });

  it.each([
    "thanks!",
    "yes, please do it",
    "what is it and how can you help me with this",
    "",
    "??",
    "my car is broken and it rains",
  ])("M3 prefers a miss: %j", (message) => {
    expect(findByDescription(message, NOTES)).toEqual([]);
  });

  it("M3 at most three, best first, then the shorter description, then the name", () => {
    const skills = [
      skill("d", "Writes a note."),
      skill("c", "Writes a note about people."),
      skill("b", "Writes a note."),
      skill("a", "Writes a note about people, places, dates and things."),
    ];
    expect(names(findByDescription("notes", skills))).toEqual(["b", "d", "c"]);
    expect(names(findByDescription("notes of the week", NOTES))[0]).toBe("weekly-review");
  });

  it("M3 works where words have no spaces between them", () => {
    const skills = [skill("huiyi", "整理会议记录并生成摘要"), skill("fanyi", "把文档翻译成其他语言")];
    expect(names(findByDescription("会议记录", skills))).toEqual(["huiyi"]);
    expect(names(findByDescription("翻译文档", skills))).toEqual(["fanyi"]);
    expect(findByDescription("今天天气很好", skills)).toEqual([]);
  });
});

/** Vectors of three themes, by the words that a text has. */
const THEMES = ["idea concept understand grasp", "meeting minutes talk conversation", "week review tasks"];
function themeEmbedder(more: Partial<Embedder> = {}): Embedder {
  const vector = (text: string) => {
    const counts = THEMES.map((theme) => theme.split(" ").filter((word) => text.includes(word)).length);
    const length = Math.hypot(...counts, 0.5);
    return Float32Array.from([...counts, 0.5], (count) => count / length);
  };
  return { id: "themes", dimensions: 4, embed: (texts) => texts.map(vector), ...more };
}

describe("semantic match", () => {
  it("M4 finds what is said in other words with one keyword, and says how alike it is", async () => {
    const matches = await findByDescriptionAsync("which people had that conversation?", NOTES, {
      embedder: themeEmbedder(),
    });
    expect(names(matches)).toEqual(["meeting-note"]);
    expect(matches[0]).toMatchObject({
      method: "semantic",
      reasons: [expect.stringMatching(/\(0\.\d\d\)$/), "both have people"],
    });
  });

  /** An embedder in which only the decision log is like the query, to this degree. */
  const alike = (likeness: number): Embedder => ({
    id: "exact",
    dimensions: 2,
    embed: (texts, kind) =>
      texts.map((_, at) => {
        if (kind === "query") return Float32Array.from([1, 0]);
        return Float32Array.from(at === 2 ? [likeness, Math.sqrt(1 - likeness ** 2)] : [0, 1]);
      }),
  });

  it.each([
    ["without a keyword", "pizza", 0.99, 0],
    ["with a keyword", "that decision", 0.29, 0],
    ["with a keyword", "that decision", 0.31, 1],
  ])("M4 %s in %j, a likeness of %d finds %d", async (_what, query, likeness, found) => {
    expect(await findByDescriptionAsync(query, NOTES, { embedder: alike(likeness) })).toHaveLength(found);
  });

  it("M4 a weak likeness counts only where a keyword confirms it", async () => {
    const embed = (texts: readonly string[], kind: string) =>
      texts.map((_, at) =>
        Float32Array.from(kind === "query" ? [1, 0] : at === 2 || at === 5 ? [0.4, 0.9165] : [0, 1]),
      );
    const embedder: Embedder = { id: "weak", dimensions: 2, embed };
    expect(names(await findByDescriptionAsync("that decision", NOTES, { embedder }))).toEqual([
      "decision-log",
    ]);
    expect(await findByDescriptionAsync("pizza", NOTES, { embedder })).toEqual([]);
  });

  it("M1 M3 M4 the name of a skill finds no other skill", async () => {
    expect(findByDescription("note", NOTES).length).toBeGreaterThan(0);
    for (const embedder of [undefined, themeEmbedder()]) {
      const found = await findByDescriptionAsync("concept-note", NOTES, { embedder });
      expect(names(found).filter((name) => name !== "concept-note")).toEqual([]);
    }
  });

  it("M4 at most three, best first", async () => {
    const embed = (texts: readonly string[], kind: string) =>
      texts.map((_, at) => Float32Array.from([1, kind === "query" ? 0 : (6 - at) / 10]));
    const embedder: Embedder = { id: "ordered", dimensions: 2, embed };
    expect(
      names(await findByDescriptionAsync("decision, steps, people, plans", NOTES, { embedder })),
    ).toEqual(["weekly-review", "how-to", "meeting-note"]);
  });

  const broken: readonly [string, Embedder | undefined][] = [
    ["there is no embedder", undefined],
    ["it throws", themeEmbedder({ embed: () => Promise.reject(new Error("down")) })],
    ["it gives too few vectors", themeEmbedder({ embed: () => [] })],
    [
      "it gives vectors of other lengths",
      themeEmbedder({ embed: (texts) => texts.map((_, at) => new Float32Array(at + 1).fill(1)) }),
    ],
    [
      "it gives vectors without direction",
      themeEmbedder({ embed: (texts) => texts.map(() => new Float32Array(4)) }),
    ],
    [
      "it gives no numbers",
      themeEmbedder({ embed: (texts) => texts.map(() => new Float32Array(4).fill(Number.NaN)) }),
    ],
  ];
  it.each(broken)("M4 falls back to keywords when %s", async (_what, embedder) => {
    const query = "write the minutes of this meeting";
    expect(await findByDescriptionAsync(query, NOTES, { embedder })).toEqual(findByDescription(query, NOTES));
  });

  it("M4 a caller that gave up is not answered with keywords", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    const embedder = themeEmbedder({ embed: (_texts, _kind, given) => Promise.reject(given?.reason) });
    await expect(findByDescriptionAsync("meeting", NOTES, { embedder, signal })).rejects.toThrow("enough");
  });
});

describe("any message", () => {
  it("M2 M3 never throws, and scores stay between 0 and 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.string(), (message, text) => {
        const skills = [...NOTES, skill("odd", text, text), skill("same", message, message)];
        for (const { score, reasons } of [
          ...findByTrigger(message, skills),
          ...findByDescription(message, skills),
        ]) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(1);
          expect(reasons.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
