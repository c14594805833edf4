import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeDescriptions } from "../../../../../bench/descriptions.mjs";
import { compareText } from "../../basics/words.ts";
import { oneLine, onePath } from "../escape-text.ts";
import { type CatalogPlan, planCatalog } from "./plan-catalog.ts";
import type { CatalogEntry, CatalogFormat } from "./render-catalog.ts";

const RUNS = { seed: 7, numRuns: 300 } as const;
const FORMATS: readonly CatalogFormat[] = ["lines", "xml", "json"];
const PLENTY = 1_000_000;

/** What a reader gets back out of a catalog. */
interface Read {
  readonly name: string;
  readonly description: string;
  readonly preloaded: boolean;
  readonly location?: string;
}

/** Readers that know the formats and nothing of the code that writes them. */
const READERS: Readonly<Record<CatalogFormat, (text: string) => readonly Read[]>> = {
  lines: (text) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("- "))
      .map((line) => {
        const colon = line.indexOf(": ");
        const head = colon === -1 ? line.slice(2) : line.slice(2, colon);
        const [name = "", ...marks] = head.split(" [");
        const location = marks.find((mark) => mark !== "preloaded]");
        return {
          name: readMarkdown(name),
          description: colon === -1 ? "" : readMarkdown(line.slice(colon + 2)),
          preloaded: marks.includes("preloaded]"),
          ...(location === undefined ? {} : { location: readMarkdown(location.slice(0, -1)) }),
        };
      }),
  xml: (text) => {
    const inner = /<available_skills>\n([\s\S]*)\n<\/available_skills>/.exec(text)?.[1] ?? "";
    return inner.split("\n").map((line) => {
      const skill = /^<skill( preloaded="true")?>(.*)<\/skill>$/.exec(line);
      if (skill === null) throw new Error(`no skill element: ${line}`);
      const content = skill[2] ?? "";
      const parts =
        /^<name>([^<>]*)<\/name>(?:<description>([^<>]*)<\/description>)?(?:<location>([^<>]*)<\/location>)?$/.exec(
          content,
        );
      if (parts === null) throw new Error(`not the elements of a skill: ${content}`);
      const [, name = "", description = "", location] = parts;
      return {
        name: readXml(name),
        description: readXml(description),
        preloaded: skill[1] !== undefined,
        ...(location === undefined ? {} : { location: readXml(location) }),
      };
    });
  },
  json: (text) =>
    text
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => ({ description: "", preloaded: false, ...JSON.parse(line) })),
};

/** In a line four characters are written as entities where they could be misread. */
function readMarkdown(text: string): string {
  const entities = new Map([
    ["amp", "&"],
    ["lt", "<"],
    ["#58", ":"],
    ["#91", "["],
  ]);
  return text.replace(/&(amp|lt|#58|#91);/g, (_all, name: string) => entities.get(name) ?? "");
}

/** XML 1.0, 4.6: the five predefined entities, and nothing else may begin with `&`. */
function readXml(text: string): string {
  const entities = new Map([
    ["amp", "&"],
    ["lt", "<"],
    ["gt", ">"],
    ["quot", '"'],
    ["apos", "'"],
  ]);
  return text.replace(/&([^;]*);?/g, (all, name: string) => {
    const character = entities.get(name);
    if (character === undefined) throw new Error(`not an entity: ${all}`);
    return character;
  });
}

/** Any text, and texts that try to be markup. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        ..."- |: |[preloaded]|\n|\r\n|\t| |</skill>|<skill>|</available_skills>|<name>|&amp;|&lt;|&#58;|&|;|\"|'|{|}|\\|\u0000|\u001b[31m|\u200b|\u202e|\u2028|\ud800|a|b|pdf|(3 more skills)|## Available skills".split(
          "|",
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join("")),
);
const anyEntry: fc.Arbitrary<CatalogEntry> = fc.record(
  {
    name: anyText,
    description: anyText,
    pinned: fc.boolean(),
    nameOnly: fc.boolean(),
    preloaded: fc.boolean(),
    location: anyText.map((text) => `/${text}`),
  },
  { requiredKeys: ["name", "description"] },
);

/** Entries as libraries have them: short names, descriptions of a sentence or two. */
const plainEntry: fc.Arbitrary<CatalogEntry> = fc.record(
  {
    name: fc.stringMatching(/^[a-z][a-z-]{2,24}[a-z]$/),
    description: fc
      .array(
        fc.constantFrom(
          "Reads",
          "tables,",
          "writes",
          "forms.",
          "Use when",
          "the user",
          "asks",
          "a;",
          "report",
        ),
        {
          minLength: 4,
          maxLength: 80,
        },
      )
      .map((parts) => parts.join(" ")),
    pinned: fc.constant(false),
  },
  { requiredKeys: ["name", "description"] },
);

const tidy = (entries: readonly CatalogEntry[]): readonly Read[] =>
  entries
    .map((entry) => ({
      name: oneLine(entry.name),
      description: entry.nameOnly === true ? "" : oneLine(entry.description),
      preloaded: entry.preloaded === true,
      ...(entry.location === undefined ? {} : { location: onePath(entry.location) }),
    }))
    .sort((a, b) => compareText(a.name, b.name));

const countsAddUp = ({ report }: CatalogPlan) =>
  report.full + report.shortened + report.nameOnly + report.omitted.length === report.total;
const isIncomplete = ({ report }: CatalogPlan) => report.shortened > 0 || report.omitted.length > 0;

describe("any catalog parses back", () => {
  test.each(FORMATS)("I1 I7 %s: to exactly the records that went in", (format) => {
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 12 }), (entries) => {
        const { text } = planCatalog(entries, { budget: PLENTY, format });
        expect(READERS[format](text)).toEqual(tidy(entries));
      }),
      RUNS,
    );
  });

  test.each(FORMATS)("I1 I4 I7 %s: within a small budget to records that are among them", (format) => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 30 }), fc.nat(400), (entries, budget) => {
        const plan = planCatalog(entries, { budget, format });
        if (plan.text === "") return;
        const names = tidy(entries).map(({ name }) => name);
        const read = READERS[format](plan.text).map(({ name }) => name);
        expect(read).toHaveLength(entries.length - plan.report.omitted.length);
        for (const name of read) expect(names).toContain(name);
      }),
      RUNS,
    );
  });

  test("I7 no text can open or close an element, nor begin a line of its own", () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 8 }), (entries) => {
        const xml = planCatalog(entries, { budget: PLENTY, format: "xml" }).text;
        expect(xml.match(/<\/?available_skills>/g)).toHaveLength(2);
        expect(xml.match(/<skill[ >]/g)).toHaveLength(entries.length);
        const lines = planCatalog(entries, { budget: PLENTY }).text;
        expect(lines.split("\n")).toHaveLength(entries.length + 1);
        expect(lines).not.toMatch(/<[\p{L}_:!?/]/u);
      }),
      RUNS,
    );
  });
});

describe("the budget", () => {
  const oddTokenizers: readonly [string, (text: string) => number][] = [
    ["words", (text) => text.split(/\W+/).length],
    ["bytes by three", (text) => Math.ceil(new TextEncoder().encode(text).length / 3)],
    ["one per character", (text) => text.length],
    ["much per line", (text) => text.split("\n").length * 17 + Math.ceil(text.length / 5)],
    ["a start price", (text) => 60 + Math.ceil(text.length / 6)],
  ];

  test.each(FORMATS)("I4 %s: is never exceeded, whatever the entries", (format) => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 60 }), fc.nat(3_000), (entries, budget) => {
        const plan = planCatalog(entries, { budget, format });
        expect(plan.tokens).toBeLessThanOrEqual(budget);
        expect(plan.tokens).toBe(Math.floor(plan.text.length / 4));
        expect(countsAddUp(plan)).toBe(true);
      }),
      RUNS,
    );
  });

  test.each(oddTokenizers)("I4 is never exceeded under a tokenizer that counts %s", (_what, tokenizer) => {
    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 40 }), fc.nat(1_500), (entries, budget) => {
        const plan = planCatalog(entries, { budget, tokenizer });
        expect(plan.tokens).toBeLessThanOrEqual(budget);
        expect(plan.tokens).toBe(plan.text === "" ? 0 : tokenizer(plan.text));
        expect(countsAddUp(plan)).toBe(true);
      }),
      { ...RUNS, numRuns: 80 },
    );
  });

  const manyPlain = fc.array(plainEntry, { minLength: 20, maxLength: 120 });

  test.each(FORMATS)("I4 %s: is used to at least 80 % when something was shortened or left out", (format) => {
    fc.assert(
      fc.property(manyPlain, fc.integer({ min: 200, max: 4_000 }), (entries, budget) => {
        const plan = planCatalog(entries, { budget, format });
        if (isIncomplete(plan)) expect(plan.tokens).toBeGreaterThanOrEqual(budget * 0.8);
      }),
      RUNS,
    );
  });

  test.each(
    oddTokenizers,
  )("I4 is used to at least 80 %% under a tokenizer that counts %s", (_what, tokenizer) => {
    fc.assert(
      fc.property(manyPlain, fc.integer({ min: 400, max: 4_000 }), (entries, budget) => {
        const plan = planCatalog(entries, { budget, tokenizer });
        if (isIncomplete(plan)) expect(plan.tokens).toBeGreaterThanOrEqual(budget * 0.8);
      }),
      { ...RUNS, numRuns: 60, endOnFailure: true },
    );
  });

  test("I4 a few long descriptions use it well, too", () => {
    fc.assert(
      fc.property(
        fc.array(plainEntry, { minLength: 2, maxLength: 8 }),
        fc.integer({ min: 200, max: 1_000 }),
        (entries, budget) => {
          const plan = planCatalog(entries, { budget });
          if (isIncomplete(plan)) expect(plan.tokens).toBeGreaterThanOrEqual(budget * 0.8);
        },
      ),
      RUNS,
    );
  });

  test.each([
    1, 10, 100, 1_000, 100_000,
  ])("I4 holds for %i skills, and the report names the rest", (count) => {
    const skills = makeDescriptions(count, 3);
    const plan = planCatalog(skills, { budget: 4_000 });
    expect(plan.tokens).toBeLessThanOrEqual(4_000);
    expect(plan.report.total).toBe(count);
    expect(countsAddUp(plan)).toBe(true);
    expect(plan.report.costs).toHaveLength(count);
    if (isIncomplete(plan)) expect(plan.tokens).toBeGreaterThanOrEqual(3_200);
    const names = new Set(skills.map(({ name }) => name));
    expect(plan.report.omitted.every((name) => names.has(name))).toBe(true);
    if (plan.report.omitted.length > 0)
      expect(plan.text).toContain(`(${plan.report.omitted.length} more skills are not listed here.)`);
  });
});

describe("what is shown", () => {
  test("I2 I4 depends on the set and the budget alone, not on the order or the moment", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyEntry, { maxLength: 30, selector: ({ name }) => oneLine(name) }),
        fc.nat(600),
        fc.constantFrom(...FORMATS),
        (entries, budget, format) => {
          const plan = planCatalog(entries, { budget, format });
          expect(planCatalog(entries.toReversed(), { budget, format })).toEqual(plan);
          expect(planCatalog(entries, { budget, format })).toEqual(plan);
        },
      ),
      RUNS,
    );
  });

  test("I1 is ordered by name, in every form", () => {
    fc.assert(
      fc.property(fc.array(plainEntry, { maxLength: 60 }), fc.nat(800), (entries, budget) => {
        const { text, report } = planCatalog(entries, { budget });
        const names = READERS.lines(text).map(({ name }) => name);
        expect(names).toEqual(names.toSorted(compareText));
        expect(report.costs.map(({ name }) => name)).toEqual(
          report.costs.map(({ name }) => name).toSorted(compareText),
        );
      }),
      RUNS,
    );
  });

  test.each([
    10, 60, 300, 2_000, 20_000,
  ])("I4 pinned skills are listed in full before the others get space, among %i", (count) => {
    const skills = makeDescriptions(count, 5);
    const pins = [0, Math.floor(count / 2), count - 1];
    const entries = skills.map((skill, index) => ({ ...skill, pinned: pins.includes(index) }));
    const { text, report } = planCatalog(entries, { budget: 1_500 });
    for (const index of pins)
      expect(text).toContain(`- ${skills[index]?.name}: ${skills[index]?.description}`);
    expect(report.full).toBeGreaterThanOrEqual(3);
  });

  test("I4 pinned skills that do not fit together still leave the budget alone", () => {
    fc.assert(
      fc.property(fc.array(plainEntry, { minLength: 5, maxLength: 60 }), fc.nat(400), (entries, budget) => {
        const pinned = entries.map((entry) => ({ ...entry, pinned: true }));
        const plan = planCatalog(pinned, { budget });
        expect(plan.tokens).toBeLessThanOrEqual(budget);
        expect(countsAddUp(plan)).toBe(true);
      }),
      RUNS,
    );
  });

  test("I4 the report has each skill's form and cost", () => {
    const entries = [
      { name: "b", description: "Second. Use when two." },
      { name: "a", description: "First. Use when one." },
      { name: "c", description: "Third.", nameOnly: true },
    ];
    const { report } = planCatalog(entries, { budget: 100 });
    expect(report).toEqual({
      total: 3,
      full: 2,
      shortened: 0,
      nameOnly: 1,
      omitted: [],
      costs: [
        { name: "a", form: "full", tokens: 6 },
        { name: "b", form: "full", tokens: 6 },
        { name: "c", form: "name-only", tokens: 0 },
      ],
    });
  });

  test("I1 nothing is said when there is nothing, or no room for it", () => {
    expect(planCatalog([], { budget: 100 })).toMatchObject({ text: "", tokens: 0 });
    expect(planCatalog([{ name: "a", description: "b" }], { budget: 0 })).toMatchObject({
      text: "",
      report: { omitted: ["a"] },
    });
  });
});

describe("a shortened line", () => {
  /** Descriptions as people write them, from words that stand nowhere else. */
  const description = fc
    .array(
      fc.tuple(
        fc.constantFrom("Use this skill when", "the user asks to", "and", "a", "Reviews", "for"),
        fc.stringMatching(/^[a-z]{4,12}$/),
        fc.constantFrom("", "", ",", ".", ";", " –", ")", '"'),
      ),
      { minLength: 3, maxLength: 30 },
    )
    .map((parts) => parts.map(([glue, word, stop]) => `${glue} ${word}${stop}`).join(" "));
  const library = fc
    .array(description, { minLength: 4, maxLength: 40 })
    .map((descriptions) =>
      descriptions.map((text, index) => ({ name: `skill-${index}`, description: text })),
    );

  test("I4 has whole words of the description, in their order", () => {
    fc.assert(
      fc.property(library, fc.integer({ min: 20, max: 600 }), (entries, budget) => {
        const { text } = planCatalog(entries, { budget });
        for (const { name, description: shown } of READERS.lines(text)) {
          const whole = entries.find((entry) => entry.name === name)?.description ?? "";
          const words: readonly string[] = whole.match(/[a-z]+/gi) ?? [];
          let from = 0;
          for (const word of shown.match(/[a-z]+/gi) ?? []) {
            const at = words.indexOf(word, from);
            expect(at, `"${word}" in "${shown}" of "${words.join(" ")}"`).toBeGreaterThanOrEqual(from);
            from = at + 1;
          }
        }
      }),
      RUNS,
    );
  });

  const TOPICS = "heron otter lynx badger stoat marten ibex bison tapir gecko".split(" ");
  const topical = (opening: string) =>
    TOPICS.map((topic, index) => ({
      name: `s${index}`,
      description: `${opening} photograph a ${topic} near its burrow, or to draw the ${topic} from memory.`,
    }));

  test.each([
    "Use this skill when the user asks to",
    "This skill should be used when the user wants to",
    "Use it whenever you need to",
  ])("I4 spends nothing on the opening “%s”", (opening) => {
    const { text } = planCatalog(topical(opening), { budget: 80 });
    for (const [index, topic] of TOPICS.entries())
      expect(text).toMatch(new RegExp(`^- s${index}: .*${topic}`, "m"));
    expect(text).not.toMatch(/\b(?:use|used|user|when|wants|need)\b/i);
  });

  test("I4 keeps what a word belongs to: neighbours stay a phrase", () => {
    const entries = TOPICS.map((topic, index) => ({
      name: `s${index}`,
      description: `Helps with ${topic} migration plans. Use when the ${topic} population of a valley is counted by volunteers.`,
    }));
    const { text } = planCatalog(entries, { budget: 100 });
    for (const topic of TOPICS) expect(text).toMatch(new RegExp(`${topic} (?:migration|population)`));
  });

  test("I4 never turns what a skill is not for into what it is for", () => {
    const entries = TOPICS.map((topic, index) => ({
      name: `s${index}`,
      description: `Counts every ${topic} of a valley. Do not use for zebra paperwork. It does NOT cover gazelle taxes. Not for giraffe invoices; use lion-forms instead of walrus-forms.`,
    }));
    const { text, report } = planCatalog(entries, { budget: 90 });
    expect(report.shortened).toBe(TOPICS.length);
    expect(text).not.toMatch(/zebra|gazelle|giraffe|walrus/);
  });

  test("I4 says what a skill shares with no other before what all share", () => {
    const entries = TOPICS.map((topic, index) => ({
      name: `s${index}`,
      description: `Writes reports, tables, charts, summaries, letters and notes about the ${topic}.`,
    }));
    const { text } = planCatalog(entries, { budget: 34 });
    for (const topic of TOPICS) expect(text).toContain(topic);
    expect(text).not.toMatch(/tables|charts|letters/);
  });

  test("I4 gives each skill the same words if names sort the other way", () => {
    const name = (index: number) =>
      `q${String.fromCharCode(97 + Math.floor(index / 26))}${String.fromCharCode(97 + (index % 26))}q`;
    const skills = makeDescriptions(300, 9);
    const shownBy = (nameOf: (index: number) => string) => {
      const entries = skills.map(({ description: text }, index) => ({
        name: nameOf(index),
        description: text,
      }));
      const lines = READERS.lines(planCatalog(entries, { budget: 2_500 }).text);
      const shown = new Map(lines.map((line) => [line.name, line.description]));
      return skills.map((_, index) => shown.get(nameOf(index)));
    };
    const forwards = shownBy(name);
    expect(forwards.some((text) => text !== "")).toBe(true);
    expect(shownBy((index) => name(299 - index))).toEqual(forwards);
  });

  test("I4 cuts texts without spaces between words, too", () => {
    const entries = [
      ["表格", "从发票中提取表格数据，并将其转换为电子表格。当用户想要整理发票或账单时使用。"],
      ["翻译", "将技术文档翻译成法语和德语，保留术语。当用户需要本地化说明书时使用。"],
      ["照片", "按日期和地点整理照片，删除重复的图片。当用户的相册混乱时使用。"],
    ].map(([name = "", text = ""]) => ({ name, description: text }));
    const { text, report } = planCatalog(entries, { budget: 20 });
    expect(report.shortened).toBe(3);
    expect(text.length).toBeGreaterThan(60);
  });
});

describe("names that do not all fit", () => {
  const many = (count: number, name: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => ({
      name: name(index),
      description: "Does something useful.",
    }));

  test("I4 the user's own levels come first", () => {
    const entries = many(500, (index) => `tool-${index}`).map((entry, index) => ({
      ...entry,
      level: index % 50 === 7 ? ("project" as const) : ("builtin" as const),
    }));
    const { report } = planCatalog(entries, { budget: 100 });
    const own = entries.filter(({ level }) => level === "project").map(({ name }) => name);
    expect(report.omitted.length).toBeGreaterThan(0);
    for (const name of own) expect(report.omitted).not.toContain(name);
  });

  test("I4 within a level, skills that are used come first, the more the earlier", () => {
    const entries = many(500, (index) => `tool-${index}`).map((entry, index) => ({
      ...entry,
      level: index === 3 ? ("project" as const) : ("user" as const),
      uses: index % 5 === 0 ? index : 0,
    }));
    const { report } = planCatalog(entries, { budget: 100 });
    const omitted = new Set(report.omitted);
    const shown = entries.filter(({ name }) => !omitted.has(name)).map(({ name }) => name);
    const mostUsed = Array.from({ length: shown.length - 1 }, (_, index) => `tool-${495 - 5 * index}`);
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.toSorted()).toEqual(["tool-3", ...mostUsed].toSorted());
  });

  test("I4 a name that says something else comes before the next of its kind, and before a shorter one", () => {
    const entries = [
      ...many(900, (index) => `x${index}`),
      ...many(50, (index) => `invoice-helper-${index}`),
      { name: "test-driven-development", description: "Writes tests first." },
      { name: "systematic-debugging", description: "Finds causes." },
    ];
    const { report } = planCatalog(entries, { budget: 300 });
    expect(report.omitted).not.toContain("test-driven-development");
    expect(report.omitted).not.toContain("systematic-debugging");
  });

  test("I4 the rest of the choice does not follow the alphabet", () => {
    const { report } = planCatalog(
      many(2_000, (index) => `tool-${String(index).padStart(4, "0")}`),
      { budget: 1_000 },
    );
    const late = report.costs.slice(1_000).filter(({ form }) => form !== "omitted").length;
    const early = report.costs.slice(0, 1_000).filter(({ form }) => form !== "omitted").length;
    expect(late / early).toBeGreaterThan(0.7);
    expect(late / early).toBeLessThan(1.4);
  });
});

describe("an extreme description", () => {
  test.each(
    FORMATS,
  )("takes no more than its line may have, in %s, pinned or not, and ends after a word", (format) => {
    for (const pinned of [true, false]) {
      const description = `${"Fills in forms. ".repeat(4_000)}Use when the user mentions forms.`;
      const plan = planCatalog([{ name: "pdf", description, pinned }], { budget: PLENTY, format });
      expect(plan.tokens).toBeLessThan(450);
      expect(plan.tokens).toBeGreaterThan(350);
      expect(READERS[format](plan.text)[0]?.description).toMatch(/Fills in forms…$/);
      expect(plan.report).toMatchObject({ full: 0, shortened: 1, nameOnly: 0, omitted: [] });
    }
    const allowed = { name: "pdf", description: "x".repeat(1_536) };
    expect(planCatalog([allowed], { budget: PLENTY, format }).report).toMatchObject({
      full: 1,
      shortened: 0,
    });
  });

  test("keeps a few combining marks per letter, as scripts need them, and drops the rest", () => {
    const described = (description: string) =>
      READERS.lines(planCatalog([{ name: "pdf", description }], { budget: PLENTY }).text)[0]?.description;
    expect(described(`e${"\u0301".repeat(3_000)}nd`)).toBe(`e${"\u0301".repeat(8)}nd`);
    const hebrew = "\u05e9\u05c1\u05b8\u0591\u05dc\u05d5\u05b9\u05dd";
    expect(described(hebrew)).toBe(hebrew);
  });
});
