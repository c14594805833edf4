import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { summariseSkill } from "./summarise-skill.ts";
import { emptySummary } from "./summary.ts";

const hash = { sha256: (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex") };
const summarise = (text: string) =>
  summariseSkill(text, { hash, directoryName: "pdf", fileName: "SKILL.md" });
const withYaml = (yaml: string, body = "Body") => summarise(`---\n${yaml}\n---\n${body}`);
const codesOf = (yaml: string) => withYaml(yaml).diagnostics.map((diagnostic) => diagnostic.code);

describe("metadata", () => {
  it("F4 every scalar is kept by its source text", () => {
    const { metadata } = withYaml(
      "name: pdf\ndescription: d\nmetadata:\n  version: 1.0\n  date: 2026-01-01\n  on: true\n  hex: 0x1F\n  big: 12345678901234567890\n  quoted: ' a '\n  empty:\n  nothing: null",
    );
    expect(metadata).toEqual({
      version: "1.0",
      date: "2026-01-01",
      on: "true",
      hex: "0x1F",
      big: "12345678901234567890",
      quoted: " a ",
      empty: "",
      nothing: "null",
    });
  });

  it("F4 a value that is not a scalar is kept as extension data and reported", () => {
    const summary = withYaml(
      'name: pdf\ndescription: d\nmetadata: {"openclaw": {"emoji": "x"}, "tags": [a, 1], "v": "1"}',
    );
    expect(summary.metadata).toEqual({ v: "1" });
    expect(summary.extensions).toEqual({ metadata: { openclaw: { emoji: "x" }, tags: ["a", 1] } });
    expect(summary.diagnostics.filter(({ code }) => code === "format.metadata-value")).toHaveLength(2);
  });

  it.each([
    ["a string", "metadata: text", "format.metadata-type"],
    ["a list", "metadata: [a]", "format.metadata-type"],
  ])("F4 metadata that is %s is reported and read as empty", (_what, line, code) => {
    expect(withYaml(`name: pdf\ndescription: d\n${line}`).metadata).toEqual({});
    expect(codesOf(`name: pdf\ndescription: d\n${line}`)).toEqual([code]);
  });
});

describe("unknown keys", () => {
  it("F5 are preserved as written, whatever they hold", () => {
    const { extensions } = withYaml(
      "name: pdf\ndescription: d\ncustom:\n  deep: [1, {a: true}]\nx-y: 2026-01-01\nnone:\n1.5: n",
    );
    expect(extensions).toEqual({
      custom: { deep: [1, { a: true }] },
      "x-y": "2026-01-01",
      none: null,
      "1.5": "n",
    });
  });

  it("F5 are reported with the field that was probably meant", () => {
    const found = withYaml("name: pdf\ndescripton: d").diagnostics.find(
      ({ code }) => code === "format.unknown-field",
    );
    expect(found).toMatchObject({ line: 3, column: 1, hint: "did you mean `description`?" });
  });

  it.each(["__proto__", "constructor", "prototype"])("F11 never reach a prototype: %s", (key) => {
    const summary = withYaml(
      `name: pdf\ndescription: d\n${key}:\n  polluted: yes\nmetadata:\n  ${key}: x\n  b: [{${key}: 1}]`,
    );
    expect(Object.hasOwn(summary.extensions, key)).toBe(false);
    expect(Object.hasOwn(summary.metadata, key)).toBe(false);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(Object.getPrototypeOf(summary.metadata)).toBe(Object.prototype);
  });
});

describe("the fingerprint of a body", () => {
  it("F8 is the first 16 hex digits of the SHA-256 of the body alone", () => {
    expect(withYaml("name: pdf\ndescription: d", "Body").version).toBe(hash.sha256("Body").slice(0, 16));
  });

  it("F8 does not change with the frontmatter, and changes with the body", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string({ unit: fc.constantFrom(..."ab: \"'#[".split("")) }),
        (body, description) => {
          const one = withYaml("name: pdf\ndescription: d", `x${body}`);
          const two = withYaml(`name: pdf\ndescription: ${description}\nlicense: MIT`, `x${body}`);
          expect(two.version).toBe(one.version);
          expect(withYaml("name: pdf", `y${body}`).version).not.toBe(one.version);
        },
      ),
    );
  });
});

describe("the size of a body", () => {
  it.each([
    ["", 1],
    ["abc", 1],
    ["abcdefgh", 2],
    ["abcdefghijk", 2],
    ["🙂🙂🙂🙂", 1],
    ["\ud83d".repeat(8), 2],
  ])("F9 of %j is %i tokens", (body, tokens) => {
    expect(withYaml("name: pdf\ndescription: d", body).tokens).toBe(tokens);
  });

  it("F9 above 5,000 tokens is worth a warning, and a tokenizer can be plugged in", () => {
    const text = `---\nname: pdf\ndescription: d\n---\n${"x".repeat(20_004)}`;
    const codes = (tokenizer?: (text: string) => number) =>
      summariseSkill(text, { hash, tokenizer, directoryName: "pdf" }).diagnostics.map(({ code }) => code);
    expect(codes()).toEqual(["format.body-tokens"]);
    expect(codes(() => 5_000)).toEqual([]);
  });
});

describe("the fields of the standard", () => {
  it("F3 are read from all common notations", () => {
    const summary = withYaml(
      "name: ' pdf '\ndescription: >\n  Reads\n  files.\n\n  Writes.\nlicense: MIT\ncompatibility: Node 20\nallowed-tools: Read, Bash(git add, git commit) Write",
    );
    expect(summary).toMatchObject({
      name: "pdf",
      description: "Reads files.\nWrites.",
      license: "MIT",
      compatibility: "Node 20",
      allowedTools: ["Read", "Bash(git add, git commit)", "Write"],
    });
  });

  it.each([
    ["a list", "allowed-tools: [Read, 'Bash(x:*)']", ["Read", "Bash(x:*)"]],
    ["a block list", "allowed-tools:\n  - Read\n  - Bash(x:*)", ["Read", "Bash(x:*)"]],
    ["nothing", "allowed-tools:", ["(none)"]],
    ["an empty string", "allowed-tools: ''", ["(none)"]],
    ["an empty list", "allowed-tools: []", ["(none)"]],
    ["a mapping", "allowed-tools: {a: b}", ["(none)"]],
    ["a field that is not there", "license: MIT", []],
    ["an open parenthesis", "allowed-tools: Bash(git Read", ["Bash(git Read"]],
  ])("F3 allowed-tools as %s is understood", (_what, line, tools) => {
    expect(withYaml(`name: pdf\ndescription: d\n${line}`).allowedTools).toEqual(tools);
  });

  it.each([
    ["name: [x]\ndescription: d", "format.name-type"],
    ["name: pdf\ndescription: {a: b}", "format.description-type"],
    ["name: pdf\ndescription: 5", "format.field-coerced"],
    ["name: pdf\ndescription: d\nlicense: [MIT]", "format.license-type"],
    ["name: pdf\ndescription: d\ncompatibility: {a: b}", "format.compatibility-type"],
    ["name: pdf\ndescription: d\ncompatibility:", "format.compatibility-empty"],
    ["name: pdf\ndescription: d\ncompatibility: 20", "format.field-coerced"],
  ])("F11 a value of the wrong kind never passes for a string: %j", (yaml, code) => {
    expect(codesOf(yaml)).toEqual([code]);
  });
});

describe("a text that is not a skill", () => {
  it("F11 with NUL bytes is said to be no text", () => {
    expect(summarise("---\nname: a\0b\n---\n")).toMatchObject({
      ...emptySummary([]),
      diagnostics: [{ code: "format.not-text", severity: "error", line: 2 }],
    });
  });

  it("F3 offers the first paragraph of prose instead of a description", () => {
    const body =
      "# Title\n\n> quote\n\n- item\n\n```\ncode\n```\n\n![image](x)\n\nThe first\nparagraph.\n\nThe second.";
    expect(summarise(body).firstParagraph).toBe("The first paragraph.");
  });

  it("F11 no text makes the summary throw", () => {
    const unit = fc.constantFrom(..."-:\n #ab'\"[{}]|>&*!,\r\t\0🙂\ud83d".split(""));
    fc.assert(
      fc.property(
        fc.string({ unit, maxLength: 100 }),
        (text) => void [summarise(text), withYaml(text, text)],
      ),
      { numRuns: 3_000 },
    );
  });
});
