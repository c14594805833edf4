import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findJsonError } from "./find-json-error.ts";
import { lineCounter } from "./line-counter.ts";
import { type JsonNode, parseJsonc } from "./parse-jsonc.ts";
import { JsonFault, type JsonScanOptions, scanJson } from "./scan-json.ts";

/** Texts that are nearly JSON. */
const nearly = fc.oneof(
  fc.json(),
  fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0a1-.eE+ \ntfn/*') }),
  fc
    .tuple(fc.json(), fc.nat(60), fc.constantFrom(",", "]", '"', "//", "1", "\u0001", "\ufeff"))
    .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at)),
);

function faultOf(text: string, options?: JsonScanOptions): JsonFault | undefined {
  try {
    scanJson(text, {}, options);
    return undefined;
  } catch (error) {
    if (error instanceof JsonFault) return error;
    throw error;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function plain(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plain);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
}

describe("a strict scan", () => {
  it("accepts exactly the texts that JSON.parse accepts", () => {
    fc.assert(
      fc.property(nearly, (text) => {
        expect(faultOf(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 5000 },
    );
  });

  it("finds a mistake no later than the shortest beginning that nothing can complete", () => {
    expect(faultOf('{"a": 1,}')).toMatchObject({
      at: 8,
      message: "expected a key in double quotes",
    });
    expect(faultOf("[1,]")).toMatchObject({ at: 3, message: "expected a value" });
    expect(faultOf('{"a" 1}')).toMatchObject({ at: 5, message: "expected a colon" });
    expect(faultOf("[1 2]")).toMatchObject({ at: 3, message: "expected a comma or ]" });
    expect(faultOf('{"a": 1 "b"}')).toMatchObject({ at: 8, message: "expected a comma or }" });
    expect(faultOf("[] []")).toMatchObject({
      at: 3,
      message: "unexpected text after the end of the value",
    });
    expect(faultOf("")).toMatchObject({ at: 0, message: "expected a value, but the text ends" });
    expect(faultOf("// x\n1")).toMatchObject({ at: 0 });
    expect(faultOf("\ufeff1")).toMatchObject({ at: 0 });
  });

  it("needs no stack for a text that is nested without end, nor much time for one long string", () => {
    expect(faultOf(`${"[".repeat(200_000)}${"]".repeat(200_000)}`)).toBeUndefined();
    expect(faultOf(`"${"\\n".repeat(500_000)}"`)).toBeUndefined();
    expect(faultOf("[".repeat(300), { maxDepth: 256 })).toMatchObject({
      message: "the text is nested too deeply",
    });
  });

  it("reports every part, in order, with positions", () => {
    const text = '{"a": [1, "b"], "c": null}';
    const met: string[] = [];
    const note = (kind: string) => (start: number, end: number) =>
      void met.push(`${kind} ${text.slice(start, end)}`);
    scanJson(text, {
      open: (bracket, at) => void met.push(`open ${bracket} ${at}`),
      close: (at) => void met.push(`close ${text[at]}`),
      key: note("key"),
      scalar: note("scalar"),
      comma: (at) => void met.push(`comma ${at}`),
    });
    expect(met).toEqual([
      "open { 0",
      'key "a"',
      "open [ 6",
      "scalar 1",
      "comma 8",
      'scalar "b"',
      "close ]",
      "comma 14",
      'key "c"',
      "scalar null",
      "close }",
    ]);
  });
});

describe("a lenient scan", () => {
  it("parses strict JSON like JSON.parse", () => {
    fc.assert(
      fc.property(nearly, (text) => {
        fc.pre(isJson(text));
        const { root } = parseJsonc(text);
        expect(root === undefined ? root : plain(root)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("also reads comments, trailing commas, a byte order mark and nothing at all", () => {
    const text = '\ufeff// one\n{"a": [1, /* two */ 2,], "b": {"c": 3,},}// three';
    const { root, comments } = parseJsonc(text);
    expect(root && plain(root)).toEqual({ a: [1, 2], b: { c: 3 } });
    expect(comments.map(({ start, end }) => text.slice(start, end))).toEqual([
      "// one",
      "/* two */",
      "// three",
    ]);
    for (const empty of ["", " \n", "// only this", "\ufeff"]) expect(parseJsonc(empty).root).toBeUndefined();
    const member = root?.kind === "object" ? root.members[0] : undefined;
    expect(member).toMatchObject({ key: "a", start: text.indexOf('"a"'), comma: text.indexOf(', "b"') });
  });

  it.each([
    ["[,]", 1, "expected a value"],
    ["{,}", 1, "expected a key in double quotes"],
    ["[1,,2]", 3, "expected a value"],
    ["[1 /* open", 3, "a comment is not closed"],
    ["[1 / 2]", 3, "expected a comma or ]"],
    ["{'a': 1}", 1, "expected a key in double quotes"],
  ])("refuses %j", (text, at, message) => {
    expect(faultOf(text, { lenient: true })).toMatchObject({ at, message });
  });
});

describe("the first mistake of a text that is not JSON", () => {
  it.each<[string, number, string]>([
    ['{\n  "a": 1,\n}', 3, "remove the comma before the bracket"],
    ["{\n  // why\n}", 2, "JSON has no comments; remove it"],
    ["# why\n{}", 1, "JSON has no comments; remove it"],
    ["{\n'a': 1}", 2, 'JSON uses double quotes ("), not single ones'],
    ['{\n"a": [1,\n2', 3, "unexpected end: a bracket or a quote is not closed"],
    ['{"a": 1\n"b": 2}', 2, "check the commas and quotes on this line and the line before"],
  ])("of %j is on line %i, with a hint", (text, line, hint) => {
    expect(findJsonError(text)).toEqual({ line, hint });
  });
});

describe("the line of a place", () => {
  it("counts the line ends before it", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("a", "\n", "\r") }), (text) => {
        const lineOf = lineCounter(text);
        for (let at = 0; at <= text.length; at += 1)
          expect(lineOf(at)).toBe(text.slice(0, at).split("\n").length);
      }),
    );
  });
});
