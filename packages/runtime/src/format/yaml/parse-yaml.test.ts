import fc from "fast-check";
import { CORE_SCHEMA, load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { toJson } from "./nodes.ts";
import { parseYaml } from "./parse-yaml.ts";

describe("YAML values", () => {
  it.each([
    ["1", 1],
    ["-0", -0],
    ["+12", 12],
    ["0o17", 15],
    ["0xff", 255],
    ["1.0", 1],
    [".5", 0.5],
    ["5.", 5],
    ["1e3", 1000],
    ["1e400", "1e400"],
    [`${"9".repeat(400)}`, "9".repeat(400)],
    ["true", true],
    ["FALSE", false],
    ["yes", "yes"],
    ["~", null],
    ["", null],
    ["2026-01-01", "2026-01-01"],
    ["'1'", "1"],
    [".inf", ".inf"],
    [".nan", ".nan"],
    ["0b1", "0b1"],
    ["1_000", "1_000"],
    ["12:30", "12:30"],
  ])("F4 %s is read by the core schema of YAML 1.2", (written, meant) => {
    const { map } = parseYaml(`key: ${written}`);
    expect(map === undefined ? undefined : toJson(map)).toEqual({ key: meant });
  });

  it("F4 equal the core schema of the library wherever both read the text", () => {
    const scalar = fc.oneof(
      fc.constantFrom(
        "1",
        "1.0",
        "0x1",
        "true",
        "null",
        "~",
        "''",
        '"a"',
        "word",
        "a b",
        "2026-01-01",
        "-",
        "+",
        "1e5",
        "-.5",
        "0o8",
      ),
      fc.string({ unit: fc.constantFrom(..."0123456789.eE+-xobnulltrue ~".split("")), maxLength: 7 }),
    );
    const node: fc.Arbitrary<string> = fc.oneof(
      scalar,
      fc.array(scalar, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
      fc
        .array(scalar, { maxLength: 3 })
        .map((items) => `{${items.map((item, index) => `k${index}: ${item}`).join(", ")}}`),
      fc
        .array(scalar, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((item) => `\n  - ${item}`).join("")),
      fc
        .array(scalar, { minLength: 1, maxLength: 3 })
        .map((items) => items.map((item, index) => `\n  k${index}: ${item}`).join("")),
    );
    fc.assert(
      fc.property(fc.array(node, { minLength: 1, maxLength: 4 }), (nodes) => {
        const source = nodes.map((text, index) => `key${index}: ${text}`).join("\n");
        const { map } = parseYaml(source);
        let loaded: unknown;
        try {
          loaded = load(source, { schema: CORE_SCHEMA });
        } catch {
          return;
        }
        if (map !== undefined) expect(toJson(map)).toEqual(loaded);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("YAML that frontmatter must not contain", () => {
  it.each([
    ["an anchor", "a: &x 1", "format.yaml-forbidden"],
    ["an alias", "a: &x 1\nb: *x", "format.yaml-forbidden"],
    ["a tag", "a: !!js/function 'x'", "format.yaml-forbidden"],
    ["a second document", "a: 1\n---\nb: 2", "format.yaml-forbidden"],
    ["a mapping as a key", "{a: 1}: b", "format.yaml-forbidden"],
    ["a key that stands twice", "a: 1\na: 2", "format.duplicate-key"],
    ["a key that stands twice below", "m:\n  a: 1\n  'a': 2", "format.duplicate-key"],
    ["a list", "- a\n- b", "format.not-a-mapping"],
    ["a single value", "just words", "format.not-a-mapping"],
    ["brackets nested too deeply", `a: ${"[".repeat(40)}${"]".repeat(40)}`, "format.yaml-limit"],
    [
      "lines nested too deeply",
      Array.from({ length: 40 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"),
      "format.yaml-limit",
    ],
    [
      "too many keys",
      Array.from({ length: 2_000 }, (_, index) => `k${index}: v`).join("\n"),
      "format.yaml-limit",
    ],
    ["a control character", "a: b\u0007c", "format.yaml-invalid"],
    ["an open bracket", "name: [invalid", "format.yaml-invalid"],
    ["a tab as indentation", "a:\n\tb: c", "format.yaml-invalid"],
  ])("F11 %s is refused", (_what, source, code) => {
    const { map, problems } = parseYaml(source);
    expect(map).toBeUndefined();
    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });

  it.each(["__proto__", "constructor", "prototype"])("F11 the key %s is dropped wherever it is", (key) => {
    const { map, problems } = parseYaml(`${key}: {trusted: true}\nm:\n  ${key}: 1\n  ok: 2`);
    const json = map === undefined ? undefined : toJson(map);
    expect(json).toEqual({ m: { ok: 2 } });
    expect(Object.hasOwn(Object(json), key)).toBe(false);
    expect(problems.map((problem) => problem.code)).toEqual(["format.unsafe-key", "format.unsafe-key"]);
    expect(Object.hasOwn(Object.prototype, "trusted")).toBe(false);
  });

  it("F11 no text makes the parser throw", () => {
    const unit = fc.constantFrom(..."ab:- \n\t#&*!|>'\"[]{},?%@`~\\\r\0\ufeff\u0085\u2028é🙂".split(""));
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 60 }), (source) => void parseYaml(source)),
      { numRuns: 5_000 },
    );
  });
});
