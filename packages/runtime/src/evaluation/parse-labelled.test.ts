import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isKnowhowError } from "../errors.ts";
import { parseLabelled } from "./parse-labelled.ts";

const at = { path: "evals/queries.jsonl" };
const trouble = (text: string, source: { path: string; skill?: string } = at) => {
  try {
    parseLabelled(text, source);
    return "none";
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    expect([error.code, typeof error.hint]).toEqual(["evaluation.invalid", "string"]);
    return error.message;
  }
};

describe("files of labelled messages", () => {
  test.each([
    ["expected_output", { skill_name: "pdf", evals: [{ id: 1, prompt: "a", expected_output: "one file" }] }],
    ["assertions", [{ name: "join", prompt: "a", assertions: ["one file"] }]],
    ["a task", { evals: [{ task: "a", expectations: [] }] }],
  ])("M9 a message with the result of the skill is one that should trigger it: %s", (_, value) => {
    const text = JSON.stringify(value, undefined, 2);
    expect(parseLabelled(text, { ...at, skill: "pdf" })).toMatchObject([{ query: "a", expect: ["pdf"] }]);
  });

  const yaml = { path: "evals/triggers.yaml", skill: "pdf" };

  test("M9 a YAML file may be a list", () => {
    const text =
      "\uFEFF# why\n---\n- query: 'merge: a'\n  should_trigger: true\n\n- query: sum\n  should_trigger: false\n";
    expect(parseLabelled(text, yaml)).toEqual([
      { query: "merge: a", expect: ["pdf"], line: 3 },
      { query: "sum", expect: [], unwanted: "pdf", line: 6 },
    ]);
  });

  test.each([
    ["evals", "skill_name: pdf\nevals:\n  - prompt: a\n    should_trigger: true\n"],
    ["two lists", "should_trigger:\n- a\nshould_not_trigger: []\n"],
    ["JSON", '{"queries": [{"query": "a", "should_trigger": true}]}'],
  ])("M9 or a mapping with lists: %s", (_, text) => {
    expect(parseLabelled(text, { ...yaml, path: "evals/triggers.YML" })).toEqual([
      { query: "a", expect: ["pdf"], line: 1 },
    ]);
  });

  test.each([
    ["- query: a\n  should_trigger: maybe\n", 'triggers.yaml:1: "should_trigger" must be true or false'],
    ["- query: a\n  query: b\n", "triggers.yaml:2: duplicate key `query`"],
    ["name: pdf\n", "triggers.yaml:1: it contains no list of messages"],
    ["- query: 'a\n", "triggers.yaml:2: the file is not valid YAML"],
    ["- query: a\n---\n- query: b\n", "triggers.yaml:1: a second YAML document"],
    ["plain text\n", "triggers.yaml:1: the file is a single value"],
  ])("M9 says in which line a YAML file is wrong: %j", (text, message) => {
    expect(trouble(text, yaml)).toContain(message);
  });

  test("M9 a label of its own counts before the result", () => {
    const read = (message: object) => parseLabelled(JSON.stringify([message]), { ...at, skill: "pdf" });
    const result = { query: "a", assertions: ["nothing is joined"] };
    expect(read({ ...result, should_trigger: false })).toMatchObject([{ expect: [], unwanted: "pdf" }]);
    expect(read({ ...result, expect: "docx" })).toMatchObject([{ expect: ["docx"] }]);
  });

  test("M9 hold one object per line: a name, names of which any is right, or null", () => {
    const text = [
      '{"query": "merge", "expect": "pdf-merge", "kind": "short"}',
      "",
      '{"query": "join", "expect": ["pdf-merge", "pdf-split"]}\r',
      '{"query": "thanks", "expect": null}',
    ].join("\n");
    expect(parseLabelled(`\uFEFF${text}\n`, at)).toEqual([
      { query: "merge", expect: ["pdf-merge"], line: 1 },
      { query: "join", expect: ["pdf-merge", "pdf-split"], line: 3 },
      { query: "thanks", expect: [], line: 4 },
    ]);
  });

  test("M9 or an array, as the standard's guide has it for one skill", () => {
    const text =
      '[\n  { "query": "merge [\\"a\\", b]",\n    "should_trigger": true },\n\n  { "query": "sum", "should_trigger": false }\n]';
    expect(parseLabelled(text, { ...at, skill: "pdf" })).toEqual([
      { query: 'merge ["a", b]', expect: ["pdf"], line: 2 },
      { query: "sum", expect: [], unwanted: "pdf", line: 5 },
    ]);
  });

  test.each([
    [
      "an object with queries",
      {
        queries: [
          { query: "a", should_trigger: true },
          { prompt: "b", should_trigger: false },
        ],
      },
    ],
    [
      "an object with evals",
      {
        evals: [
          { prompt: "a", should_trigger: true },
          { prompt: "b", should_trigger: false },
        ],
      },
    ],
    [
      "an object with cases",
      {
        cases: [
          { query: "a", should_trigger: true },
          { request: "b", should_trigger: false },
        ],
      },
    ],
    ["lists of strings", { should_trigger: ["a"], should_not_trigger: ["b"] }],
    [
      "lists of objects",
      { should_trigger: [{ query: "a" }], should_not_trigger: [{ prompt: "b", reason: "other" }] },
    ],
    ["lists per skill", { cases: [{ skill: "pdf", should_trigger: ["a"], should_not_trigger: ["b"] }] }],
    ["lists in an array", [{ skill_name: "pdf", should_trigger: ["a"], should_not_trigger: ["b"] }]],
    [
      "an object with should_activate",
      {
        skill: "pdf",
        cases: [
          { id: "1", prompt: "a", should_activate: true },
          { id: "2", prompt: "b", should_activate: false },
        ],
      },
    ],
    ["lists in an object", { triggers: { should_trigger: ["a"], should_not_trigger: ["b"] } }],
  ])("M9 or %s, as authors write them", (_, value) => {
    const expected = [
      expect.objectContaining({ query: "a", expect: ["pdf"] }),
      expect.objectContaining({ query: "b", expect: [], unwanted: "pdf" }),
    ];
    expect(parseLabelled(JSON.stringify(value, undefined, 2), { ...at, skill: "pdf" })).toEqual(expected);
  });

  test("M9 a file may name its skill itself", () => {
    const text = JSON.stringify({ skill: "pdf", should_trigger: ["a"] }, undefined, 2);
    expect(parseLabelled(text, at)).toEqual([{ query: "a", expect: ["pdf"], line: 1 }]);
  });

  test("M9 a near miss names the only skill that would be wrong", () => {
    expect(parseLabelled('{"query": "a", "expect": null, "unwanted": "pdf"}', at)).toEqual([
      { query: "a", expect: [], unwanted: "pdf", line: 1 },
    ]);
    expect(trouble('{"query": "a", "expect": "pdf", "unwanted": "pdf"}')).toContain(
      '"unwanted" must be a name',
    );
    expect(trouble('{\n "version": 1\n}')).toContain("it contains no list of messages");
  });

  const broken: readonly [string, string, string][] = [
    [
      "a line that is no JSON",
      '{"query": "a", "expect": null}\n{"query": "b",}',
      ":2: this is not valid JSON",
    ],
    ["an array that is no JSON", '[\n{"query": "a", "expect": null}\n{}]', ":3: this is not valid JSON"],
    [
      "an element of an array",
      '[{"query": "a", "expect": null},\n  7]',
      ":2: a labelled message must be an object",
    ],
    [
      "a key that is there twice",
      '{"query": "a", "expect": null}\n{"query": "b: {", "expect": "x", "exp\\u0065ct": null}',
      ':2: duplicate key "expect"',
    ],
    [
      "the same in an array",
      '[{"query": "a", "expect": null},\n {"query": "b", "expect": ["x"],\n "query": "c"}]',
      ':3: duplicate key "query"',
    ],
    ["no query", '{"expect": "pdf"}', ':1: "query" must be a string'],
    ["an empty query", '{"query": " ", "expect": "pdf"}', ':1: "query" must be a string'],
    ["no label", '\n{"query": "a"}', ':2: it needs either "expect" or "should_trigger"'],
    ["two labels", '{"query": "a", "expect": null, "should_trigger": true}', ":1: it needs either"],
    ["a number for a name", '{"query": "a", "expect": [1]}', ':1: "expect" must be a name'],
    [
      "a text for a switch",
      '{"query": "a", "should_trigger": "yes"}',
      ':1: "should_trigger" must be true or false',
    ],
    [
      "no skill to speak of",
      '{"query": "a", "should_trigger": true}',
      ':1: "should_trigger" does not name a skill',
    ],
  ];
  test.each(broken)("M9 %s is reported with file and line", (_what, text, message) => {
    expect(trouble(text)).toContain(`${at.path}${message}`);
  });

  test("M9 any text is read or refused with our own error, and what we write is read as it was", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void trouble(text)));
    const line = fc.record({
      query: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ""),
      expect: fc.oneof(fc.constant(null), fc.string({ minLength: 1 }), fc.array(fc.string({ minLength: 1 }))),
    });
    fc.assert(
      fc.property(fc.array(line), fc.nat(8), (lines, indent) => {
        const queries = lines.map(({ query }) => query);
        const asLines = parseLabelled(lines.map((item) => JSON.stringify(item)).join("\n"), at);
        expect(asLines.map(({ query, line: number }) => [query, number])).toEqual(
          queries.map((query, row) => [query, row + 1]),
        );
        const text = JSON.stringify(lines, null, indent);
        const asArray = parseLabelled(text, at);
        expect(asArray.map(({ query }) => query)).toEqual(queries);
        const written = text.split("\n");
        for (const { line: number = 0, query } of indent > 0 ? asArray : [])
          expect(written[number]).toContain(JSON.stringify(query));
      }),
    );
  });
});
