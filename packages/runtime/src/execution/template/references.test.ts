import { describe, expect, it } from "vitest";
import { mustCompile, renderError, renderTemplate, testEnvironment } from "../../../testing/templates.ts";
import { compileExpression, compileTemplate } from "./compile.ts";

/** `search.results[0]?` for every reference; the question mark says that it may be missing. */
function referencesOf(source: string): readonly string[] {
  const { references } = mustCompile(compileTemplate(source));
  return references.map(({ name, path, optional }) => {
    const members = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`));
    return `${name}${members.join("")}${optional ? "?" : ""}`;
  });
}

describe("X2 references of a template", () => {
  it.each([
    ["{{ search.results[0].title }}", ["search.results[0].title"]],
    ["{{ search['results'] }}", ["search.results"]],
    ["{{ search[inputs.key].title }}", ["search", "inputs.key"]],
    ["{{ search.results[1:].x }}", ["search.results"]],
    ["{{ search.items() }}", ["search"]],
    [
      "{% for r in search.results if r.ok and limit %}{{ r.title }}{{ other }}{% endfor %}",
      ["search.results", "limit", "other"],
    ],
    ["{% for k, v in m | items %}{{ k }}{{ v.x }}{% else %}{{ v }}{% endfor %}", ["m", "v"]],
    ["{{ x }}{% set x = y.z %}{{ x.a }}", ["x", "y.z"]],
    ["{% for i in a %}{% set t = i %}{% endfor %}{{ t }}", ["a", "t"]],
    ["{{ a.b | default(c) }} {{ d.e is defined }} {{ f is none }}", ["a.b?", "c", "d.e?", "f"]],
    ["{% if a %}{% elif b %}{% endif %}", ["a", "b"]],
    ["{{ [a, {'k': b}, c if d else e] | join(f) }}", ["a", "b", "c", "d", "e", "f"]],
    ["{% for x in y %}{{ loop.index }}{% endfor %}{{ loop.index }}", ["y", "loop.index"]],
    ["{{ true }} {{ 'a.b' }} {# {{ c }} #} {% raw %}{{ d }}{% endraw %}", []],
  ])("%s", (source, expected) => {
    expect(referencesOf(source)).toEqual(expected);
  });

  it("and its filters have places, also the filter that map applies", () => {
    const { references, filters } = mustCompile(compileTemplate("a\n {{ x.y | map('money') | join }}"));
    expect(references).toEqual([{ name: "x", path: ["y"], optional: false, line: 2, column: 5 }]);
    expect(filters).toEqual([
      { name: "map", line: 2, column: 11 },
      { name: "money", line: 2, column: 15 },
      { name: "join", line: 2, column: 26 },
    ]);
  });

  it("of an expression have their place in the source, with braces and space around it", () => {
    const { references } = mustCompile(compileExpression("\n  {{ x.y }}"));
    expect(references[0]).toMatchObject({ line: 2, column: 6 });
  });
});

describe("X2 what is missing", () => {
  const scope = { inputs: { title: "a", tags: ["x"] }, skipped: null };

  it.each([
    ["a\n{{ inputs.titel }}", '"inputs" has no member "titel"; did you mean "title"?', 2, 11],
    ["{{ input.title }}", '"input" is not defined; did you mean "inputs"?', 1, 4],
    ["{{ inputs.tags[3] }}", '"inputs.tags" has no item 3', 1, 15],
    ["{{ inputs.tags[0].name }}", '"inputs.tags[0]" has no item "name"', 1, 19],
    ["{{ inputs[inputs.title] }}", '"inputs" has no such member', 1, 10],
    ["{{ (inputs.tags | first).x }}", 'a string has no item "x"', 1, 26],
  ])("is an error with its place and the closest name: %s", (source, message, line, column) => {
    const error = renderError(source, scope);
    expect(error).toMatchObject({ code: "execution.template-undefined", line, column });
    expect(error.message).toBe(`${message} (line ${line}, column ${column})`);
    expect(error.hint).toContain("default");
  });

  it("is none all the way down below none, for access, filters, loops and methods", () => {
    expect(renderTemplate("[{{ skipped.a.b[0].c }}]", scope)).toBe("[]");
    expect(renderTemplate("{{ skipped.a | default('x') }}", scope)).toBe("x");
    expect(renderTemplate("{{ skipped.a is none }} {{ skipped.a is defined }}", scope)).toBe("true true");
    expect(renderTemplate("{% for x in skipped.a %}{% else %}none{% endfor %}", scope)).toBe("none");
    expect(
      renderTemplate("{{ skipped.a | length }}{{ skipped.a | join(',') }}{{ skipped.a[1:] | first }}", scope),
    ).toBe("0");
    expect(renderTemplate("[{{ skipped.a.upper() }}]", scope)).toBe("[]");
    expect(renderTemplate("[{{ skipped.at | date }}]", scope)).toBe("[]");
    expect(renderError("{{ skipped.a > 1 }}", scope).hint).toContain("default(0)");
  });

  it("is replaced by default for undefined and none at any depth, and not for other values", () => {
    expect(renderTemplate("{{ nope.a.b | default('x') }}{{ inputs.a.b | default('y') }}", scope)).toBe("xy");
    expect(
      renderTemplate("{{ 0 | default('x') }}{{ false | default('x') }}{{ '' | default('x') }}", scope),
    ).toBe("0false");
    expect(renderTemplate("{{ (nope if true else 1) | default('x') }}", scope)).toBe("x");
  });
});

describe("X2 a scope that looks names up", () => {
  it("is asked only for the names that a template uses, and suggests names if it can", () => {
    const asked: string[] = [];
    const scope = {
      get: (name: string) => {
        asked.push(name);
        return name === "title" ? "T" : undefined;
      },
      names: () => ["title", "limit"],
    };
    const template = mustCompile(compileTemplate("{% for i in [1] %}{{ i }}{{ title }}{% endfor %}"));
    expect(template.render(scope, testEnvironment)).toBe("1T");
    expect(asked).toEqual(["title"]);
    expect(renderError("{{ limt }}", scope).message).toContain('did you mean "limit"');
    expect(renderTemplate("{{ title }}", new Map([["title", "from a map"]]))).toBe("from a map");
  });
});
