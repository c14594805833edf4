import { describe, expect, it } from "vitest";
import type { Workflow } from "../workflow.ts";
import { findVariants } from "./find-variants.ts";
import { runArguments } from "./run-arguments.ts";
import { isWorkflowSkill } from "./workflow-source.ts";

const NOTE: Workflow = {
  inputs: {
    type: "object",
    properties: {
      title: { type: "string" },
      count: { type: "integer", default: 3 },
      draft: { type: "boolean" },
      tag: { type: "string" },
      variant: { type: "string", enum: ["short", "long"] },
    },
    required: ["title"],
    additionalProperties: false,
  },
  secrets: [],
  steps: [],
  output: { kind: "template", path: "t.md", variants: { short: "t.short.md", long: "t.long.md" } },
};

describe("the arguments of a run", () => {
  it.each([
    ["Hello", { title: "Hello" }],
    ['"Hello world" 5 true', { title: "Hello world", count: 5, draft: true }],
    ["title=Hello count=7", { title: "Hello", count: 7 }],
    ["--title Hello --draft", { title: "Hello", draft: true }],
    ["Hello 5 true some more words", { title: "Hello", count: 5, draft: true, tag: "some more words" }],
    ["short Hello", { title: "Hello", variant: "short" }],
    ["Hello variant=long", { title: "Hello", variant: "long" }],
  ])("X3 X5 of `%s` are %j", (line, given) => {
    expect(runArguments(NOTE, { line })).toEqual({
      ok: true,
      inputs: { count: 3, draft: null, tag: null, variant: null, ...given },
    });
  });

  it("X5 the variables of a trigger become inputs, `variant` too, and others are ignored", () => {
    const checked = runArguments(NOTE, {
      variables: { title: "Entropy", variant: "long", count: "4", mood: "good" },
    });
    expect(checked).toMatchObject({ ok: true, inputs: { title: "Entropy", variant: "long", count: 4 } });
  });

  it.each([
    ["", "is missing"],
    ["Hello many", "must be an integer, got string"],
    ["Hello variant=tiny", 'must be one of "short", "long"'],
  ])("X3 `%s` is refused: %s", (line, message) => {
    const checked = runArguments(NOTE, { line });
    expect(checked.ok ? undefined : checked.problems[0]?.message).toBe(message);
  });

  it("X3 a name that is nearly one of the inputs is a typo; another one, or one in quotes, is a word", () => {
    const checked = runArguments(NOTE, { line: "titel=Hello" });
    expect(checked.ok ? [] : checked.problems).toMatchObject([
      { path: ["titel"], message: "unknown argument titel", hint: "write title=" },
    ]);
    for (const [line, title] of [
      ["lambda=3", "lambda=3"],
      ['"titel=Hello"', "titel=Hello"],
      ["x=1", "x=1"],
    ] as const)
      expect(runArguments(NOTE, { line })).toMatchObject({ ok: true, inputs: { title } });
  });

  it("X3 words without an input are refused", () => {
    const workflow: Workflow = { ...NOTE, inputs: { type: "object", properties: {} } };
    expect(runArguments(workflow, { line: "Hello" }).ok).toBe(false);
    expect(runArguments(workflow, { line: "" }).ok).toBe(true);
  });
});

describe("the variants of a template", () => {
  it("X5 are the files with the variant's name before the ending", () => {
    const paths = [
      "assets/template.md",
      "assets/template.short.md",
      "assets/template.a-b.md",
      "assets/template-x.md",
    ];
    const others = [
      "assets/template.short.txt",
      "assets/template.Short.md",
      "assets/template..md",
      "template.short.md",
    ];
    expect(findVariants("assets/template.md", [...paths, ...others])).toEqual({
      short: "assets/template.short.md",
      "a-b": "assets/template.a-b.md",
    });
  });
});

describe("whether a skill has a workflow", () => {
  it.each([
    [{ fields: { steps: [] } }, true],
    [{ fields: { workflow: "flow.yaml" } }, true],
    [{ fields: {}, resources: [{ path: "workflow.yaml", size: 1 }] }, true],
    [{ fields: {}, resources: [{ path: "a/workflow.yaml", size: 1 }] }, false],
    [{ fields: {} }, undefined],
  ])("X1 %j: %s", (skill, known) => {
    expect(isWorkflowSkill(skill)).toBe(known);
  });
});
