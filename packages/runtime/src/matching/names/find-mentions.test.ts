import { expect, test } from "vitest";
import type { CommandPolicy } from "../../profile.ts";
import { codeRanges } from "./code-ranges.ts";
import { findMentions } from "./mentions.ts";
import { namesWhole, spokenNames } from "./spoken-names.ts";

const NAMES = [
  "pdf",
  "PDF-tools",
  "code-review",
  "my notes",
  "my notes two",
  "größe",
  "周报",
  "skill:x",
  "a.b",
  "path2",
];

const MESSAGES: readonly string[] = [
  "",
  "/pdf",
  "/pdf a b",
  "  /PDF  keep  spaces ",
  "/pdf /code-review both",
  "/pdf /pdf twice",
  "/pdf /unknown rest",
  "/unknown rest",
  "/skill:pdf x",
  "/SKILL:PDF x",
  "/skill:pfd x",
  "/skill: x",
  "/skill:x y",
  "/skill:skill:x y",
  "/my notes about cats",
  "/my notes two more",
  "/My Notes x",
  "/skill:my notes y",
  "/Skill:my notes two y",
  "/my notesx",
  "/my notes",
  "\\/pdf x",
  "\\\\/pdf x",
  "\\/my notes x",
  "/pdf/x y",
  "/skill:a/b",
  `/${"p".repeat(256)} x`,
  "please /pdf",
  "/größe /GRÖßE /周报 x",
  "/a.b c",
  "use $pdf and $PDF-tools.",
  "$pdf",
  "x$pdf y",
  "报$pdf吧",
  "$周报。然后",
  "$pdf, $code-review: $a.b.",
  "$pdf- $pdf: $pdf...",
  "\\$pdf and \\\\$pdf and \\\\\\$pdf",
  "$PDF is a variable, $path2 is not, $PATH is",
  "$home $user $1 $5.00 $a $_",
  "\x24{pdf} $pdf() $pdf[0] $pdf=1 $pdf/x $pdf\\x a=$pdf /$pdf $$pdf {$pdf",
  "$pdf-> $pdf- > $pdf>",
  "`$pdf` and ``$pdf`` and $pdf",
  "```\n$pdf\n``` $code-review",
  "C:\\$pdf",
  `$${"p".repeat(255)} $${"p".repeat(256)}`,
  "/pdf $pdf $code-review",
  "/1 /pdf",
];

const POLICIES: readonly (readonly [string, CommandPolicy])[] = [
  ["any", { spellings: ["/name", "/skill:name", "$name"], exact: false }],
  ["exact", { spellings: ["/name", "/skill:name", "$name"], exact: true }],
  ["/name", { spellings: ["/name"], exact: false }],
  ["/skill:name", { spellings: ["/skill:name"], exact: false }],
  ["$name", { spellings: ["$name"], exact: false }],
];

const shorten = (text: string) => JSON.stringify(text.length > 90 ? `${text.slice(0, 80)}…` : text);

test("M1 the skills that a message names are found as they were, under every policy", async () => {
  const text = MESSAGES.map((message) => {
    const lines = POLICIES.flatMap(([label, policy]) => {
      const { mentions, unknown, rest } = findMentions(message, (name) => NAMES.includes(name), {
        policy,
        names: NAMES,
      });
      if (mentions.length + unknown.length === 0 && rest === message) return [];
      return [
        `${label}: ${[
          ...mentions.map(
            ({ name, style, args, index }) => `${style} ${name}@${index}${args === "" ? "" : ` (${args})`}`,
          ),
          ...unknown.map(
            ({ name, index, suggestion = "none" }) => `unknown ${name}@${index}, nearest ${suggestion}`,
          ),
        ].join(", ")} | ${shorten(rest)}`,
      ];
    });
    return [`## ${shorten(message)}`, ...lines].join("\n");
  });
  await expect(`${text.join("\n\n")}\n`).toMatchFileSnapshot("find-mentions.txt");
});

test("M1 at most 8 skills are named, and a message is searched up to 65,536 characters, without cutting a name", () => {
  const all = (text: string, names: readonly string[]) =>
    findMentions(text, (name) => names.includes(name), { names }).mentions.map(
      ({ name, index }) => `${name}@${index}`,
    );
  const nine = Array.from({ length: 9 }, (_, at) => `skill${at}`);
  expect(all(nine.map((name) => `/${name}`).join(" "), nine)).toHaveLength(8);
  expect(all(nine.map((name) => `$${name}`).join(" "), nine)).toHaveLength(8);
  const filler = (length: number) => `${"x".repeat(length - 1)} `;
  expect(all(`${filler(65_532)}$pdf`, ["pdf"])).toEqual(["pdf@65532"]);
  expect(all(`${filler(65_531)}$pdf more`, ["pdf"])).toEqual(["pdf@65531"]);
  expect(all(`${filler(65_533)}$pdf`, ["pdf", "pd"])).toEqual([]);
  expect(all(`${filler(65_536)}$pdf`, ["pdf"])).toEqual([]);
});

test.each<[string, readonly (readonly [number, number])[]]>([
  ["", []],
  ["plain", []],
  ["a `b` c", [[2, 5]]],
  ["a ``b ` c`` d", [[2, 11]]],
  ["a `b c", []],
  ["`a\n\nb`", []],
  ["`a\nb`", [[0, 5]]],
  ["\\`a` b`", [[3, 7]]],
  ["```\na\n```\nb", [[0, 10]]],
  ["```\na\n````\nb", [[0, 11]]],
  ["````\na\n```\nb", [[0, 12]]],
  ["```\na\n``` x\nb", [[0, 13]]],
  ["~~~ x\na\n~~~", [[0, 11]]],
  ["~~~\na\n```\n~~~", [[0, 13]]],
  [
    "   ```\na\n   ```\n`b`",
    [
      [0, 16],
      [16, 19],
    ],
  ],
  ["    ```\n`a`", [[8, 11]]],
  [
    "``` a ``` `b`",
    [
      [0, 9],
      [10, 13],
    ],
  ],
  ["~~~ a ~~~\nb", [[0, 11]]],
  [
    "`a` `b`\n```\nc\n```\n`d`",
    [
      [0, 3],
      [4, 7],
      [8, 18],
      [18, 21],
    ],
  ],
  ["a`b\n```\nc\n```\nd`e", [[4, 14]]],
  ["`a ``b`` c`", [[0, 11]]],
])("M1 the code of %j is at %j", (text, ranges) => {
  expect(codeRanges(text).map(({ start, end }) => [start, end])).toEqual(ranges);
});

test.each([
  ["pdf", "pdf"],
  ["PDF, please!", "pdf"],
  ["please pdf tools thanks", "pdf-tools"],
  ["Größe", "groesse"],
  ["Groesse", "groesse"],
  ["bitte, code review", "code-review"],
  ["use the pdf skill", "pdf"],
  ["use pdf skill to merge", "pdf"],
  ["please load my skill called pdf", "pdf"],
  ["run this with the code review skill", "code-review"],
  ["用周报技能", "周报"],
  ["benutze den Skill pdf", "pdf"],
])("M1 %j names %s in plain words", (message, name) => {
  expect(spokenNames(message)(name)).toBe(true);
});

test.each([
  ["", "pdf"],
  ["pdf file", "pdf"],
  ["pdf", "pdf-tools"],
  ["use pdf", "pdf"],
  ["write a pdf skill", "pdf"],
  ["what is the pdf skill", "pdf"],
  ["don't use the pdf skill", "pdf"],
  ["never ever again please use the pdf skill", "pdf"],
  ["use the skill for pdf", "pdf"],
  ["use the xpdf skill", "pdf"],
  ["use the skill", ""],
  ["use the skill", "…"],
])("M1 %j does not name %s", (message, name) => {
  expect(spokenNames(message)(name)).toBe(false);
});

test("M1 a negation counts up to four words before the verb", () => {
  expect(spokenNames("not a b c use the pdf skill")("pdf")).toBe(false);
  expect(spokenNames("not a b c d use the pdf skill")("pdf")).toBe(true);
});

test("M1 a name is the whole message up to 200 characters, and is said anywhere in a longer one", () => {
  const name = (length: number) => `${"ab-".repeat(66)}${"c".repeat(length - 198)}`;
  expect(spokenNames(name(200))(name(200))).toBe(true);
  expect(spokenNames(name(201))(name(201))).toBe(false);
  expect(namesWhole(name(200), [name(200)])).toEqual([0]);
  expect(namesWhole(name(201), [name(201)])).toEqual([]);
  expect(spokenNames(`use the pdf skill ${"x ".repeat(100)}`)("pdf")).toBe(true);
  expect(spokenNames(`${"x ".repeat(100)} 用技能pdf`)("pdf")).toBe(true);
});

test("M1 names that are the whole message are found by their row, in both spellings", () => {
  const names = [
    "pdf",
    "pdf-tools",
    "Pdf_Tools",
    "--pdf--",
    "übung",
    "uebung",
    "tools",
    "…",
    "pdf…tools",
    "pdf----tools",
  ];
  expect(namesWhole("pdf tools", names)).toEqual([1, 2, 8]);
  expect(namesWhole("pdf", names)).toEqual([0]);
  expect(namesWhole("Uebung", names)).toEqual([5]);
  expect(namesWhole("Übung", names)).toEqual([4, 5]);
  expect(namesWhole("", names)).toEqual([]);
  expect(namesWhole("pdf", ["ＰＤＦ", "xml", "pdf"])).toEqual([0, 2]);
});
