import { type JsonNode, parseJsonc } from "@knowhow/runtime/toolkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Entry, Target } from "../config-editor.ts";
import { placeOf } from "../config-fault.ts";
import { jsoncEditor } from "./edit-jsonc.ts";

const TARGET: Target = { container: ["mcpServers"], name: "knowhow" };
const ENTRY: Entry = { type: "stdio", command: "/usr/bin/node", args: ["/opt/knowhow.js", "mcp"] };

/** The value of a text; of duplicate keys one counts, as in JSON. */
function meaning(text: string): unknown {
  const { root } = parseJsonc(text);
  return root === undefined ? {} : plain(root);
}

function plain(node: JsonNode): unknown {
  if (node.kind === "scalar") return node.value;
  if (node.kind === "array") return node.items.map(plain);
  return Object.fromEntries(node.members.map(({ key, value }) => [key, plain(value)]));
}

function add(text: string): string {
  return jsoncEditor.add(text, TARGET, ENTRY).text;
}

const space = fc.constantFrom(
  "",
  " ",
  "\n",
  "\n  ",
  "\r\n\t",
  ' /* a, "b": { */ ',
  " // }, note\n",
  "\n// own line\n\n",
);
const key = fc.oneof(
  fc.constantFrom("a", "b", "c", "command", "__proto__", 'è "q"'),
  fc.string({ maxLength: 4 }),
);
const scalar = fc.oneof(
  fc.string({ maxLength: 6 }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Texts of objects with any white space, comments and trailing commas. */
const { object } = fc.letrec<{ value: string; object: string; array: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    scalar.map((value) => JSON.stringify(value)),
    tie("object"),
    tie("array"),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(key, tie("value"), space, space, space), {
        maxLength: 4,
        selector: ([name]) => name,
      }),
      space,
      fc.boolean(),
    )
    .map(([members, inside, trailing]) => {
      const written = members.map(([name, value, a, b, c]) => `${a}${JSON.stringify(name)}${b}:${value}${c}`);
      return `{${written.join(",")}${trailing && written.length > 0 ? "," : ""}${inside}}`;
    }),
  array: fc
    .tuple(fc.array(tie("value"), { maxLength: 3 }), space, fc.boolean())
    .map(
      ([items, inside, trailing]) =>
        `[${inside}${items.join(`,${inside}`)}${trailing && items.length > 0 ? "," : ""}]`,
    ),
}));

/** A whole file: with other servers, with none, or without the table. */
const file = fc
  .tuple(object, object, space, space, fc.constantFrom("none", "servers", "only", "blank"), fc.boolean())
  .map(([rest, servers, before, after, kind, bom]) => {
    const start = bom ? "\ufeff" : "";
    if (kind === "blank") return `${start}${before}`;
    if (kind === "only") return `${start}${before}{"mcpServers":${servers}${after}}${after}`;
    const text = kind === "none" ? rest : `{${before}"mcpServers":${servers},${rest.slice(1)}`;
    return `${start}${text}${after}`;
  })
  .filter((text) => !text.includes('"knowhow"'));

const comments = (text: string): readonly string[] =>
  text.match(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//g)?.filter((token) => token.startsWith("/")) ??
  [];

describe("editing JSON with comments", () => {
  it("S10 changes nothing in the meaning of any file but our entry, and keeps every comment", () => {
    fc.assert(
      fc.property(file, (text) => {
        const before = meaning(text);
        const after = add(text);
        const servers = Object(Object(before).mcpServers);
        expect(meaning(after)).toEqual({ ...Object(before), mcpServers: { ...servers, knowhow: ENTRY } });
        expect(comments(after)).toEqual(comments(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("S10 keeps every byte of a file but for the commas around our entry", () => {
    fc.assert(
      fc.property(file, (text) => {
        const bytes = [...text];
        let at = 0;
        for (const character of add(text)) if (character === bytes[at]) at += 1;
        expect(at === bytes.length || /\{\s*\}/.test(text)).toBe(true);
      }),
    );
  });

  it("S10 gives a file with other servers back byte by byte when the entry is removed again", () => {
    fc.assert(
      fc.property(file, (text) => {
        const servers = Object(meaning(text)).mcpServers;
        fc.pre(servers !== undefined && Object.keys(servers).length > 0);
        expect(jsoncEditor.remove(add(text), TARGET, [])).toBe(text);
      }),
    );
  });

  it("S10 gives any file its meaning and its comments back when the entry is removed again", () => {
    fc.assert(
      fc.property(file, (text) => {
        const { text: added, created } = jsoncEditor.add(text, TARGET, ENTRY);
        const removed = jsoncEditor.remove(added, TARGET, created);
        expect(meaning(removed)).toEqual(meaning(text));
        expect(comments(removed)).toEqual(comments(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("S10 removes the first, a middle or the last entry without touching the meaning of the others", () => {
    fc.assert(
      fc.property(object, fc.nat(4), (text, index) => {
        const node = parseJsonc(text).root;
        fc.pre(node?.kind === "object" && node.members.length > 0);
        const name = node?.kind === "object" ? (node.members[index % node.members.length]?.key ?? "") : "";
        const removed = jsoncEditor.remove(text, { container: [], name }, []);
        expect(Object.entries(Object(meaning(removed)))).toEqual(
          Object.entries(Object(meaning(text))).filter(([other]) => other !== name),
        );
        const inEntry = jsoncEditor.find(text, { container: [], name })?.raw ?? "";
        const kept = comments(removed).length;
        expect(kept).toBeGreaterThanOrEqual(comments(text).length - comments(inEntry).length - 2);
      }),
      { numRuns: 2000 },
    );
  });

  it("never fails on a text in any other way than by saying where it is broken", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), object, fc.string({ unit: fc.constantFrom(...'{}[]",:/*\\ntrue1 \n') })),
        (text) => {
          try {
            meaning(add(text));
          } catch (error) {
            expect(error).toMatchObject({ name: "ConfigFault", at: expect.any(Number) });
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["two spaces", '{\n  "a": 1\n}\n'],
    ["four spaces", '{\n    "a": 1\n}\n'],
    ["a tab, without a newline at the end", '{\n\t"a": 1\n}'],
    ["Windows line ends", '{\r\n  "a": 1\r\n}\r\n'],
  ])("takes the layout of the file over: %s", (_, text) => {
    const unit = /[ \t]+/.exec(text)?.[0] ?? "";
    const newline = text.includes("\r") ? "\r\n" : "\n";
    const added = add(text);
    expect(added).toContain(
      `1,${newline}${unit}"mcpServers": {${newline}${unit}${unit}"knowhow": {${newline}`,
    );
    expect(added.replaceAll("\r\n", "\n").includes("\r")).toBe(false);
    expect(jsoncEditor.remove(added, TARGET, ["mcpServers"])).toBe(text);
  });

  it("writes on one line where the file is one line", () => {
    expect(add('{"a":1,"mcpServers":{}}')).toBe(
      '{"a":1,"mcpServers":{"knowhow":{"type":"stdio","command":"/usr/bin/node","args":["/opt/knowhow.js","mcp"]}}}',
    );
    expect(add('{"mcpServers": {"x": {"command": "y"}}}')).toContain(
      ', "knowhow": {"type": "stdio", "command": ',
    );
  });

  it("keeps a comment in the line of the member that it explains", () => {
    const text = '{\n  "mcpServers": {\n    "x": {} // mine\n  } // all\n}\n';
    expect(add(text)).toContain('"x": {}, // mine\n    "knowhow": {\n      "type": "stdio",');
  });

  it.each([
    ["{ // open\n", 2, 1, "ends"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, "a comma or }"],
    ["{\n  a: 1\n}", 2, 3, "a key in double quotes"],
    ['{"a": tru}', 1, 7, "a value"],
    ['{"a": 01}', 1, 7, "a value"],
    ['{"a": 1} x', 1, 10, "unexpected text"],
    ["[1]", 1, 1, "the whole file must be an object"],
    ['{"mcpServers": []}', 1, 16, '"mcpServers" must be an object'],
    ['{"mcpServers": {},\n "mcpServers": {}}', 2, 2, "duplicate key"],
    ['{"mcpServers": {"knowhow": 1, "knowhow": 2}}', 1, 31, "duplicate key"],
    ["/* x", 1, 1, "not closed"],
  ])("refuses %j at line %i, column %i", (text, line, column, words) => {
    let fault: unknown;
    try {
      add(text);
    } catch (error) {
      fault = error;
    }
    expect(fault).toMatchObject({ name: "ConfigFault", message: expect.stringContaining(words) });
    expect(placeOf(text, Number(Object(fault).at))).toEqual({ line, column });
  });

  it("updates only our own members, and keeps those that the user added", () => {
    const text =
      '{"mcpServers": {\n  "knowhow": {\n    // why\n    "command": "old", // program\n    "env": {"A": "b"},\n    "url": "x"\n  }\n}}';
    const updated = jsoncEditor.update(text, TARGET, { set: ENTRY, drop: ["url"] });
    expect(Object(meaning(updated)).mcpServers.knowhow).toEqual({ ...ENTRY, env: { A: "b" } });
    expect(comments(updated)).toEqual(["// why", "// program"]);
    expect(updated.startsWith(text.slice(0, text.indexOf("old")))).toBe(true);
  });

  it("shows no value of others in the text for eyes, nor a comment", () => {
    const text =
      '{\n  // sk-1\n  "token": "sk-2", /* sk-3\n sk-4 */ "mcpServers": {"x": {"env": {"K": ["sk-5"]}}}\n}';
    const masked = jsoncEditor.mask(add(text), TARGET, ["command"]);
    expect(masked).not.toContain("sk-");
    expect(masked.split("\n")).toHaveLength(add(text).split("\n").length);
    for (const word of ['"token"', '"env"', '"K"', '"/usr/bin/node"']) expect(masked).toContain(word);
  });

  it.each([
    ["a very long text", `{"a": "${"x".repeat(12_000_000)}"}`],
    ["very many escapes", `{"a": "${"\\n".repeat(2_000_000)}"}`],
    ["slashes in a comment", `{"a": "b" ${"// ".repeat(100_000)}\n}`],
    ["very many comments", `{"a": "b" ${"/**/".repeat(100_000)}}`],
  ])("edits and shows %s without running out of stack or time", (_, text) => {
    const added = add(text);
    expect(jsoncEditor.mask(added, TARGET, [])).not.toContain('"b"');
    expect(jsoncEditor.remove(added, TARGET, ["mcpServers"])).toBe(text);
  });

  it("refuses a text that is nested without an end, without running out of stack", () => {
    expect(() => add("[".repeat(1_000_000))).toThrow("nested too deeply");
    expect(() => add('{"a":'.repeat(1_000_000))).toThrow("nested too deeply");
  });
});
