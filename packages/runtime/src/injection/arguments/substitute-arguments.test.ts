import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { argumentSpecs } from "./argument-spec.ts";
import { parseArguments } from "./parse-arguments.ts";
import { type SubstitutionPolicy, substituteArguments } from "./substitute-arguments.ts";

function fill(body: string, line?: string, declaration?: unknown, policy: SubstitutionPolicy = {}) {
  const specs = argumentSpecs({ arguments: declaration });
  return substituteArguments(body, parseArguments(line, specs), specs, policy);
}

const variables = { CLAUDE_SKILL_DIR: "/skills/pdf", SKILL_DIR: "/skills/pdf", baseDir: "/skills/pdf" };

describe("the placeholders of a body", () => {
  it.each([
    ["all: $ARGUMENTS.", "a 'b c'", "all: a 'b c'."],
    ["$ARGUMENTS[0]+$ARGUMENTS[1]", "a 'b c'", "a+b c"],
    ["$0 $1 $0", "a b", "a b a"],
    ["$0 and $2", "a b", "a and $2"],
    ["$0 $ARGUMENTS[7]", "a", "a $ARGUMENTS[7]"],
    ["$ARGUMENTS_X $ARGUMENTSX $ARGUMENTS", "a", "$ARGUMENTS_X $ARGUMENTSX a"],
    ["$0.txt, $0-$1; ($1)", "a b", "a.txt, a-b; (b)"],
    ["$0.50 $1,000 $0x $0_ $0", "a b", "$0.50 $1,000 $0x $0_ a"],
    ["```sh\necho $0\n```", "a", "```sh\necho a\n```"],
    [`$@ $* $# $? $$ $HOME \${HOME} $(ls) $0`, "a", `$@ $* $# $? $$ $HOME \${HOME} $(ls) a`],
    ["$0", "$1 $0", "$1"],
    ["$ARGUMENTS", "$0 $& $' $ARGUMENTS", "$0 $& $' $ARGUMENTS"],
    ["\\$0 $0", "a", "$0 a"],
    ["\\\\$0", "a", "\\\\a"],
    ["\\\\\\$0 $0", "a", "\\\\$0 a"],
    ["\\$ARGUMENTS $ARGUMENTS", "a", "$ARGUMENTS a"],
    ["\\$5x \\$HOME $0", "a", "\\$5x \\$HOME a"],
    ["now: $ARGUMENTS", "", "now: "],
    ["awk '{print $1}' \\$2", "", "awk '{print $1}' \\$2"],
  ])("S6 in %j with %j give %j", (body, line, text) => {
    expect(fill(body, line)).toMatchObject({ text, missing: [], problems: [] });
  });

  it("S6 are left unchanged without an argument line", () => {
    const body = "$ARGUMENTS $0 \\$0 $file \\$file";
    expect(fill(body, undefined, ["file"]).text).toBe(body);
  });

  it("S6 may count from one", () => {
    expect(fill("$0 $1 $ARGUMENTS[2]", "a b", undefined, { indexBase: 1 }).text).toBe("$0 a b");
  });

  it.each([
    ["$file in $mode", ["file", "mode"], "a.txt fast", "a.txt in fast"],
    ["$file in $mode.", ["file", "mode?"], "a.txt", "a.txt in ."],
    ["$file in $mode", [{ name: "file" }, { name: "mode", default: "slow" }], "a.txt", "a.txt in slow"],
    ["$1 $0", [{ name: "file" }, { name: "mode", default: "slow" }], "a.txt", "slow a.txt"],
    ["$0 $1", ["file", "mode"], "--mode fast a.txt", "a.txt fast"],
    ["$mode", [{ name: "mode", enum: ["fast"] }], "FAST", "fast"],
    ["$n", [{ name: "n", type: "number" }], "007", "007"],
    ["$n", [{ name: "n", type: "number" }], "many", "many"],
    ["$file-name $file-x $files $file_1", ["file", "file-name"], "a b", "b a-x $files $file_1"],
    [`$file[0] \${file} $FILE $file`, ["file"], "a", `$file[0] \${file} $FILE a`],
    ["\\$file $file", ["file"], "a", "$file a"],
    ["$größe", ["größe"], "3", "3"],
    ["$file", ["file"], "$mode", "$mode"],
    ["$constructor $__proto__ $x", ["x"], "a", "$constructor $__proto__ a"],
  ])("S6 by name: %j with %j and %j give %j", (body, declaration, line, text) => {
    expect(fill(body, line, declaration).text).toBe(text);
  });

  it("S6 of a required argument stay, and it is listed", () => {
    expect(fill("$file $mode", "", ["<file>", "[mode]"])).toMatchObject({
      text: "$file ",
      missing: ["file"],
    });
  });

  it("S6 are never made by a hint", () => {
    const specs = argumentSpecs({ argumentHint: "<file>" });
    const { text, missing } = substituteArguments("for $file in $0", parseArguments("a", specs), specs);
    expect({ text, missing }).toEqual({ text: "for $file in a", missing: [] });
  });

  it.each([
    [`run \${CLAUDE_SKILL_DIR}/x.py`, "run /skills/pdf/x.py"],
    ["run {baseDir}/x.py", "run /skills/pdf/x.py"],
    [`\${OTHER} {other} \${baseDir} {SKILL_DIR} {{baseDir}} \${SKILL_DIR:-x}`, undefined],
    [`\\\${SKILL_DIR} \\{baseDir}`, `\${SKILL_DIR} {baseDir}`],
    [`\${constructor} {toString} {__proto__}`, undefined],
  ])("S6 may ask for what the host allows: %j", (body, text = body) => {
    expect(fill(body, undefined, undefined, { variables }).text).toBe(text);
  });
});

describe("arguments that no placeholder shows", () => {
  it.each([
    ["Do it.\n", "a b", "Do it.\n\nARGUMENTS: a b"],
    ["Cost: $5", " a ", "Cost: $5\n\nARGUMENTS: a"],
    ["\\$ARGUMENTS", "a", "$ARGUMENTS\n\nARGUMENTS: a"],
    ["run {baseDir}", "a", "run /skills/pdf\n\nARGUMENTS: a"],
    ["Do it.", "  ", "Do it."],
    ["Do $0", "a b", "Do a"],
  ])("S6 are appended: %j with %j", (body, line, text) => {
    expect(fill(body, line, undefined, { variables }).text).toBe(text);
  });

  it("S6 are not appended where the policy says so, but listed", () => {
    expect(fill("Do it.", "a b", undefined, { append: false })).toMatchObject({
      text: "Do it.",
      unused: ["a", "b"],
    });
    expect(fill("Do $1.", "a b c", undefined, { append: false }).unused).toEqual(["a", "c"]);
    expect(fill("Do $ARGUMENTS.", "a b").unused).toEqual([]);
  });
});

describe("whatever a user writes", () => {
  const tricky = fc
    .array(
      fc.constantFrom(
        "$ARGUMENTS",
        "$0",
        "$1",
        "$file",
        "{baseDir}",
        `\${SKILL_DIR}`,
        "\\",
        "$&",
        "$$",
        "x",
        " ",
      ),
      { minLength: 1 },
    )
    .map((pieces) => pieces.join("").trim() || "x");

  it("S6 is inserted once and never read again", () => {
    fc.assert(
      fc.property(tricky, fc.constantFrom("$ARGUMENTS", "$0", "$file"), (value, placeholder) => {
        const line = placeholder === "$ARGUMENTS" ? value : `"${value.replace(/["\\]/g, "\\$&")}"`;
        expect(fill(`<${placeholder}>`, line, ["file"], { variables }).text).toBe(`<${value}>`);
      }),
    );
  });

  it("S6 leaves a body alone in which nothing asks, apart from what is appended", () => {
    const plain = fc.array(fc.constantFrom("$", "{", "}", "\\", "$HOME", "$(x)", "a", "\n", "`"), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(plain, (pieces) => {
        const body = pieces.join("");
        expect(fill(body, "x", ["file"], { variables, append: false }).text).toBe(body);
      }),
    );
  });

  it("S6 shows an escaped body as it was meant", () => {
    const piece = fc.constantFrom(
      "$ARGUMENTS",
      "$0",
      "$ARGUMENTS[1]",
      "$file",
      "{baseDir}",
      `\${SKILL_DIR}`,
      "text",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const meant = pieces.join(" ");
        const escaped = meant.replace(/\$|(?<!\$)\{/g, "\\$&");
        expect(fill(escaped, "a b", ["file"], { variables, append: false }).text).toBe(meant);
      }),
    );
  });

  it("S6 never throws", () => {
    const any = fc.string({
      unit: fc.constantFrom(...Array.from("ab \n\t\0\"'\\$/{}[]`:=-é你😀\ud800")),
      maxLength: 40,
    });
    fc.assert(
      fc.property(any, fc.option(any, { nil: undefined }), fc.jsonValue(), (body, line, declaration) => {
        expect(typeof fill(body, line, declaration, { variables }).text).toBe("string");
      }),
    );
  });

  it("S6 cannot be multiplied without end", () => {
    const { text, problems } = fill("$ARGUMENTS ".repeat(50_000), "x".repeat(60_000));
    expect(text.length).toBeLessThan(2_000_000);
    expect(problems).toMatchObject([{ name: "$ARGUMENTS" }]);
  });

  it.each([
    "$",
    "\\",
    `\${A`,
    "{a",
    "$a-",
    "$ARGUMENTS[",
    "\\$0",
  ])("S6 can be filled when the body is hostile: %j", (piece) => {
    expect(
      fill(piece.repeat(100_000), "x", ["file"], { variables, append: false }).text.length,
    ).toBeGreaterThan(0);
  });
});
