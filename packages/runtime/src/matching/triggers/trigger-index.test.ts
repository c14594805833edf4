import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withoutCourtesy } from "./courtesy.ts";
import { indexTriggers, openTriggers } from "./trigger-index.ts";
import { buildTriggerTable } from "./trigger-table.ts";

const find = (message: string, ...phrases: readonly string[]) =>
  indexTriggers(phrases.map((phrase) => ({ skill: "it", phrase }))).match(message)[0];

describe("a trigger without variables", () => {
  it.each([
    ["create a concept note", "Please CREATE a  concept-note for me."],
    ["create a concept note", "Create a\nconcept note"],
    ["concept-note", "make a concept_note"],
    ["what's new", "What’s new?"],
    ["straße", "DIE STRASSE"],
    ["ＰＤＦ merge", "pdf Merge"],
    ["node.js setup", "the node.js setup fails"],
    ["Hm. Check this", "hm. check this"],
    ["创建笔记", "请帮我创建笔记吧"],
    ["議事録をまとめて", "今日の議事録をまとめてください"],
    ["번역", "이 문서를 번역해 주세요"],
    ["แปลเอกสาร", "ช่วยแปลเอกสารนี้หน่อย"],
    ["がくせい", "か\u3099くせい"],
    ["ガイド", "ｶﾞｲﾄﾞを書く"],
    ["번역", "번역".normalize("NFD")],
    ["C++ review", "a c++ review, please"],
    ["write an invoice", "write an in\u00advoice\u200b"],
    ["pdf to text", "turn report.pdf to text"],
    ["ci/cd pipeline", "a CI/CD pipeline"],
    ["merge pdf", "merge/pdf"],
    ["use node.js", "use node.js here"],
    ["合并文件", "请看/tmp/a/b.pdf合并文件"],
    ["me\u200brge pdf", "\u202amerge pdf\u202c"],
    ["创建笔记", "创建\u200b笔记"],
  ])("M2 %j is found in %j", (phrase, message) => {
    expect(find(message, phrase)).toMatchObject({ phrase, variables: {} });
  });

  it.each([
    ["note", "a notebook, two notes, keynote"],
    ["create note", "create a note"],
    ["create note", "note: create"],
    ["review code", "Please review. Code follows."],
    ["review code", "please review\n\ncode"],
    ["C++ review", "a C review"],
    ["번역", "오번역이 많다"],
    ["创建笔记", "创建 一个 笔记"],
    ["merge pdf", "merge.pdf"],
    ["merge pdf", "see https://example.com/merge-pdf?x=1 for that"],
    ["merge pdf", "/srv/merge/pdf"],
    ["merge pdf", "look at src/merge/pdf/index.ts"],
    ["merge pdf", "C:\\merge\\pdf"],
    ["go", ""],
  ])("M2 %j is not found in %j", (phrase, message) => {
    expect(find(message, phrase)).toBeUndefined();
  });

  it("M2 has its offsets and its share of the message", () => {
    const message = "Now create a note";
    const hit = find(message, "create a note");
    expect(hit).toMatchObject({ literalWords: 3, contentWords: 2, coverage: 0.75, decisive: true });
    expect(message.slice(hit?.start, hit?.end)).toBe("create a note");
  });
});

describe("the variables of a trigger", () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ["explain {concept}", "explain entropy", { concept: "entropy" }],
    ["explain {concept}", "Could you EXPLAIN the Second Law? Thanks.", { concept: "the Second Law" }],
    ["explain {concept}", "Please explain.\nExplain: Entropy\nNothing else.", { concept: "Entropy" }],
    ["explain {concept}, please", "explain X and Y please", { concept: "X and Y" }],
    ["{person}'s notes", "Bob Smith's notes", { person: "Bob Smith" }],
    ["{who} explained", "Hello there. Entropy explained", { who: "Entropy" }],
    ["{who} explained", "explained well is explained", { who: "explained well is" }],
    ["open {file} in {app}", "open ~/Docs/my file.txt in Vim.", { file: "~/Docs/my file.txt", app: "Vim" }],
    ["open {file} in {app}", "open /etc/hosts in in vi", { file: "/etc/hosts", app: "in vi" }],
    ["summarize {url}", "Summarize https://a.b/c?d=E&f=(g).", { url: "https://a.b/c?d=E&f=(g)" }],
    ["close {issue}", "(close #12!)", { issue: "#12" }],
    ["ask {who}", "ask @Ann, then wait", { who: "@Ann, then wait" }],
    ["say {text}", 'say "Hello. Are you there?"', { text: "Hello. Are you there" }],
    ["say {text}", "say “it’s fine” twice", { text: "“it’s fine” twice" }],
    ["say {text}", "say `npm test`", { text: "npm test" }],
    ["translate {a} to {b}", 'translate "go to bed" to German', { a: "go to bed", b: "German" }],
    ["translate {a} to {b}", "translate go to bed to German", { a: "go", b: "bed to German" }],
    ["compare {a} with {b}", "compare a.ts vs. b.ts with c.ts!", { a: "a.ts vs. b.ts", b: "c.ts" }],
    ["创建{类型}笔记", "请创建一个会议笔记吧", { 类型: "一个会议" }],
    ["{x} を要約", "この資料 を要約して", { x: "この資料" }],
    ["research [company]", "research Acme", { company: "Acme" }],
    ["onboard <tool>", "onboard Left-Pad", { tool: "Left-Pad" }],
    ["notes for {version}", "notes for version 2.1, please", { version: "version 2.1" }],
    ["notes for {version}", "Notes for 3.1 thanks!", { version: "3.1" }],
    ["notes for {version}", "notes for 3.1 please, thank you very much.", { version: "3.1" }],
    ["notes for {version}", 'notes for "3.1", please', { version: "3.1" }],
    ["notes for {version}", "notes for 3.1 - Bitte", { version: "3.1" }],
    ["notas de {version}", "notas de 3.1, por favor", { version: "3.1" }],
    ["notes de {version}", "notes de 3.1 s’il vous plaît", { version: "3.1" }],
    ["写{主题}", "写会议纪要，谢谢", { 主题: "会议纪要" }],
    ["explain {concept}", "explain pleasedness", { concept: "pleasedness" }],
    ["explain {concept}", "explain the word please", { concept: "the word please" }],
    ["explain {concept}", 'explain "thanks"', { concept: "thanks" }],
    ["translate {text}", "translate thank you", { text: "thank you" }],
    ["move {a} to {b}", "move please to the end, please", { a: "please", b: "the end" }],
    ["{who} explained", "Entropy please explained", { who: "Entropy please" }],
    ["set {__proto__} now", "set a b now", Object.fromEntries([["__proto__", "a b"]])],
  ])("M2 %j in %j", (phrase, message, variables) => {
    expect(find(message, phrase)?.variables).toEqual(variables);
  });

  it.each([
    ["explain {x}", "explain"],
    ["explain {x}", "Please explain. Thanks"],
    ["{x} explained", "explained"],
    ["explain {x}", "explain, please"],
    ["move {a} to {b}", "move to b"],
    ["move {a} to {b}", "move it. Go to bed"],
    ["move {a} to {b}", "move it\nto bed"],
    ["move {a} to {b}", "move it to"],
  ])("M2 are never empty and stay in their sentence: %j is not in %j", (phrase, message) => {
    expect(find(message, phrase)).toBeUndefined();
  });
});

it("M2 a closing courtesy is not part of a value, and nothing else is removed from it", () => {
  const words = fc.array(fc.stringMatching(/^[b-d0-9]{2,6}$/), { minLength: 1, maxLength: 4 });
  const closings = fc.constantFrom(
    "please",
    "Thanks",
    "thank you",
    "bitte",
    "por favor",
    "merci beaucoup",
    "grazie",
  );
  fc.assert(
    fc.property(
      words,
      closings,
      fc.constantFrom(" ", ", ", " – "),
      fc.constantFrom("", "!", "."),
      (said, closing, joint, end) => {
        const value = said.join(" ");
        expect(find(`explain ${value}${joint}${closing}${end}`, "explain {x}")?.variables).toEqual({
          x: value,
        });
        expect(find(`explain ${value}`, "explain {x}")?.variables).toEqual({ x: value });
      },
    ),
  );
});

it("M2 any text without its courtesy begins as it began", () => {
  const texts = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom("please", ", ", " ", "thanks", "x", "İ", "\ud800") }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(text.startsWith(withoutCourtesy(text))).toBe(true);
    }),
  );
});

describe("what a trigger decides", () => {
  it.each([
    ["create a note", "please create a note about what we said yesterday in the long meeting", true],
    ["explain {x}", "explain entropy", true],
    ["summarize {url}", "summarize https://example.org/a/b?c=d", true],
    ["do it", "do it", true],
    ["创建笔记", "请你现在就帮我在这个项目里面创建笔记", true],
    ["explain {x}", "explain how this function works and fix it", false],
    ["create a {x}", "create a function that reads a file", false],
    ["what is {x}", "what is entropy", false],
    ["what is {x}", "what is it", false],
    ["how do i {x}", "how do I go", false],
    ["什么是{x}", "什么是熵", false],
    ["翻译", "请你把这一段文字翻译成英文", false],
  ])("M2 %j in %j: %s", (phrase, message, decisive) => {
    expect(find(message, phrase)?.decisive).toBe(decisive);
  });
});

describe("many triggers", () => {
  it("M2 the longest of a skill wins: literal words first, then text", () => {
    const phrases = ["note", "create {x} note", "create a note", "a note"];
    expect(find("create a note now", ...phrases)?.phrase).toBe("create a note");
    expect(find("create my big note now", ...phrases)?.phrase).toBe("create {x} note");
    expect(find("make {x} x", "make {x}", "{x} make")?.phrase).toBe("make {x}");
  });

  it("M2 each skill has its own hit, and the best comes first", () => {
    const index = indexTriggers([
      { skill: "note", phrase: "note {x}" },
      { skill: "meeting", phrase: "create a meeting note" },
      { skill: "other", phrase: "make coffee" },
      { skill: "copy", phrase: "create a meeting note" },
    ]);
    const hits = index.match("create a meeting note about plans");
    expect(hits.map(({ skill, decisive }) => [skill, decisive])).toEqual([
      ["meeting", true],
      ["copy", true],
      ["note", false],
    ]);
  });

  it("M2 what can be no trigger takes nothing away from the others", () => {
    const index = indexTriggers([
      { skill: "a", phrase: "{x}" },
      { skill: "b", phrase: "fine" },
    ]);
    expect(index.match("fine").map(({ skill }) => skill)).toEqual(["b"]);
  });
});

describe("any message and any phrases", () => {
  const word = fc.constantFrom("a", "Note", "create", "to", "É", "ß", "你", "好", "が", "번", "c++", "x1");
  const gap = fc.constantFrom(" ", "  ", "\t", "\n", "\u00a0", "-", ", ", "_");
  const sign = fc.constantFrom(
    ". ",
    "? ",
    "\n\n",
    '"',
    "'",
    "“",
    "”",
    "(",
    ")",
    "/",
    "~",
    "。",
    "😀",
    "\ud800",
    "[",
    "{",
    "|",
  );
  const text = fc.array(fc.oneof(word, gap, sign), { maxLength: 30 }).map((parts) => parts.join(""));
  const phrase = fc
    .array(fc.oneof(word, fc.constantFrom("{p}", "{q}", "[a]", "(a|to)")), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(" "));
  const phrases = fc.array(phrase, { maxLength: 8 });

  it("M2 never throw, and every hit is in the message", () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: "binary" })), phrases, (message, all) => {
        for (const { variables, start, end, coverage } of indexTriggers(
          all.map((one, at) => ({ skill: at % 3, phrase: one })),
        ).match(message)) {
          for (const value of Object.values(variables)) {
            expect(value).not.toBe("");
            expect(message).toContain(value);
          }
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(message.length);
          expect(coverage).toBeGreaterThan(0);
          expect(coverage).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("M2 a phrase without variables is found in itself, in any case and with any spacing", () => {
    const words = fc.array(word, { minLength: 1, maxLength: 8 });
    const gaps = fc.array(gap, { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(
        words,
        gaps,
        fc.constantFrom("toUpperCase", "toLowerCase", "trim"),
        (all, spaces, change) => {
          const message = all
            .map((one, at) => one + (spaces[at] ?? " "))
            .join("")
            [change]();
          expect(find(message, all.join(" "))).toMatchObject({ coverage: 1, decisive: true });
        },
      ),
    );
  });

  it("M2 more phrases never take a hit away", () => {
    fc.assert(
      fc.property(text, phrases, phrases, (message, some, more) => {
        const rows = some.map((one, at) => ({ skill: `s${at % 3}`, phrase: one }));
        const others = more.map((one, at) => ({ skill: `t${at % 3}`, phrase: one }));
        const before = indexTriggers(rows).match(message);
        const after = indexTriggers([...others, ...rows]).match(message);
        expect(after.filter(({ skill }) => skill.startsWith("s"))).toEqual(before);
        const same = indexTriggers([...rows, ...others.map((row) => ({ ...row, skill: "s0" }))]).match(
          message,
        );
        expect(same.map(({ skill }) => skill)).toEqual(
          expect.arrayContaining(before.map(({ skill }) => skill)),
        );
      }),
    );
  });
});

describe("a table of triggers", () => {
  const phrase = fc
    .array(fc.constantFrom("a", "note", "create", "to", "你", "{p}", "[big]", "(a|to)"), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.join(" "));
  const skills = fc.array(fc.array(phrase, { maxLength: 3 }), { minLength: 1, maxLength: 6 });
  const message = fc
    .array(fc.constantFrom("a", "note", "create", "to", "你", "big", "x", "."), { maxLength: 12 })
    .map((words) => words.join(" "));

  it("M5 finds the same, whichever skills were copied from an earlier one", () => {
    fc.assert(
      fc.property(skills, message, fc.nat(), (all, text, which) => {
        const rows = all.map((phrases, at) => ({ key: String(at), phrases }));
        const phraseAt = (skill: number, place: number) => {
          const found = all[skill]?.[place];
          return found === undefined ? undefined : { skill, phrase: found };
        };
        const fresh = buildTriggerTable(rows);
        const renewed = buildTriggerTable(
          rows.map((row, at) => ((which >> at) & 1 ? { key: row.key, table: fresh, row: at } : row)),
        );
        const hits = openTriggers(fresh, phraseAt).match(text);
        expect(openTriggers(renewed, phraseAt).match(text)).toEqual(hits);
        const alone = indexTriggers(
          all.flatMap((phrases, skill) => phrases.map((one) => ({ skill, phrase: one }))),
        );
        expect(alone.match(text)).toEqual(hits);
      }),
    );
  });

  it("M2 a skill's phrases are matched up to the documented number", () => {
    const phrases = Array.from({ length: 300 }, (_, at) => `summon word${at}`);
    const table = buildTriggerTable([{ key: "it", phrases }]);
    const index = openTriggers(table, (skill, place) => ({ skill, phrase: phrases[place] ?? "" }));
    expect(index.match("summon word255")).toHaveLength(1);
    expect(index.match("summon word256")).toEqual([]);
  });
});

describe("the work for a hostile message", () => {
  const index = indexTriggers([
    { skill: 1, phrase: "a {p} a {q} a {r} b" },
    { skill: 2, phrase: "a a a a a a a a a b" },
    { skill: 3, phrase: "{p} a a a a b {q}" },
    { skill: 4, phrase: "a {p} b b" },
    { skill: 5, phrase: "explain {p}" },
    { skill: 6, phrase: '"a" {p} "b"' },
  ]);
  const work = (message: string) => {
    const meter = { steps: 0 };
    index.match(message, meter);
    return meter.steps;
  };

  it.each([
    ["one word", "a "],
    ["two words", "a b "],
    ["words in lines", "a a\nb a\n"],
    ["sentences", "a. b! a? "],
    ["quotes", '"a a" b '],
    ["open quotes", '"a “b '],
    ["near misses", "a a a a a a a a a a c b "],
    ["a word at the end of each sentence", "b explain. a "],
    ["Chinese", "你好"],
  ])("M2 grows with its length and no faster: %s", (_what, piece) => {
    const words = 2_000;
    const short = work(piece.repeat(words));
    const long = work(piece.repeat(words * 4));
    expect(long).toBeLessThanOrEqual(short * 4.1 + 100);
    expect(long).toBeLessThan(words * 4 * piece.length * 40);
  });

  it("M2 does not grow with phrases that have nothing in common with the message", () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => ({
      skill: at,
      phrase: `create word${at} {x} note`,
    }));
    const meter = { steps: 0 };
    expect(indexTriggers(rows).match("please create word7 as a note", meter)).toHaveLength(1);
    expect(meter.steps).toBeLessThan(100);
  });
});
