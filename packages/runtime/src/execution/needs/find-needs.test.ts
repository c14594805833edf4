import { describe, expect, test } from "vitest";
import { definition, skill, type TrialStep, tool } from "../../../testing/trial-run.ts";
import type { SkillDefinition } from "../../workflow.ts";
import { findNeeds, scriptName, scriptOf } from "./find-needs.ts";

const prompt = (id: string, more: Partial<TrialStep> = {}): TrialStep => ({
  id,
  action: { kind: "prompt", text: "Think." },
  ...more,
});
const script = (id: string, name: string): TrialStep => ({ id, action: { kind: "script", name } });
const call = (id: string, name: string, more: Partial<TrialStep> = {}): TrialStep => ({
  id,
  action: { kind: "skill", name },
  ...more,
});
const group = (id: string, steps: readonly TrialStep[], more: Partial<TrialStep> = {}): TrialStep => ({
  id,
  action: { kind: "steps", steps: steps.map((each) => ({ onError: { kind: "fail" }, ...each })) },
  ...more,
});
const needs = (...skills: readonly SkillDefinition[]) =>
  findNeeds(definition(...skills)).map(
    ({ kind, name, step, optional }) => `${step}: ${kind} ${name}${optional ? " (optional)" : ""}`,
  );

describe("X9 what the steps of a run need", () => {
  test("X9 tools, scripts and the model, also in groups, loops and called skills", () => {
    const inner = skill("inner", [tool("x", "deep"), script("y", "count.py")]);
    const outer = skill("outer", [
      tool("a", "read"),
      group("b", [tool("c", "write"), prompt("d")]),
      tool("e", "each", { for: { item: "i", list: "a" } }),
      call("f", "inner"),
      call("g", "body"),
      { id: "h", action: { kind: "ask", text: "Name?" } },
    ]);
    const { workflow: _, ...body } = skill("body", []);
    expect(needs(outer, inner, body)).toEqual([
      "a: tool read",
      "b: tool write",
      "b: model model",
      "e: tool each",
      "f: tool deep",
      "f: script inner/scripts/count.py",
      "g: model model",
    ]);
    expect(findNeeds(definition(inner))[1]).toMatchObject({ digest: inner.digest });
  });

  test.each([
    ["a condition", { if: "inputs.x" }],
    ["`onError: continue`", { onError: { kind: "continue" } }],
    ["`onError: skip-rest`", { onError: { kind: "skip-rest" } }],
    ["a default", { onError: { kind: "default", value: null } }],
  ] as const)("X9 are optional below a step with %s", (_, more) => {
    const inner = skill("inner", [tool("x", "deep")]);
    const outer = skill("outer", [
      tool("a", "one", more),
      group("b", [tool("c", "two")], more),
      call("d", "inner", more),
    ]);
    expect(needs(outer, inner)).toEqual([
      "a: tool one (optional)",
      "b: tool two (optional)",
      "d: tool deep (optional)",
    ]);
  });

  test("X9 are not optional if one step must have them, and are none for a step that never runs", () => {
    const inner = skill("inner", [tool("x", "deep")]);
    const steps = group("g", [call("a", "inner", { if: "inputs.x" }), call("b", "inner")]);
    expect(needs(skill("outer", [steps, tool("n", "never", { if: "false" })]), inner)).toEqual([
      "g: tool deep",
    ]);
  });

  test("X9 skills that call the same skills again and again are looked at once", () => {
    const chain = Array.from({ length: 40 }, (_, index) =>
      skill(`s${index}`, [call("a", `s${index + 1}`), call("b", `s${index + 1}`)]),
    );
    expect(needs(...chain, skill("s40", [tool("x", "deep")]))).toEqual(["a: tool deep", "b: tool deep"]);
  });

  test.each([
    ["count", "report/scripts/count", { skill: "report", script: "count" }],
    ["scripts/a/b.py", "report/scripts/a/b.py", { skill: "report", script: "a/b.py" }],
  ])("X9 the name of the script %s is %s", (script, name, named) => {
    expect(scriptName("report", script)).toBe(name);
    expect(scriptOf({ kind: "script", name })).toEqual(named);
  });
});
