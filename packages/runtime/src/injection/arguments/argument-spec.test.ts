import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentSpecs } from "./argument-spec.ts";

/** `name*` is required, `name:type` typed, `name=x` has a default. */
function brief(fields: Parameters<typeof argumentSpecs>[0]): readonly string[] {
  return argumentSpecs(fields).map((spec) => {
    const type = spec.type === "string" ? "" : `:${spec.values?.join("|") ?? spec.type}`;
    const fallback = spec.default === undefined ? "" : `=${JSON.stringify(spec.default)}`;
    return `${spec.name}${type}${fallback}${spec.required ? "*" : ""}`;
  });
}

describe("the arguments of a skill", () => {
  it.each([
    ["a list of names", ["file", "mode"], ["file", "mode"]],
    ["names, some of them optional", ["file", "mode?"], ["file*", "mode"]],
    ["names and a flag", ["file", "mode?", "--force"], ["file*", "mode", "force:boolean"]],
    ["names, some of them required", ["file|required", "mode"], ["file*", "mode"]],
    [
      "names with types",
      ["count|number|required", "dry|boolean", "x|optional"],
      ["count:number*", "dry:boolean", "x"],
    ],
    ["usage marks", ["<file>", "[mode]", "--force", "rest..."], ["file*", "mode", "force:boolean", "rest"]],
    ["names with a description", ["file: what to read", "mode - how"], ["file", "mode"]],
    ["a string", "file mode", ["file", "mode"]],
    ["a string with commas", "file, mode?", ["file*", "mode"]],
    ["a usage string", "<name> [greeting]", ["name*", "greeting"]],
    ["a usage string with several words", "<issue number> [how to, briefly]", ["issue-number*", "how-to"]],
    ["prose", "The file (or folder) to read.", []],
    ["objects", [{ name: "file", required: true }, { name: "mode" }], ["file*", "mode"]],
    ["objects by another key", [{ key: "a" }, { id: "b", optional: true }], ["a", "b"]],
    [
      "objects with types",
      [
        { name: "n", type: "integer", default: 3, required: true },
        { name: "b", type: "bool", default: "no" },
        { name: "e", enum: ["fast", "slow", 3], default: "FAST" },
        { name: "c", choices: ["x"], required: true },
        { name: "s", type: "array", default: 1 },
      ],
      ["n:number=3", "b:boolean=false", 'e:fast|slow|3="fast"', "c:x*", 's="1"'],
    ],
    [
      "one-key objects",
      [{ file: "the file" }, { mode: "string|required" }, { n: { type: "number" } }],
      ["file", "mode*", "n:number"],
    ],
    ["a mapping", { file: { type: "string", required: true }, mode: "how", n: null }, ["file*", "mode", "n"]],
    [
      "a JSON Schema",
      { type: "object", properties: { file: { type: "string" }, n: { type: "number" } }, required: ["file"] },
      ["file*", "n:number"],
    ],
    ["names of other scripts", ["datei-größe", "名前", "_x"], ["datei-größe", "名前", "_x"]],
    ["the same name twice", ["a", "a?"], ["a*"]],
    [
      "a default that does not fit",
      [{ name: "n", type: "number", default: "many", required: true }],
      ["n:number*"],
    ],
    ["names that are none", ["", "1", "a b c", "$x", "a/b", "_", 5, null, [], {}, [["x"]]], ["a"]],
    ["nothing", undefined, []],
    ["nonsense", 42, []],
  ])("S6 are read from %s", (_what, declaration, expected) => {
    expect(brief({ arguments: declaration })).toEqual(expected);
    expect(brief({ inputs: declaration, arguments: [] })).toEqual(expected);
  });

  it.each([
    ["[issue number] <mode: fast|slow>", ["issue-number", "mode*"]],
    ["<file|url> [output-path]  # sources: *.md", ["file-or-url*", "output-path"]],
    ["<what the page should be> [--slug <slug>] [--force]", ["what-the-page-should-be*"]],
    ["<version> (e.g., v2.7.0)", ["version*"]],
    ["[files...]", ["files"]],
    ["add [tag] | remove [tag] | list", []],
    ["the thing to do", []],
    ["<<<", []],
    ["]>", []],
  ])("S6 are described by the hint %j", (argumentHint, expected) => {
    expect(brief({ argumentHint })).toEqual(expected);
    expect(argumentSpecs({ argumentHint }).every((spec) => !spec.declared)).toBe(true);
  });

  it("S6 come from one field: arguments before inputs before the hint", () => {
    expect(brief({ arguments: "a", inputs: "b", argumentHint: "<c>" })).toEqual(["a"]);
    expect(brief({ inputs: "b", argumentHint: "<c>" })).toEqual(["b"]);
    expect(brief({ arguments: null, argumentHint: "<c>" })).toEqual(["c*"]);
  });

  it("S6 keep their description", () => {
    const [one, two] = argumentSpecs({
      arguments: ["file: what to read", { name: "mode", description: "how" }],
    });
    expect([one?.description, two?.description]).toEqual(["what to read", "how"]);
  });

  it("S6 are at most 64, each with a name of its own, whatever was declared", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (declaration, argumentHint) => {
        for (const fields of [
          { arguments: declaration },
          { inputs: declaration },
          { arguments: argumentHint },
          { argumentHint },
        ]) {
          const names = argumentSpecs(fields).map(({ name }) => name);
          expect(new Set(names).size).toBe(names.length);
        }
      }),
    );
    expect(argumentSpecs({ arguments: Array.from({ length: 999 }, (_, index) => `a${index}`) })).toHaveLength(
      64,
    );
  });
});
