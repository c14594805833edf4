import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderError, renderTemplate, testEnvironment } from "../../../testing/templates.ts";
import { compileExpression, compileTemplate, compileValue } from "./compile.ts";
import { TemplateError } from "./template-error.ts";

const scope = {
  inputs: { title: "secret-7f3a", list: [1, 2, 3], text: "abc" },
  run: () => "called",
  parsed: JSON.parse('{"__proto__": {"polluted": true}, "constructor": "own"}'),
};

describe("X2 attacks that the compiler refuses", () => {
  it.each([
    ["''.constructor.constructor('return process')()", "a value cannot be called"],
    ["''.constructor('return process')", 'unknown method "constructor"'],
    ["range.constructor('return process')", 'unknown method "constructor"'],
    ["inputs.list.map('x')", 'unknown method "map"'],
    ["inputs.list.push(1)", 'unknown method "push"'],
    ["inputs.text.at(0)", 'unknown method "at"'],
    ["run()", 'unknown function "run"'],
    ["eval('1')", 'unknown function "eval"'],
    ["constructor()", 'unknown function "constructor"'],
    ["toString()", 'unknown function "toString"'],
    ["hasOwnProperty('x')", 'unknown function "hasOwnProperty"'],
    ["inputs['list']()", "a value cannot be called"],
    ["(inputs.list)()", "a value cannot be called"],
    ["[1][0]()", "a value cannot be called"],
    ["inputs.text.__proto__()", 'unknown method "__proto__"'],
    ["inputs is constructor", 'unknown test "constructor"'],
    ["inputs is __proto__", 'unknown test "__proto__"'],
    ["inputs is toString", 'unknown test "toString"'],
    ["[1] | select('constructor')", 'unknown test "constructor"'],
    ["[1] | map(inputs.title)", "map needs the name of a filter as a string"],
    ["[1] | select(inputs.title)", "select needs the name of a test as a string"],
    ["1 if", "expected an expression, found the end"],
    ["inputs := 1", 'expected the end, found ":"'],
    ["lambda: 1", 'expected the end, found ":"'],
    ["`inputs`", "unexpected character"],
  ])("%s", (expression, message) => {
    const result = compileTemplate(`{{ ${expression} }}`);
    expect(result.ok ? "compiles" : result.problem.message).toContain(message);
  });

  it.each([
    "macro x()",
    "include 'x'",
    "import 'x' as y",
    "extends 'x'",
    "block x",
    "call x()",
    "filter upper",
    "with x = 1",
    "do x",
    "autoescape false",
    "constructor",
    "__proto__",
  ])("the tag %s", (tag) => {
    const result = compileTemplate(`{% ${tag} %}`);
    expect(result.ok ? "compiles" : result.problem.message).toMatch(/^unknown tag "\w+"/);
  });

  it("unknown filters if the host's filters are known, and names of Object.prototype among them", () => {
    for (const name of ["constructor", "toString", "__proto__", "valueOf"]) {
      const result = compileTemplate(`{{ 1 | ${name} }}`, { filters: [] });
      expect(result.ok ? "compiles" : result.problem.message).toContain(`unknown filter "${name}"`);
    }
    const typo = compileTemplate("{{ 1 | mony }}", { filters: ["money"] });
    expect(typo.ok ? "compiles" : typo.problem.message).toBe('unknown filter "mony"; did you mean "money"?');
  });

  it("sources that are too large or nested too deeply", () => {
    const problem = (source: string) => {
      const result = compileTemplate(source);
      return result.ok ? "compiles" : result.problem.message;
    };
    expect(problem("x".repeat(65_537))).toBe("the template has 65537 characters, more than 65536");
    const deep = "nested more than 100 levels deep";
    expect(problem(`{{ ${"(".repeat(20_000)}1${")".repeat(20_000)} }}`)).toBe(deep);
    expect(problem(`{{ ${"[".repeat(20_000)} }}`)).toBe(deep);
    expect(problem(`{{ ${"not ".repeat(10_000)}1 }}`)).toBe(deep);
    expect(problem(`{{ ${"-".repeat(20_000)}1 }}`.replace("{{ -", "{{ 1 -"))).toBe(deep);
    expect(problem(`{{ x${".a".repeat(20_000)} }}`)).toBe(deep);
    expect(problem(`{{ x${"|upper".repeat(10_000)} }}`)).toBe(deep);
    expect(problem(`{{ 1${" if 1".repeat(10_000)} }}`)).toBe(deep);
    expect(problem(`{{ 1${" if 1 else 1".repeat(5_000)} }}`)).toBe(deep);
    expect(problem(`{{ ${"{1:".repeat(10_000)}${"}".repeat(10_000)} }}`)).toBe(deep);
    expect(problem(`{{ ${"f(".repeat(10_000)} }}`)).toBe(deep);
    expect(problem("{% if 1 %}".repeat(5_000))).toBe(deep);
    expect(problem("{% for x in y %}".repeat(4_000))).toBe(deep);
    expect(problem("{% set x %}".repeat(4_000))).toBe(deep);
    expect(problem(`{{ 1${" + 1".repeat(10_000)} }}`)).toBe("compiles");
    expect(problem(`{{ 1${" ~ 1".repeat(10_000)} }}`)).toBe("compiles");
  });
});

describe("X2 attacks that rendering refuses", () => {
  it.each([
    ["inputs.constructor", "execution.template-undefined"],
    ["inputs.__proto__", "execution.template-undefined"],
    ["inputs['__proto__']", "execution.template-undefined"],
    ["inputs[['con', 'structor'] | join]", "execution.template-undefined"],
    ["inputs.list.constructor", "execution.template-undefined"],
    ["inputs.list['length']", "execution.template-undefined"],
    ["inputs.text.length", "execution.template-undefined"],
    ["inputs.text.constructor", "execution.template-undefined"],
    ["(5).constructor", "execution.template-undefined"],
    ["true.constructor", "execution.template-undefined"],
    ["constructor", "execution.template-undefined"],
    ["__proto__", "execution.template-undefined"],
    ["toString", "execution.template-undefined"],
    ["process", "execution.template-undefined"],
    ["globalThis", "execution.template-undefined"],
    ["this", "execution.template-undefined"],
    ["range", "execution.template-undefined"],
    ["run.name", "execution.template-undefined"],
    ["run.constructor", "execution.template-undefined"],
    ["inputs.list | map(attribute='constructor') | first", "execution.template-undefined"],
    ["inputs.list | map(attribute='__proto__.x') | first", "execution.template-undefined"],
    ["{}.constructor", "execution.template-undefined"],
    ["run", "execution.template-type"],
    ["run | tojson", "execution.template-type"],
    ["[run] | join", "execution.template-type"],
    ["1 | constructor", "execution.template-filter"],
    ["1 | __proto__", "execution.template-filter"],
    ["[1] | map('constructor') | list", "execution.template-filter"],
    ["range(1000000000)", "execution.template-limit"],
    ["range(0, 1000000000, 1)", "execution.template-limit"],
    ["'x' * 1000000000", "execution.template-limit"],
    ["1000000000 * 'x'", "execution.template-limit"],
    ["[1] * 1000000000", "execution.template-limit"],
    ["('x' * 900000) | replace('x', 'yyyyyyyyyy')", "execution.template-limit"],
    ["('x' * 900000) | replace('', 'y')", "execution.template-limit"],
    ["('x' * 500000) ~ ('x' * 500001)", "execution.template-limit"],
    ["('x\\n' * 400000) | indent(1000)", "execution.template-limit"],
    ["range(10000) | join('x' * 1000)", "execution.template-limit"],
    ["('x' * 900000) | urlencode | upper | list | length", "execution.template-limit"],
    ["('\\n' * 600000) | tojson", "execution.template-limit"],
    ["2 ** 100000", "execution.template-type"],
  ])("%s", (expression, code) => {
    expect(renderError(`{{ ${expression} }}`, scope).code).toBe(code);
  });

  it("loops that would run forever", () => {
    const loops = "{% for a in range(9999) %}".repeat(4);
    expect(renderError(`${loops}{% endfor %}{% endfor %}{% endfor %}{% endfor %}`).code).toBe(
      "execution.template-limit",
    );
    expect(renderError(`${loops}x{% endfor %}{% endfor %}{% endfor %}{% endfor %}`).code).toBe(
      "execution.template-limit",
    );
  });

  it("values that double until memory is full", () => {
    const doubling = (set: string) => `{% set a = ${set} %}${`{% set a = a + a %}`.repeat(60)}`;
    expect(renderError(doubling("'x'")).code).toBe("execution.template-limit");
    expect(renderError(doubling("[1]")).code).toBe("execution.template-limit");
    const sharing = `{% set a = [1] %}${"{% set a = [a, a] %}".repeat(60)}`;
    expect(renderError(`${sharing}{{ a | tojson }}`).code).toBe("execution.template-limit");
    expect(renderError(`${sharing}{{ a }}`).code).toBe("execution.template-limit");
    const other = `{% set b = [1] %}${"{% set b = [b, b] %}".repeat(60)}`;
    expect(renderError(`${sharing}${other}{{ a == b }}`).code).toBe("execution.template-limit");
    expect(renderError(`{% set a = "x" * 900000 %}${"{% set b = a | upper %}".repeat(100)}`).code).toBe(
      "execution.template-limit",
    );
  });

  it.each([
    "big[0]",
    "big | length",
    "big == other",
    "big < other",
    "'y' in big",
    "big.endswith(other)",
    "big.split('y') | length",
    "[big, other] | max | first",
    "[big, other] | unique | length",
    "big | slice(0, 1)",
    "big | truncate(5)",
  ])("work on long strings costs fuel: %s", (expression) => {
    const big = "x".repeat(500_000);
    const scope = { big, other: `${big.slice(1)}z` };
    const loop = `{% for i in range(200) %}{% set r = ${expression} %}{% endfor %}`;
    const once = `{% set r = ${expression} %}`;
    expect(renderTemplate(once, scope)).toBe("");
    expect(renderError(loop, scope).code).toBe("execution.template-limit");
  });

  it("values of the host that contain themselves", () => {
    const cycle: Record<string, unknown> = {};
    const other: Record<string, unknown> = {};
    cycle.self = cycle;
    other.self = other;
    expect(renderError("{{ cycle }}", { cycle }).code).toBe("execution.template-limit");
    expect(renderError("{{ cycle == other }}", { cycle, other }).code).toBe("execution.template-limit");
  });

  it("limits that are not numbers stop everything", () => {
    const limits = { fuel: Number.NaN };
    expect(renderError("{{ 1 }}", {}, { environment: { limits } }).code).toBe("execution.template-limit");
    expect(renderError("text", {}, { environment: { limits: { output: Number.NaN } } }).code).toBe(
      "execution.template-limit",
    );
  });

  it("own properties with dangerous names are ordinary data", () => {
    expect(renderTemplate("{{ parsed.constructor }} {{ parsed.__proto__ }}", scope)).toBe(
      'own {"polluted": true}',
    );
    expect(renderTemplate("{% set m = {'__proto__': 1, 'a': 2} %}{{ m | tojson }} {{ m.__proto__ }}")).toBe(
      '{"__proto__": 1, "a": 2} 1',
    );
    expect(Reflect.get({}, "polluted")).toBeUndefined();
  });
});

describe("X2 error texts", () => {
  it.each([
    "{{ inputs.title.x }}",
    "{{ inputs.title + 1 }}",
    "{{ inputs[inputs.title] }}",
    "{{ inputs.title | date }}",
    "{{ 1 | date(inputs.title) }}",
    "{{ 1 | date('YYYY', inputs.title) }}",
    "{{ inputs.title | fromjson }}",
    "{{ inputs.title < 1 }}",
    "{{ 1 in inputs.title }}",
    "{{ [inputs.title] | sum }}",
    "{{ [1] | map(attribute=inputs.title) }}",
    "{{ inputs.title | abs }}",
    "{{ 1.5 | round(method=inputs.title) }}",
    "{% for a, b in [inputs.title] %}{% endfor %}",
    "{{ inputs.title | leak }}",
  ])("never contain a value: %s", (source) => {
    const filters = {
      leak: (value: unknown) => {
        throw new Error(String(value));
      },
    };
    const error = renderError(source, scope, { environment: { filters } });
    expect(`${error.message} ${error.hint}`).not.toContain("7f3a");
  });

  it("name a failing filter of the host and its place, and have what it threw as their cause", () => {
    const cause = new Error("no such user");
    const filters = {
      lookup: () => {
        throw cause;
      },
    };
    const error = renderError("a\n {{ 1 | lookup }}", {}, { environment: { filters } });
    expect(error).toMatchObject({ code: "execution.template-filter", line: 2, column: 9, cause });
    expect(error.message).toBe('the filter "lookup" failed (line 2, column 9)');
    expect(
      renderTemplate("{{ 1 | ok }}", {}, { environment: { filters: { ...filters, ok: () => "fine" } } }),
    ).toBe("fine");
  });
});

/** Text that looks like a template more often than random text does. */
const fragments = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          "{{",
          "}}",
          "{%",
          "%}",
          "{#",
          "#}",
          "-",
          "+",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          ".",
          ",",
          ":",
          "|",
          "~",
          "**",
          "//",
          "==",
          "<",
          "'",
          '"',
          "\\",
          "\n",
          " ",
        ],
        ...[
          "if ",
          "elif ",
          "else ",
          "endif ",
          "for ",
          " in ",
          "endfor ",
          "set ",
          "endset ",
          "raw ",
          "endraw ",
          " is ",
          "not ",
          " and ",
          " or ",
        ],
        ...[
          "x",
          "inputs",
          "loop",
          "items",
          "constructor",
          "__proto__",
          "range(9)",
          "now()",
          "1",
          "0",
          "9e9",
          "1.5",
          "none",
          "true",
        ],
        ...[
          "join",
          "default",
          "map",
          "select",
          "tojson",
          "truncate(3)",
          "replace('a','b')",
          "sort",
          "date",
          "indent",
          "{{ x }}",
          "{% if x %}",
          "{% for x in items %}",
          "{% endfor %}",
          "{% endif %}",
          "{{ items | join(',') }}",
        ],
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("X2 any text at all", () => {
  const environment = { ...testEnvironment, limits: { fuel: 20_000, output: 20_000 } };
  const given = { x: [1, "a", null, { b: 2 }], inputs: { a: "text" }, items: ["p", "q"] };

  it("compiles or is refused with a place inside the source, never throws", () => {
    fc.assert(
      fc.property(fragments, (source) => {
        for (const compile of [compileTemplate, compileValue, compileExpression]) {
          const result = compile(source);
          if (result.ok) continue;
          const { line, column } = result.problem;
          const lines = source.split("\n");
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("renders within its limits or throws a TemplateError, and no prototype is reached or changed", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(fragments, (source) => {
        const result = compileValue(source);
        if (!result.ok) return;
        try {
          const value = result.value.evaluate(given, environment);
          expect(typeof value).not.toBe("function");
          expect([Object.prototype, Array.prototype, String.prototype, Number.prototype]).not.toContain(
            value,
          );
          if (result.value.isText) expect(String(value).length).toBeLessThanOrEqual(20_000);
        } catch (error) {
          if (!(error instanceof TemplateError)) throw error;
        }
      }),
      { numRuns: 3_000 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
    expect(given).toEqual({ x: [1, "a", null, { b: 2 }], inputs: { a: "text" }, items: ["p", "q"] });
  });

  it("without a brace is its own rendering", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (source) => {
        fc.pre(!source.includes("{"));
        expect(renderTemplate(source)).toBe(source);
      }),
    );
  });
});
