import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseYaml } from "./parse-yaml.ts";
import { parsePlainYaml } from "./plain-yaml.ts";

const AWKWARD = [
  "",
  " ",
  "plain words",
  "a: b",
  "a:b",
  "ends with:",
  ":starts",
  "a #b",
  "a#b",
  "# note",
  "- dash",
  "-",
  "-5",
  "--flag",
  "---",
  "...",
  "? key",
  '"quoted"',
  '"half',
  '"a" b',
  '"esc \\" \\\\ \\n \\t \\/"',
  '"\\u00e9 \\x41"',
  '"\\q"',
  "'single'",
  "'it''s'",
  "'it's'",
  "it's",
  "[]",
  "[a, b]",
  "[a, b,]",
  '[a , \'b, c\', "d\\"]" ]',
  "[a: b]",
  "[a:b, Bash(git:*)]",
  "[a, [b]]",
  "[a] b",
  "[a",
  "[ , ]",
  "[-a, ?b]",
  "[a #b]",
  "{}",
  "{a: 1}",
  "{{x}}",
  "&anchor x",
  "*alias",
  "!tag x",
  "@at",
  "`tick`",
  "%percent",
  "|",
  ">",
  ">-",
  "|-",
  "|+",
  "|2",
  "> # note",
  "null",
  "~",
  "true",
  "1.0",
  "0x1F",
  "1e400",
  ".inf",
  "2026-01-01",
  "emoji 🙂 end",
  "em — dash “quotes”",
  "漢字　幅",
  "no-break\u00a0",
  "\u00a0",
  "tab\there",
  "line\u2028sep",
  "bom\ufeff",
  "half \ud83d pair",
  "nul\u0085",
];
const KEYS = [
  "name",
  "description",
  "a",
  "b",
  "a.b",
  "x-y",
  "__proto__",
  "constructor",
  "1",
  "null",
  '"q"',
  "k k",
];

const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...AWKWARD) },
  fc.string({ unit: fc.constantFrom(...":#-'\"[]{},|> \\\tab1é🙂".split("")), maxLength: 8 }),
);
const indent = fc.constantFrom("", "", "", " ", "  ", "  ", "    ", "      ", "\t");
const line = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(indent, fc.constantFrom(...KEYS), fc.constantFrom(": ", ": ", ":  ", ":", " : "), value)
      .map((parts) => parts.join("")),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(indent, fc.constantFrom("- ", "-  ", "-"), value).map((parts) => parts.join("")),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(indent, fc.constantFrom("- "), fc.constantFrom(...KEYS), fc.constant(": "), value)
      .map((parts) => parts.join("")),
  },
  { weight: 2, arbitrary: fc.tuple(indent, value).map((parts) => parts.join("")) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "  ", "# note", "  # note", "key: >-", "key: |", "  key:", "key:"),
  },
);
const end = fc.constantFrom("\n", "\n", "\n", "\r\n", " \n", "\r");
const wildText = fc
  .tuple(fc.array(line, { maxLength: 9 }), end, fc.boolean())
  .map(([lines, join, closes]) => lines.join(join) + (closes ? join : ""));

/** Mostly valid texts, so that an invalid line has valid ones before and after it. */
const tame = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("word", "two words", "'q'", "[a, b]", "1.0", "") },
  value,
);
const gap = fc.constantFrom("", "", "", "", "\n", "\n# note", "\n  # note", "\n   ");
const field = fc.oneof(
  tame,
  fc
    .array(fc.tuple(gap, tame), { maxLength: 3 })
    .map((items) => items.map(([space, item]) => `${space}\n- ${item}`).join("")),
  fc
    .array(fc.tuple(gap, tame), { maxLength: 3 })
    .map((items) => items.map(([space, item]) => `${space}\n  - ${item}`).join("")),
  fc
    .array(fc.tuple(gap, tame), { maxLength: 3 })
    .map((items) => items.map(([space, item], index) => `${space}\n  k${index}: ${item}`).join("")),
  fc
    .array(fc.tuple(tame, tame), { maxLength: 3 })
    .map((items) => items.map(([one, two]) => `\n  - a: ${one}\n    b: ${two}`).join("")),
  fc
    .array(fc.tuple(tame, tame), { maxLength: 2 })
    .map((items) =>
      items.map(([one, two], index) => `\n  m${index}:\n    a: ${one}\n    b:\n    - ${two}`).join(""),
    ),
  fc
    .tuple(
      fc.constantFrom("|", ">", ">-", "|-", "|+", "text"),
      fc.array(fc.tuple(gap, indent, tame), { maxLength: 4 }),
    )
    .map(([head, items]) => head + items.map(([space, more, item]) => `${space}\n  ${more}${item}`).join("")),
);
const tameText = fc
  .tuple(fc.array(field, { maxLength: 5 }), end, fc.boolean())
  .map(([fields, join, closes]) => {
    const source = fields.map((item, index) => `key${index}: ${item}`).join("\n") + (closes ? "\n" : "");
    return source.replaceAll("\n", join);
  });

describe("the plain subset", () => {
  it("F11 gives exactly what the full parser gives, or nothing, for any text", () => {
    fc.assert(
      fc.property(fc.oneof(wildText, tameText), (source) => {
        const plain = parsePlainYaml(source);
        if (plain !== undefined) expect({ map: plain, problems: [] }).toEqual(parseYaml(source));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    "name: pdf\ndescription: Reads PDF files — use when asked.\n",
    "name: pdf\r\ndescription: >-\r\n  Reads\r\n  files.\r\n\r\nlicense: MIT\r\n",
    "description: |\n\n  one\n    two\n\n  three\nname: x\n",
    "description: >\n\n  one\n    two\n  three\n\n\n  four\nname: x\n",
    "tags: [a, 'b, c', \"d\"]\ntools:\n- x\n- y\n",
    "metadata:\n  hermes:\n    tags: []\n    config:\n      - key: a\n        prompt: b\n      - key: c\nempty:\nlast: 1.0\n",
    "description: runs over\n  two lines\n  and three\nname: 'it''s'\n",
    '# a note\nname: x\n  # another\nnode: "a \\"b\\" \\n"\n',
    "",
  ])("F1 reads %j without the full parser", (source) => {
    const plain = parsePlainYaml(source);
    expect(plain).toBeDefined();
    expect({ map: plain, problems: [] }).toEqual(parseYaml(source));
  });

  it("F11 leaves a mapping with too many keys to the parser that refuses it", () => {
    const source = Array.from({ length: 1_001 }, (_, index) => `k${index}: v`).join("\n");
    expect(parsePlainYaml(source)).toBeUndefined();
  });
});
