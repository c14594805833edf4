import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DIAGNOSTIC_CODES } from "../codes.ts";
import { RULE_SETS } from "./rule-sets.ts";
import { type ValidationOptions, validateSkill } from "./validate-skill.ts";

const skill = (yaml: string) => `---\n${yaml}\n---\nBody`;
const named = (name: string) => skill(`name: ${name}\ndescription: d`);

function errorsOf(text: string, options: ValidationOptions = {}): readonly string[] {
  const { ok, diagnostics } = validateSkill(text, {
    directoryName: "my-skill",
    fileName: "SKILL.md",
    ...options,
  });
  const errors = diagnostics
    .filter(({ severity }) => severity === "error")
    .map(({ code }) => code.slice("format.".length));
  expect(ok).toBe(errors.length === 0);
  return errors;
}

const GOOD = "name: my-skill\ndescription: d";

describe("the standard", () => {
  it("F2 accepts a skill that uses all six fields to their limits", () => {
    const name = `a${"-b".repeat(31)}c`;
    const yaml = `name: ${name}\ndescription: ${"d".repeat(1_024)}\nlicense: MIT\ncompatibility: ${"c".repeat(500)}\nmetadata:\n  author: me\nallowed-tools: Bash(git add, git commit) Read`;
    expect(validateSkill(skill(yaml), { directoryName: name, fileName: "SKILL.md" })).toEqual({
      ok: true,
      rules: "spec",
      name,
      diagnostics: [],
    });
  });

  it.each([
    ["no name", "description: d", ["name-missing"]],
    ["a name of 65 characters", `name: ${"a".repeat(65)}\ndescription: d`, ["name-length", "name-mismatch"]],
    ["capital letters", "name: My-Skill\ndescription: d", ["name-uppercase", "name-mismatch"]],
    ["an underscore", "name: my_skill\ndescription: d", ["name-characters", "name-mismatch"]],
    ["letters outside a–z", "name: 技能\ndescription: d", ["name-not-ascii", "name-mismatch"]],
    ["a leading hyphen", "name: -my-skill\ndescription: d", ["name-hyphens", "name-mismatch"]],
    ["a trailing hyphen", "name: my-skill-\ndescription: d", ["name-hyphens", "name-mismatch"]],
    ["two hyphens", "name: my--skill\ndescription: d", ["name-hyphens", "name-mismatch"]],
    ["another directory", "name: other\ndescription: d", ["name-mismatch"]],
    ["a list as name", "name: [my-skill]\ndescription: d", ["name-type"]],
    ["no description", "name: my-skill", ["description-missing"]],
    ["a blank description", "name: my-skill\ndescription: '  '", ["description-missing"]],
    [
      "a description of 1,025 characters",
      `name: my-skill\ndescription: ${"d".repeat(1_025)}`,
      ["description-length"],
    ],
    ["a description of 1,024 emoji", `name: my-skill\ndescription: ${"🙂".repeat(1_024)}`, []],
    ["an empty compatibility", `${GOOD}\ncompatibility: ''`, ["compatibility-empty"]],
    [
      "a compatibility of 501 characters",
      `${GOOD}\ncompatibility: ${"c".repeat(501)}`,
      ["compatibility-length"],
    ],
    ["a compatibility that is a list", `${GOOD}\ncompatibility: [a]`, ["compatibility-type"]],
    ["a license that is a mapping", `${GOOD}\nlicense: {a: b}`, ["license-type"]],
    ["metadata that is a list", `${GOOD}\nmetadata: [a]`, ["metadata-type"]],
    ["nested metadata", `${GOOD}\nmetadata:\n  a:\n    b: c`, ["metadata-value"]],
    ["a list of tools", `${GOOD}\nallowed-tools: [Read]`, ["allowed-tools-type"]],
    ["tools with commas", `${GOOD}\nallowed-tools: Read, Write`, ["allowed-tools-commas"]],
    ["an unknown field", `${GOOD}\nversion: 1.0.0`, []],
    ["a number in metadata", `${GOOD}\nmetadata:\n  version: 1.0`, []],
    ["an unquoted colon", "name: my-skill\ndescription: Use when: x", ["yaml-repaired"]],
    ["a key that stands twice", `${GOOD}\nname: x`, ["duplicate-key"]],
  ])("F2 judges a skill with %s", (_what, yaml, errors) => {
    expect(errorsOf(skill(yaml))).toEqual(errors);
  });

  it("F2 names every violation on its own, with its place and what to do", () => {
    const { diagnostics } = validateSkill(skill("name: My--Skill\ndescription: d\nextra: 1"), {
      directoryName: "x",
    });
    expect(diagnostics.map(({ code, line, column }) => [code, line, column])).toEqual([
      ["format.name-uppercase", 2, 7],
      ["format.name-hyphens", 2, 7],
      ["format.name-mismatch", 2, 7],
      ["format.unknown-field", 4, 1],
    ]);
    for (const { hint, message } of diagnostics) {
      expect(hint).toBeTruthy();
      expect(message).toBeTruthy();
    }
  });

  it("F2 the file is named exactly SKILL.md", () => {
    expect(errorsOf(skill(GOOD), { fileName: "skill.md" })).toEqual(["file-name"]);
  });

  it("F2 a text that is not on disk is validated without its directory and file name", () => {
    expect(validateSkill(named("anything"))).toMatchObject({ ok: true, name: "anything" });
  });
});

/** The test vectors of the reference validator, and further texts on which readers were compared. */
const VECTORS: readonly (readonly [
  what: string,
  text: string,
  directory: string,
  errors: readonly string[],
])[] = [
  ["a valid skill", skill(GOOD), "my-skill", []],
  ["no frontmatter", "# No frontmatter", "my-skill", ["no-frontmatter"]],
  ["unclosed frontmatter", "---\nname: a\ndescription: d\n", "my-skill", ["unclosed-frontmatter"]],
  [
    "an open bracket",
    skill("name: [invalid\ndescription: d"),
    "my-skill",
    ["name-type", "yaml-flow", "yaml-repaired"],
  ],
  ["a list as frontmatter", skill("- a\n- b"), "my-skill", ["not-a-mapping"]],
  ["a license", skill(`${GOOD}\nlicense: MIT`), "my-skill", []],
  ["a number in metadata", skill(`${GOOD}\nmetadata:\n  version: 1.0`), "my-skill", []],
  ["no name", skill("description: d"), "my-skill", ["name-missing"]],
  ["no description", skill("name: my-skill"), "my-skill", ["description-missing"]],
  ["tools as a string", skill(`${GOOD}\nallowed-tools: Bash(jq:*) Bash(git:*)`), "my-skill", []],
  ["capital letters", named("MySkill"), "MySkill", ["name-uppercase"]],
  ["70 characters", named("a".repeat(70)), "a".repeat(70), ["name-length"]],
  ["a leading hyphen", named("-my-skill"), "-my-skill", ["name-hyphens"]],
  ["two hyphens", named("my--skill"), "my--skill", ["name-hyphens"]],
  ["an underscore", named("my_skill"), "my_skill", ["name-characters"]],
  ["another directory", named("other"), "my-skill", ["name-mismatch"]],
  ["an unknown field", skill(`${GOOD}\nunknown_field: x`), "my-skill", ["unknown-field"]],
  [
    "all fields",
    skill(`${GOOD}\nlicense: MIT\ncompatibility: c\nallowed-tools: a\nmetadata:\n  a: b`),
    "my-skill",
    [],
  ],
  ["Chinese", named("技能"), "技能", []],
  ["Cyrillic with a hyphen", named("мой-навык"), "мой-навык", []],
  ["Cyrillic", named("навык"), "навык", []],
  ["Cyrillic capitals", named("НАВЫК"), "НАВЫК", ["name-uppercase"]],
  [
    "a description of 1,100 characters",
    skill(`name: my-skill\ndescription: ${"x".repeat(1_100)}`),
    "my-skill",
    ["description-length"],
  ],
  ["a compatibility", skill(`${GOOD}\ncompatibility: Python 3.11+`), "my-skill", []],
  [
    "a compatibility of 550 characters",
    skill(`${GOOD}\ncompatibility: ${"x".repeat(550)}`),
    "my-skill",
    ["compatibility-length"],
  ],
  ["a decomposed name", named("cafe\u0301"), "café", []],
  [
    "an unquoted colon",
    skill("name: my-skill\ndescription: Use this when: x"),
    "my-skill",
    ["yaml-repaired"],
  ],
  ["a flow list", skill(`${GOOD}\nallowed-tools: [Read, Bash]`), "my-skill", ["yaml-flow"]],
  ["a block list", skill(`${GOOD}\nallowed-tools:\n  - Read`), "my-skill", []],
  ["a flow mapping", skill(`${GOOD}\nmetadata: {"a": "1"}`), "my-skill", ["yaml-flow"]],
  ["nested metadata", skill(`${GOOD}\nmetadata:\n  a:\n    b: c`), "my-skill", []],
  ["a key that stands twice", skill(`${GOOD}\nname: x`), "my-skill", ["duplicate-key"]],
  ["an anchor", skill(`${GOOD}\nlicense: &a MIT`), "my-skill", ["yaml-forbidden"]],
  ["an empty description", skill("name: my-skill\ndescription:"), "my-skill", ["description-missing"]],
  ["a number as description", skill("name: my-skill\ndescription: 5"), "my-skill", []],
  ["a byte order mark", `\ufeff${skill(GOOD)}`, "my-skill", ["byte-order-mark"]],
  ["Windows line ends", skill(GOOD).replaceAll("\n", "\r\n"), "my-skill", []],
  ["a rule in the body", `${skill(GOOD)}\n---\nmore`, "my-skill", []],
  ["a space behind the opening line", skill(GOOD).replace("---", "--- "), "my-skill", []],
  ["a leading blank line", `\n${skill(GOOD)}`, "my-skill", ["blank-before-frontmatter"]],
  ["three dots as the closing line", `---\n${GOOD}\n...\nBody`, "my-skill", ["unclosed-frontmatter"]],
  ["empty frontmatter", "---\n---\nBody", "my-skill", ["name-missing", "description-missing"]],
  ["four hyphens", `----\n${GOOD}\n----\n`, "my-skill", ["no-frontmatter"]],
  ["a tab as indentation", skill(`${GOOD}\nmetadata:\n\ta: b`), "my-skill", ["yaml-repaired"]],
  ["Devanagari vowel signs", named("स्किल"), "स्किल", ["name-characters"]],
  ["a multiplication sign", named("a×b"), "a×b", ["name-characters"]],
  ["a compatibility that is empty", skill(`${GOOD}\ncompatibility: ''`), "my-skill", []],
  [
    "hyphens inside a value, where we differ on purpose",
    skill("name: my-skill\ndescription: foo --- bar"),
    "my-skill",
    [],
  ],
];

describe("the reference validator", () => {
  it.each(VECTORS)("F2 agrees on %s", (_what, text, directoryName, errors) => {
    expect(errorsOf(text, { directoryName, rules: "skills-ref" })).toEqual(errors);
  });

  it("F2 accepts a file named skill.md", () => {
    expect(errorsOf(skill(GOOD), { fileName: "skill.md", rules: "skills-ref" })).toEqual([]);
  });
});

describe("names as they are written", () => {
  const compatible: readonly [string, string, string][] = [
    ["a ligature", "\ufb01le-x", "file-x"],
    ["a full-width letter", "\uff50df", "pdf"],
    ["a superscript digit", "a\u00b2", "a2"],
  ];
  const strict = RULE_SETS.map(({ name }) => name).filter((name) => name !== "skills-ref");
  it.each(compatible)("F2 %s is no letter a–z, except for the reference validator", (_what, name, plain) => {
    const metadata = "metadata:\n  version: 1.0.0\n  tags: a";
    const text = skill(`name: ${name}\ndescription: d\n${metadata}`);
    for (const rules of strict)
      expect([rules, errorsOf(text, { directoryName: name, rules })]).toEqual([rules, ["name-not-ascii"]]);
    expect(errorsOf(text, { directoryName: plain, rules: "skills-ref" })).toEqual([]);
    expect(errorsOf(text, { directoryName: plain })).toEqual(["name-not-ascii", "name-mismatch"]);
  });

  it("F2 spaces around a name belong to it, except for the reference validator", () => {
    const text = skill('name: " my-skill "\ndescription: d');
    expect(errorsOf(text)).toEqual(["name-characters", "name-mismatch"]);
    expect(errorsOf(text, { rules: "skills-ref" })).toEqual([]);
  });
});

describe("further rule sets", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["mcp", "plain frontmatter", GOOD, []],
    ["mcp", "a one-line list", `${GOOD}\nallowed-tools: [Read, 'a, b']\nx: {"a": {"b": "]"}}`, []],
    ["mcp", "a list over two lines", `${GOOD}\ntags: [a,\n  b]`, ["yaml-portable"]],
    ["mcp", "a quoted text over two lines", 'name: my-skill\ndescription: "a\n  b"', ["yaml-portable"]],
    ["mcp", "a quoted text with an escaped quote", 'name: my-skill\ndescription: "a \\" b"', []],
    ["mcp", "a block text", "name: my-skill\ndescription: >-\n  a\n  b", []],
    ["mcp", "an indentation number", "name: my-skill\ndescription: |2\n   a", ["yaml-portable"]],
    ["mcp", "a pair inside a list", `${GOOD}\nx: [a: b]`, ["yaml-portable"]],
    ["mcp", "a number as key", `${GOOD}\nx:\n  1: b`, ["yaml-portable"]],
    ["mcp", "an infinite number", `${GOOD}\nx: .inf`, ["yaml-portable"]],
    ["mcp", "a number in metadata", `${GOOD}\nmetadata:\n  v: 1.0`, ["metadata-coerced"]],
    ["mcp", "a date in metadata", `${GOOD}\nmetadata:\n  d: 2026-01-01`, []],
    ["mcp", "a number as description", "name: my-skill\ndescription: 5", ["field-coerced"]],
    ["mcp", "a Unicode name", "name: 技能\ndescription: d", ["name-not-ascii", "name-mismatch"]],
    ["claude-upload", "another directory", "name: other\ndescription: d", []],
    ["claude-upload", "an unknown field", `${GOOD}\ncolour: 1`, ["unknown-field"]],
    ["claude-upload", "a known extension", `${GOOD}\nversion: 1`, ["extension-field"]],
    ["claude-upload", "markup", "name: my-skill\ndescription: a <b> c", ["description-markup"]],
    ["claude-upload", "a reserved word", "name: my-claude-skill\ndescription: d", ["name-reserved"]],
    ["gh-publish", "no license", GOOD, []],
    ["gh-publish", "a list of tools", `${GOOD}\nallowed-tools: [a]`, ["allowed-tools-type"]],
    [
      "autopoiesis",
      "version and a list of tags",
      `${GOOD}\nmetadata:\n  version: 1.2.3-rc.1+b\n  tags: [a, b]`,
      [],
    ],
    ["autopoiesis", "tags in one string", `${GOOD}\nmetadata:\n  version: 1.0.0\n  tags: a, b`, []],
    ["autopoiesis", "no metadata", GOOD, ["version-missing", "tags-missing"]],
    [
      "autopoiesis",
      "a short version",
      `${GOOD}\nmetadata:\n  version: 1.0\n  tags: []`,
      ["version-semver", "tags-missing"],
    ],
    ["autopoiesis", "a leading zero", `${GOOD}\nmetadata:\n  version: 01.0.0\n  tags: a`, ["version-semver"]],
    [
      "autopoiesis",
      "an unknown key",
      `${GOOD}\nauthor: me\nmetadata:\n  version: 1.0.0\n  tags: a`,
      ["extension-field"],
    ],
  ])("F2 %s judges %s", (rules, _what, yaml, errors) => {
    expect(errorsOf(skill(yaml), { rules })).toEqual(errors);
  });

  it("F2 gh-publish recommends a license and the removal of what an installer wrote", () => {
    const text = skill(`${GOOD}\nmetadata:\n  github-repo: a/b\n  local-path: /x`);
    const { ok, diagnostics } = validateSkill(text, { rules: "gh-publish", directoryName: "my-skill" });
    expect(ok).toBe(true);
    expect(diagnostics.map(({ code }) => code)).toEqual([
      "format.license-missing",
      "format.install-metadata",
    ]);
  });

  it("F2 mcp warns above 512 files and above 16 MiB", () => {
    const warnings = (files: ValidationOptions["files"]) =>
      validateSkill(skill(GOOD), { rules: "mcp", files }).diagnostics.map(({ code }) => code);
    const many = (count: number, size: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `${index}`, size }));
    expect(warnings(many(512, 32_768))).toEqual([]);
    expect(warnings(many(513, 1))).toEqual(["format.too-many-files"]);
    expect(warnings(many(2, 8_388_609))).toEqual(["format.files-too-large"]);
  });

  it("F2 an unknown rule set is a mistake of the caller, and the nearest is named", () => {
    expect(() => validateSkill("", { rules: "skils-ref" })).toThrow(
      expect.objectContaining({ code: "format.unknown-rules", hint: "did you mean skills-ref?" }),
    );
    expect(() => validateSkill("", { rules: "something" })).toThrow(
      expect.objectContaining({ hint: `use one of ${RULE_SETS.map(({ name }) => name).join(", ")}` }),
    );
  });
});

describe("the rule sets", () => {
  it("F2 name each code once, and only codes that exist", () => {
    for (const { rows } of RULE_SETS) {
      const codes = rows.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
      expect(codes.filter((code) => !(code in DIAGNOSTIC_CODES))).toEqual([]);
    }
  });

  it("F2 are documented row by row", () => {
    const page = readFileSync(new URL("../../../../docs/reference/rules.md", import.meta.url), "utf8");
    const sections = page.split(/^## /m).slice(1);
    expect(sections.map((section) => section.split("\n")[0])).toEqual(RULE_SETS.map(({ name }) => name));
    for (const [index, { rows, summary }] of RULE_SETS.entries()) {
      const section = sections[index] ?? "";
      const table = section.split("\n").filter((line) => line.startsWith("| `"));
      expect(section).toContain(summary);
      expect(table).toEqual(
        rows.map(({ code, severity, source }) => `| \`${code}\` | ${severity} | ${source} |`),
      );
    }
  });
});
