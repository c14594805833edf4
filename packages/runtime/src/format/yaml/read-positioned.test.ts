import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainValue } from "../../positioned.ts";
import { readPositioned } from "./read-positioned.ts";

describe("a YAML file with positions", () => {
  it("has the position of every key and value", () => {
    const { map, diagnostics } = readPositioned('a: 1\nb:\n  - "x"\n  - {c: true}\nd:\n');
    expect(diagnostics).toEqual([]);
    expect(map).toEqual({
      kind: "map",
      at: { line: 1, column: 1 },
      entries: [
        { key: "a", at: { line: 1, column: 1 }, value: scalar(1, "1", 1, 4) },
        {
          key: "b",
          at: { line: 2, column: 1 },
          value: {
            kind: "list",
            at: { line: 3, column: 3 },
            items: [
              scalar("x", "x", 3, 6),
              {
                kind: "map",
                at: { line: 4, column: 5 },
                entries: [{ key: "c", at: { line: 4, column: 6 }, value: scalar(true, "true", 4, 9) }],
              },
            ],
          },
        },
        { key: "d", at: { line: 5, column: 1 }, value: scalar(null, "", 5, 1) },
      ],
    });
  });

  it.each([
    ["steps: [*a, *a]\nb: &a 1", 1, 10],
    ["a: &x [1]\nb: *x", 1, 5],
    ["a: 1\na: 2", 2, 1],
    ["a: !!js/function x", 1, 4],
    ["- a", 1, 1],
    ["a: 1\n---\nb: 2", 1, 1],
    ["a: [1", 1, undefined],
    [`a: ${"[".repeat(40)}`, 1, undefined],
    [`a: "${"x".repeat(300_000)}"`, 1, 1],
    [Array.from({ length: 10_001 }, (_, index) => `k${index}: 1`).join("\n"), 10_001, 1],
  ])("F11 refuses hostile text %#", (text, line, column) => {
    const { map, diagnostics } = readPositioned(text);
    expect(map).toBeUndefined();
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]).toMatchObject({ code: "workflow.yaml-invalid", severity: "error", line });
    if (column !== undefined) expect(diagnostics[0]?.column).toBe(column);
  });

  it("F11 drops keys that could set a prototype, with a diagnostic", () => {
    const { map, diagnostics } = readPositioned("a: {__proto__: {b: 1}, c: 2}");
    expect(map && plainValue(map)).toEqual({ a: { c: 2 } });
    expect(diagnostics.map(({ message }) => message)).toEqual(["the key `__proto__` was dropped"]);
  });

  it.each([
    ["steps:\n  - tool: t\n    if: {{ a.b }}\n", 3, 9],
    ["steps:\n  - {{ a }}\n", 2, 5],
    ["output: {% if a %}x{% endif %}\n", 1, 9],
    ["output: {{ a }} and more\n", 1, 9],
  ])("X4 says that a template needs quotes: %j", (text, line, column) => {
    const { diagnostics } = readPositioned(text);
    expect(diagnostics).toEqual([
      {
        code: "workflow.yaml-invalid",
        severity: "error",
        message: "a template without quotes: YAML reads `{` as the start of a mapping",
        line,
        column,
        hint: 'put the value in quotes: `"{{ … }}"`',
      },
    ]);
  });

  it("F11 no text makes it throw, and JSON is read as it is", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void readPositioned(text)));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "grapheme-ascii", minLength: 1 }), fc.integer()),
        (value) => {
          const { map } = readPositioned(JSON.stringify(value));
          if (map !== undefined) expect(plainValue(map)).toEqual({ ...value });
        },
      ),
    );
  });
});

function scalar(value: unknown, text: string, line: number, column: number) {
  return { kind: "scalar", value, text, at: { line, column } };
}
