import { describe, expect, it } from "vitest";
import { testEnvironment as environment, mustCompile, renderTemplate } from "../../../testing/templates.ts";
import { compileExpression, compileValue } from "./compile.ts";

const scope = {
  inputs: { title: "Weekly review", limit: 3, tags: ["a", "b"] },
  search: { results: [{ title: "x" }, { title: "y" }] },
  skipped: null,
};

describe("compileTemplate", () => {
  it("X2 renders access, conditions, loops and filters", () => {
    const source =
      "{{ inputs.title }}:{% for r in search.results %} {{ loop.index }}. {{ r.title | upper }}{% else %} nothing{% endfor %}{% if skipped %}!{% endif %}";
    expect(renderTemplate(source, scope)).toBe("Weekly review: 1. X 2. Y");
  });
});

describe("compileValue", () => {
  it("X2 gives the value itself, by reference, if the string is exactly one expression", () => {
    const template = mustCompile(compileValue("{{ search.results }}"));
    expect(template.isText).toBe(false);
    expect(template.evaluate(scope, environment)).toBe(scope.search.results);
    expect(mustCompile(compileValue("{{ inputs.limit }}\n")).evaluate(scope, environment)).toBe(3);
  });

  it("X2 gives text if anything stands around the expression", () => {
    const template = mustCompile(compileValue("{{ inputs.limit }} "));
    expect(template.isText).toBe(true);
    expect(template.evaluate(scope, environment)).toBe("3 ");
    expect(
      mustCompile(compileValue("{{ inputs.limit }}{{ inputs.limit }}")).evaluate(scope, environment),
    ).toBe("33");
  });
});

describe("compileExpression", () => {
  it.each([
    "search.results | length > 1",
    "{{ search.results | length > 1 }}",
    "  {{ search.results|length > 1 }}\n",
  ])("X2 takes a condition with and without braces: %s", (source) => {
    const condition = mustCompile(compileExpression(source));
    expect(condition.evaluate(scope, environment)).toBe(true);
    expect(condition.holds(scope, environment)).toBe(true);
  });
});
