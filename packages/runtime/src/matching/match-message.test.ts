import { describe, expect, test } from "vitest";
import { suggestedFrom } from "./choose-skills.ts";
import { chanceOf, loadChanceOf, thresholdsFor } from "./evidence/calibration.ts";
import type { QueryVectors } from "./evidence/rank-skills.ts";
import { LexicalIndex } from "./lexical/lexical-index.ts";
import { Spelling } from "./lexical/spelling.ts";
import { countTerms, type SkillPassages } from "./lexical/term-counts.ts";
import { TermTableBuilder } from "./lexical/term-table.ts";
import { matchMessage } from "./match-message.ts";
import type { Matchable } from "./matchable.ts";
import { type MatchableMessage, readRequest } from "./request/read-request.ts";
import { VectorIndex } from "./semantic/vector-index.ts";
import { buildVectorTable } from "./semantic/vector-table.ts";
import { claimedPhrases } from "./triggers/claimed-phrases.ts";
import { indexTriggers } from "./triggers/trigger-index.ts";
import { type RowQuery, weighMessage } from "./weigh-message.ts";

const skill = (name: string, description: string, more: Partial<SkillPassages> = {}): SkillPassages => ({
  name,
  description,
  triggers: [],
  tags: [],
  headings: [],
  body: "",
  ...more,
});

/** A small library in which skills share words, exclude each other, and claim phrases. */
const SKILLS: readonly SkillPassages[] = [
  skill(
    "pdf-tools",
    "Merge, split and rotate PDF files. Do not use it for scanned pages or for Word documents.",
    {
      triggers: ["merge {files} into one pdf", "split the pdf"],
      tags: ["pdf", "documents"],
      headings: ["Merging files", "Splitting", "Rotating pages"],
      body: "Use the merge script for several files. Pages are rotated by degrees. A watermark is added last.",
    },
  ),
  skill("ocr-scans", "Recognize the text of scanned pages and photos of receipts.", {
    whenToUse: "A page is a picture and its text cannot be copied.",
    tags: ["ocr"],
    headings: ["Languages", "Receipts"],
    body: "Scan with 300 dots per inch. Receipts become a table with date, shop and amount.",
  }),
  skill(
    "spreadsheets",
    'Create Excel spreadsheets with formulas and charts. Say "make a budget" or "pivot table".',
    {
      triggers: ["clean up this spreadsheet"],
      whenNotToUse: "Slides or presentations are wanted.",
      headings: ["Formulas", "Charts", "Pivot tables"],
      body: "Formulas are written in English. A chart has a title, and its axes have units. Budget rows are months.",
    },
  ),
  skill("slides", "Build presentations: speaker notes, layouts and charts for talks.", {
    triggers: ["make (slides|a deck) about {topic}", "quarterly review"],
    body: "Every slide has one message. Speaker notes are short. Charts come from spreadsheets.",
  }),
  skill("quarterly-report", "Write the quarterly report of the company from its numbers.", {
    triggers: ["quarterly review"],
    body: "The report begins with revenue and ends with an outlook.",
  }),
  skill("kubernetes-deploy", "Deploy services to Kubernetes clusters and roll back failed releases.", {
    headings: ["Rollout", "Rollback"],
    body: "Check the cluster before a rollout. A failed release is rolled back to the last image.",
  }),
  skill("release-notes", "Write release notes from merged pull requests.", {
    tags: ["changelog", "release"],
    body: "Group pull requests by label. Releases have a version and a date.",
  }),
  skill("git-commit", "Write commit messages in the imperative mood.", {
    triggers: ["commit"],
    body: "The first line has at most 72 characters. Explain why in the body of the message.",
  }),
  skill("invoice", "Schreibt Rechnungen und Mahnungen für Kunden.", {
    triggers: ["schreib eine Rechnung an {kunde}"],
    body: "Eine Rechnung hat eine Nummer, ein Datum und einen Betrag.",
  }),
  skill("周报", "把本周的工作整理成周报。触发词：写周报、生成周报", {
    body: "周报包括完成的工作和下周的计划。",
  }),
  skill("travel", "Plan journeys: trains, flights and hotels, with a budget for each day.", {
    headings: ["Trains", "Hotels"],
    body: "Ask for the dates first. Compare trains and flights by price, then book hotels near the station.",
  }),
  skill("wiki-search", "Search the company wiki, but not for tickets or source code.", {
    body: "Search by title first, then by text. Quote the page and its date.",
  }),
];

function lexicalOf(skills: readonly SkillPassages[]): LexicalIndex {
  const table = new TermTableBuilder();
  for (const one of skills) table.add({ key: one.name, counted: countTerms(one) });
  return new LexicalIndex(table.build());
}

const DIMENSIONS = 48;

/** A text as a sum of its words, each of which has a direction that looks random. */
function embed(text: string, seed: number): Float32Array {
  const sum = new Float32Array(DIMENSIONS);
  for (const word of text.toLowerCase().split(/[^\p{L}]+/u)) {
    let state = seed;
    for (const letter of word) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
    for (let at = 0; at < DIMENSIONS; at += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      sum[at] = (sum[at] ?? 0) + state / 2 ** 31 - 1;
    }
  }
  const length = Math.hypot(...sum) || 1;
  return sum.map((value) => value / length);
}

const MODELS = [
  { seed: 7, weight: 0.4 },
  { seed: 11, weight: 0.6 },
];

const openModels = () =>
  MODELS.map(({ seed, weight }) => ({
    weight,
    index: new VectorIndex(
      buildVectorTable(
        `m${seed}`,
        DIMENSIONS,
        SKILLS.map(({ name, description, triggers }) => ({
          key: name,
          vectors: [`${name} ${description}`, ...triggers].map((text) => embed(text, seed)),
        })),
      ),
    ),
  }));

/** Built anew for each test, so that nothing in it is older than the code that the test is about. */
function openLibrary(): Matchable {
  const lexical = lexicalOf(SKILLS);
  return {
    names: SKILLS.map(({ name }) => name),
    lexical,
    spelling: new Spelling(lexical, (word) => word === "table"),
    models: openModels(),
    triggers: indexTriggers(
      SKILLS.flatMap(({ triggers, description }, row) => [
        ...triggers.map((phrase) => ({ skill: row, phrase })),
        ...claimedPhrases(description).map((phrase) => ({ skill: row, phrase, isHint: true })),
      ]),
    ),
  };
}

const NOTHING_ANSWERED = [undefined, undefined];
const vectorsOf = ({ meanings }: MatchableMessage): readonly QueryVectors[] =>
  MODELS.map(({ seed }) => meanings.map((text) => embed(text, seed)));

const settings: RowQuery = { suggestions: 3, ranking: 4, isCandidate: () => true };

/** Requests of every kind: one word and many, in several languages, misspelled, with phrases, names, and pasted text. */
const MESSAGES: readonly string[] = [
  "merge a.pdf and b.pdf into one pdf",
  "merge these two files please",
  "split the pdf after page 3",
  "rotate pdf pages",
  "pdf",
  "Can you recognize the text in this scanned receipt?",
  "the scan of my receipts, as a table with date and amount",
  "xlsx with formulas and a chart per month",
  "make a budget for our trip to Rome",
  "pivot table of sales by region",
  "clean up this spreadsheet",
  "make slides about the climate",
  "make a deck about our product and speaker notes for it",
  "quarterly review",
  "I need the quarterly review of the company with revenue and outlook",
  "deploy the service to k8s and watch the rollout",
  "roll back the faild release",
  "what changed? write the relese notes from the prs",
  "commit",
  "commit this with a good message",
  "schreib eine Rechnung an Frau Weber",
  "Mahnung für den Kunden, die Rechnung ist seit drei Wochen offen",
  "写周报",
  "帮我把本周的工作整理一下",
  "book trains and hotels, not flights",
  "search the wiki for the travel rules",
  "find the ticket about the source code in the wiki",
  "use the travel skill for next week",
  "kubernetes deploy",
  "release-notes, please",
  "don't use the slides skill, just tell me the numbers",
  "who invented the spreadsheet",
  "how many pages does the report have",
  "what is the capital of peru",
  "charts",
  "charts for a talk, from the spreadsheet, with a title and units on the axes",
  "rotated watermarked scanned presentation rollout",
  "thanks, that looks great",
  "tell me a joke about elephants",
  "Fix this:\n```\nconst merged = mergePdf(files);\nthrow new Error('split the pdf');\n```",
  "```\nsplit the pdf\n```",
  "Explain the formulas. Then deploy the release to the cluster. Write down which trains go to Rome on Friday.",
  "presentation of the quarterly numbers as slides with charts for the company, the text of the report is in the wiki",
  "zebra xylophone quokka",
];

const digits = (value: number) => String(Number(value.toFixed(6)));
const row = (numbers: Readonly<Record<string, number>>) =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${digits(value)}`)
    .join(", ");

/** Everything that is computed for a message, one line per intermediate result. */
function describeMessage(message: string, index: Matchable, byMeaning: boolean): string {
  const request = readRequest(message);
  const vectors = byMeaning ? vectorsOf(request) : NOTHING_ANSWERED;
  const { ranking, named, hits, query, features } = weighMessage(request, vectors, index, settings);
  const answer = matchMessage(request, vectors, index, settings);
  const nameOf = (at: number) => index.names[at] ?? "?";
  return [
    `## ${JSON.stringify(message)}${byMeaning ? " by meaning" : ""}`,
    `query: ${row({ words: query.words, mass: query.mass, unknown: query.unknown })}, pairs ${query.pairs.map(({ worth }) => digits(worth)).join(" ")}`,
    ...query.terms.map(
      ({ term, word, by, weight, rarity }) => `term: ${term} (${by} ${word}) ${row({ weight, rarity })}`,
    ),
    ...[...hits.values()].map(
      ({ skill: at, phrase, decisive, coverage, variables }) =>
        `phrase: ${phrase} of ${nameOf(at)}${decisive ? " decides" : ""}, ${row({ coverage })} ${JSON.stringify(variables)}`,
    ),
    ...ranking.slice(0, 4).map(({ row: at, cosines, ...evidence }) => {
      const { lexical: words, share, against, bonus, score } = evidence;
      return `${named.has(at) ? "named" : "ranked"}: ${nameOf(at)} ${row({ words, share, against, bonus, score })}, cosines ${cosines.map(digits).join(" ")}`;
    }),
    ...(features === undefined
      ? []
      : [
          `features: ${row({ ...features })}`,
          `chance: ${digits(chanceOf(features, byMeaning))}, to load ${digits(loadChanceOf(features, byMeaning))}, by ${byMeaning ? "meaning" : "words"}`,
        ]),
    ...answer.matches.map(
      ({ name, decision, score, reasons, variables, triggered }) =>
        `${decision}: ${name} ${score}${triggered === true ? " triggered" : ""}${variables === undefined ? "" : ` ${JSON.stringify(variables)}`}: ${reasons.join("; ")}`,
    ),
  ].join("\n");
}

describe("every number that leads to a decision", () => {
  test.each([
    ["by words", false],
    ["by meaning", true],
  ] as const)("M5 M9 %s is as it was; `npm run calibrate` is followed by `--update`", async (how, byMeaning) => {
    const index = openLibrary();
    const text = MESSAGES.map((message) => describeMessage(message, index, byMeaning)).join("\n\n");
    await expect(`${text}\n`).toMatchFileSnapshot(`match-message.${how.replace("by ", "")}.txt`);
  });
});

describe("the decision", () => {
  const decide = (message: string, more: Partial<RowQuery> = {}) =>
    matchMessage(readRequest(message), NOTHING_ANSWERED, openLibrary(), { ...settings, ...more });
  const decisions = (message: string, more: Partial<RowQuery> = {}) =>
    decide(message, more).matches.map(({ name, decision }) => `${decision} ${name}`);
  const message = "rotate pdf pages";
  const judged = () => {
    const { chance = 0, loadChance = 0, lead = 0 } = decide(message).judgement ?? {};
    return { chance, loadChance, lead, above: 1e-9 };
  };

  test("M9 to load needs its chance and the lead, and to suggest needs another chance", () => {
    const { chance, loadChance, lead, above } = judged();
    expect(loadChance).not.toBe(chance);
    const at = (thresholds: RowQuery["thresholds"] = {}) => decisions(message, { thresholds });
    expect(at({ load: loadChance })).toEqual(["load pdf-tools"]);
    expect(at({ load: loadChance + above, suggest: 0.5 })).toEqual(["suggest pdf-tools"]);
    expect(at({ load: loadChance, lead })).toEqual(["load pdf-tools"]);
    expect(at({ load: loadChance, lead: lead + above })).toEqual(["suggest pdf-tools"]);
    expect(at({ load: 1, suggest: chance })).toEqual(["suggest pdf-tools"]);
    expect(at({ load: 1, suggest: chance + above })).toEqual([]);
  });

  test("M9 is told with its thresholds, those of the host before the fitted ones", () => {
    const fitted = thresholdsFor(1, false);
    expect(decide(message).judgement?.thresholds).toEqual(fitted);
    expect(decide(message, { thresholds: { load: 0.99 } }).judgement?.thresholds).toEqual({
      ...fitted,
      load: 0.99,
    });
    expect(decide("thanks!").judgement).toBeUndefined();
  });

  test.each([
    [0, 0],
    [-1, 0],
    [1, 1],
    [2, 2],
    [9, 2],
  ])("M6 %i suggestions give at most %i, and as many of the ranking as asked", (count, expected) => {
    const { matches } = decide("make a budget for our trip to Rome", {
      suggestions: count,
      thresholds: { suggest: 0 },
    });
    expect(matches).toHaveLength(expected);
    expect(decide("charts", { ranking: count }).ranking).toHaveLength(expected);
  });

  test("M6 a skill that is loaded counts towards no limit", () => {
    expect(decisions("split the pdf", { suggestions: 0 })).toEqual(["load pdf-tools"]);
  });

  test("M5 only candidates are ranked", () => {
    expect(decisions(message, { isCandidate: (row) => row !== 0 })).not.toContain("load pdf-tools");
    expect(decide("charts", { isCandidate: (row) => row !== 2 }).ranking.map(({ name }) => name)).toEqual([
      "slides",
    ]);
  });

  test("M7 a circumstance adds 0.05 to a skill that the message supports, and nothing to others", () => {
    const plain = decide("charts").ranking;
    const circumstances = new Map([
      [3, ["it was used before", "a file matches"]],
      [10, ["it was used before"]],
    ]);
    const told = decide("charts", { circumstances }).ranking;
    const score = (ranking: typeof plain, name: string) =>
      ranking.find((entry) => entry.name === name)?.score;
    expect((score(told, "slides") ?? 0) - (score(plain, "slides") ?? 0)).toBeCloseTo(0.1, 4);
    expect(told.map(({ name }) => name)).not.toContain("travel");
    expect(told.find(({ name }) => name === "slides")?.reasons).toEqual([
      '"charts" in its description',
      "it was used before",
      "a file matches",
    ]);
  });
});

describe("skills that a message suggests together", () => {
  const evidence = (score: number, at: number) => ({
    row: at,
    lexical: 0,
    share: 0,
    cosines: [],
    against: 0,
    bonus: 0,
    score,
  });

  test("M6 are the best one and those with at least 0.7 of its score", () => {
    const scores = (given: readonly number[]) => suggestedFrom(given.map(evidence)).map(({ score }) => score);
    expect(scores([10, 7, 6.99])).toEqual([10, 7]);
    expect(scores([1])).toEqual([1]);
    expect(scores([])).toEqual([]);
    expect(scores([-1, -2])).toEqual([-1]);
  });
});

describe("two skills that claim the same phrase", () => {
  const library = (texts: readonly (readonly [name: string, body: string])[]) => {
    const passages = texts.map(([name, body]) => skill(name, body, { triggers: ["water the plants"] }));
    const own = lexicalOf(passages);
    return {
      names: passages.map(({ name }) => name),
      lexical: own,
      spelling: new Spelling(own),
      models: [],
      triggers: indexTriggers(passages.map(({ triggers: [phrase = ""] }, at) => ({ skill: at, phrase }))),
    };
  };
  const decisions = (message: string, of: Matchable) =>
    matchMessage(readRequest(message), [], of, settings).matches.map(
      ({ name, decision }) => `${decision} ${name}`,
    );

  test("M2 are both suggested if nothing else tells them apart", () => {
    const same = library([
      ["first", "Garden work."],
      ["second", "Garden work."],
    ]);
    expect(decisions("water the plants", same)).toEqual(["suggest first", "suggest second"]);
  });

  test("M2 and the one that the other words name is loaded", () => {
    const different = library([
      ["first", "Garden work."],
      ["second", "Balcony tomatoes, peppers and herbs."],
    ]);
    expect(decisions("water the plants: tomatoes, peppers and herbs of the balcony", different)).toEqual([
      "load second",
    ]);
  });
});
