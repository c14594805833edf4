import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toJson } from "./nodes.ts";
import { readYaml } from "./read-yaml.ts";

describe("hand-written mistakes", () => {
  it.each([
    ["an unquoted colon", "description: Use this when: asked", { description: "Use this when: asked" }],
    [
      "an unquoted colon before a Windows line end",
      "description: Use when: x\r\nname: a\r",
      { description: "Use when: x", name: "a" },
    ],
    ["an apostrophe beside a colon", "description: It's easy: try", { description: "It's easy: try" }],
    ["text behind a closing quote", 'description: "PDF" files: all', { description: '"PDF" files: all' }],
    ["an inner double quote", 'description: "say "hi" now"', { description: 'say "hi" now' }],
    [
      "a reserved sign",
      "name: @scope/skill\ndescription: `code` first",
      { name: "@scope/skill", description: "`code` first" },
    ],
    ["emphasis", "description: *Important* tool", { description: "*Important* tool" }],
    [
      "brackets followed by text",
      "argument-hint: [file] [page]\nname: a",
      { "argument-hint": "[file] [page]", name: "a" },
    ],
    ["an open bracket", "tags: [a, b\nname: x", { tags: ["a", "b"], name: "x" }],
    ["a template", "description: {{ value }} here", { description: "{{ value }} here" }],
    [
      "no space behind the colon",
      "name:pdf\ndescription:Reads files",
      { name: "pdf", description: "Reads files" },
    ],
    ["a tab as indentation", "metadata:\n\tauthor: me\nname: x", { metadata: { author: "me" }, name: "x" }],
    ["a nested unquoted colon", "metadata:\n  note: a: b\n  v: 1", { metadata: { note: "a: b", v: 1 } }],
    [
      "an unquoted colon in a list",
      "triggers:\n  - plain\n  - when: a: b",
      { triggers: ["plain", { when: "a: b" }] },
    ],
    [
      "a text that runs on at the margin",
      "description: First line\nsecond line here\nname: x",
      { description: "First line second line here", name: "x" },
    ],
    [
      "a colon in a text over two lines",
      "description: Use when: a\n  and: b\nname: x",
      { description: "Use when: a and: b", name: "x" },
    ],
    [
      "a block text at the margin",
      "description: |\nReads files.\nWrites files.\nname: x",
      { description: "Reads files.\nWrites files.\n", name: "x" },
    ],
  ])("F3 %s is repaired, with a warning", (_what, source, meant) => {
    const { map, problems } = readYaml(source);
    expect(map === undefined ? undefined : toJson(map)).toEqual(meant);
    expect(problems.map((problem) => problem.code)).toEqual(["format.yaml-repaired"]);
  });

  it("F3 only the broken field is touched", () => {
    const source = "name: x\nversion: 1.0\ndescription: a: b\ntags:\n  - one\n  - two\nhooks: {a: {b: [1]}}";
    const { map } = readYaml(source);
    expect(map === undefined ? undefined : toJson(map)).toEqual({
      name: "x",
      version: 1,
      description: "a: b",
      tags: ["one", "two"],
      hooks: { a: { b: [1] } },
    });
  });

  it("F3 a field that cannot be repaired is dropped and named", () => {
    const { map, problems } = readYaml("name: x\nmetadata: {\n  a: [1,\n}\ndescription: fine");
    expect(map === undefined ? undefined : toJson(map)).toEqual({ name: "x", description: "fine" });
    expect(problems[0]?.code).toBe("format.yaml-salvaged");
    expect(problems[0]?.message).toContain("`metadata`");
  });

  it("F3 a repaired text keeps its line numbers", () => {
    const { map, problems, source } = readYaml("# one\ndescription: a: b\nname: x");
    const name = map?.entries.find((entry) => entry.key === "name");
    expect(source.slice(0, name?.keyAt).split("\n")).toHaveLength(3);
    expect(source.slice(0, problems[0]?.at).split("\n")).toHaveLength(2);
  });

  it.each([
    ["merge conflict markers", "<<<<<<< HEAD\ndescription: a: b\n=======\ndescription: c: d\n>>>>>>> x"],
    ["two descriptions", "description: a: b\ndescription: c"],
    ["an anchor beside a mistake", "a: &x 1\ndescription: b: c"],
    ["a tag beside a mistake", "a: !!js/function x\ndescription: b: c"],
    ["a quote that closes in a later field", 'description: "first: line\nsecond: line"\nname: x'],
    ["no field at all", "just: [\n"],
  ])("F3 %s is not guessed around", (_what, source) => {
    expect(readYaml(source).map?.entries.map((entry) => entry.key) ?? []).not.toContain("description");
  });

  it("F3 what reads well is never changed by a repair", () => {
    const good = fc.constantFrom(
      "name: x",
      "license: MIT",
      "tags: [a, b]",
      "m:\n  a: 1\n  b: [c]",
      "d: >-\n  one\n  two",
      'q: "a: b"',
    );
    const bad = fc.constantFrom("z: a: b", "z: [a] b", "z: `x`", "z: @x");
    fc.assert(
      fc.property(fc.uniqueArray(good), bad, fc.uniqueArray(good), (before, broken, behind) => {
        const others = [...new Set([...before, ...behind])];
        const alone = readYaml(others.join("\n")).map;
        const mended = readYaml(
          [...others.slice(0, before.length), broken, ...others.slice(before.length)].join("\n"),
        ).map;
        const kept = mended?.entries
          .filter((entry) => entry.key !== "z")
          .map((entry) => [entry.key, toJson(entry.value)]);
        expect(kept).toEqual(alone?.entries.map((entry) => [entry.key, toJson(entry.value)]));
      }),
    );
  });
});
