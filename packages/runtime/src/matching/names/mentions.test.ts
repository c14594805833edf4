import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMMAND_SPELLINGS } from "../../profile.ts";
import { findMentions, type MentionOptions } from "./mentions.ts";

const NAMES = [
  "pdf",
  "pdf-tools",
  "review",
  "Deploy",
  "PDF2",
  "git:commit",
  "über",
  "path",
  "tmp",
  "sql",
  "SQL",
  "v1.2",
];
const names = new Set(NAMES);
const find = (text: string, options: MentionOptions = { names }) =>
  findMentions(text, (name) => names.has(name), options);
const brief = (text: string, options?: MentionOptions) =>
  find(text, options).mentions.map(({ name, style, args }) =>
    style === "slash" ? `/${name}|${args}` : `$${name}`,
  );

describe("a command at the start of a message", () => {
  it.each([
    ["/pdf", ["/pdf|"]],
    ["/pdf  a b ", ["/pdf|a b"]],
    ["\n  /pdf x", ["/pdf|x"]],
    ["/skill:pdf fill  the form", ["/pdf|fill  the form"]],
    ["/Skill:PDF x", ["/pdf|x"]],
    ["/skill:git:commit now", ["/git:commit|now"]],
    ["/pdf line one\nline two", ["/pdf|line one\nline two"]],
    ["/pdf /review both", ["/pdf|", "/review|both"]],
    ["/pdf\n/skill:review\nboth", ["/pdf|", "/review|both"]],
    ["/pdf /tmp/x.pdf", ["/pdf|/tmp/x.pdf"]],
    ["/pdf /usr/bin /review", ["/pdf|/usr/bin /review"]],
    ["/pdf /pdf twice", ["/pdf|twice"]],
    ["/deploy", ["/Deploy|"]],
    ["/ÜBER x", ["/über|x"]],
    ["/u\u0308ber x", ["/über|x"]],
    ["/sql x", ["/sql|x"]],
    ["/pdf \\/review x", ["/pdf|/review x"]],
    ["/pdf use \\$review", ["/pdf|use $review"]],
    ["/pdf and $review", ["/pdf|and $review", "$review"]],
    ["/pdf `$review`", ["/pdf|`$review`"]],
  ])("M1 is found in %j", (text, expected) => {
    expect(brief(text)).toEqual(expected);
  });

  it.each([
    "/tmp/x.pdf is broken",
    "/usr/bin",
    "/pdf/",
    "/pdf/x",
    "/pdf, please",
    "//pdf",
    "/ pdf",
    "/",
    "/skill:",
    "/unknown args",
    "/Sql is two skills",
    "please run /pdf",
    "see /review",
    "\\/pdf x",
    "\\\\/pdf x",
    "`/pdf`",
    "./pdf",
    "~/pdf",
    "pdf",
    "",
    "   ",
  ])("M1 is not found in %j", (text) => {
    expect(find(text)).toMatchObject({ mentions: [], unknown: [] });
  });

  it.each([
    ["/skill:pfd fill", { name: "pfd", index: 0, suggestion: "pdf" }],
    ["  /skill:reviw", { name: "reviw", index: 2, suggestion: "review" }],
    ["/skill:zzzzzzzz", { name: "zzzzzzzz", index: 0 }],
    ["/skill:pdf/references", { name: "pdf/references", index: 0 }],
    ["/skill:../etc", { name: "../etc", index: 0 }],
  ])("M1 that no skill has is reported with the nearest name: %j", (text, unknown) => {
    expect(find(text)).toEqual({ mentions: [], unknown: [unknown], rest: text });
  });

  it("M1 ends the commands where one is unknown", () => {
    expect(find("/pdf /skill:reviw x")).toMatchObject({
      mentions: [{ name: "pdf", args: "/skill:reviw x" }],
      unknown: [{ name: "reviw", index: 5, suggestion: "review" }],
    });
  });

  it("M1 counts at most eight skills; the ninth is an argument", () => {
    const many = Array.from({ length: 10 }, (_, index) => `s${index}`);
    const { mentions } = findMentions(`${many.map((name) => `/${name}`).join(" ")} x`, (name) =>
      many.includes(name),
    );
    expect(mentions.map(({ name }) => name)).toEqual(many.slice(0, 8));
    expect(mentions.at(-1)?.args).toBe("/s8 /s9 x");
  });

  it("M1 S6 is text like any other where commands are switched off, in every spelling", () => {
    const policy = { spellings: [], exact: false };
    expect(brief("/pdf and $review", { names, policy })).toEqual([]);
    expect(find("/skill:nope", { names, policy })).toMatchObject({ unknown: [], rest: "/skill:nope" });
    expect(find("\\/pdf \\$pdf", { names, policy }).rest).toBe("\\/pdf \\$pdf");
  });

  it.each([
    [["/name"], ["/pdf|x"], [], []],
    [["/skill:name"], [], ["/pdf|x"], []],
    [["$name"], [], [], ["$pdf"]],
  ] as const)("M1 S6 with the spellings %j only those count", (spellings, plain, prefixed, dollar) => {
    const policy = { spellings, exact: false };
    expect(brief("/pdf x", { names, policy })).toEqual(plain);
    expect(brief("/skill:pdf x", { names, policy })).toEqual(prefixed);
    expect(brief("use $pdf", { names, policy })).toEqual(dollar);
  });

  it("M1 S6 can be compared exactly", () => {
    const policy = { spellings: COMMAND_SPELLINGS, exact: true };
    expect(brief("/PDF x", { names, policy })).toEqual([]);
    expect(brief("/Skill:pdf x", { names, policy })).toEqual([]);
    expect(find("/skill:PDF x", { names, policy }).unknown).toMatchObject([{ name: "PDF" }]);
    expect(brief("/skill:pdf x", { names, policy })).toEqual(["/pdf|x"]);
  });

  it("M1 S6 can have a name with spaces; the longest name wins", () => {
    const spaced = new Set(["my", "my skill", "My Other Skill", "pdf"]);
    const call = (text: string) =>
      findMentions(text, (name) => spaced.has(name), { names: spaced }).mentions.map(
        ({ name, args }) => `${name}|${args}`,
      );
    expect(call("/skill:my skill a b")).toEqual(["my skill|a b"]);
    expect(call("/my skill")).toEqual(["my skill|"]);
    expect(call("/my skills a")).toEqual(["my|skills a"]);
    expect(call("/skill:my other skill\n/pdf x")).toEqual(["My Other Skill|", "pdf|x"]);
    expect(call("\\/my skill a")).toEqual([]);
  });

  it("M1 is compared exactly where the names are not given", () => {
    expect(brief("/PDF x", {})).toEqual([]);
    expect(find("/skill:pfd", {}).unknown).toEqual([{ name: "pfd", index: 0 }]);
  });

  it("M1 takes names that can be read only once", () => {
    expect(find("/REVIEW /skill:pfd", { names: names.values() })).toMatchObject({
      mentions: [{ name: "review" }],
      unknown: [{ suggestion: "pdf" }],
    });
  });
});

describe("a name after a dollar sign", () => {
  it.each([
    ["use $pdf", ["$pdf"]],
    ["$pdf", ["$pdf"]],
    ["($pdf)", ["$pdf"]],
    ["“$pdf”, '$review'", ["$pdf", "$review"]],
    ["[$pdf](skills/pdf)", ["$pdf"]],
    ["Try $pdf.", ["$pdf"]],
    ["Try $pdf: it works", ["$pdf"]],
    ["$pdf...", ["$pdf"]],
    ["$pdf-tools and $pdf", ["$pdf-tools", "$pdf"]],
    ["$v1.2.", ["$v1.2"]],
    ["$git:commit", ["$git:commit"]],
    ["$Review it", ["$review"]],
    ["$pdf $pdf", ["$pdf"]],
    ["\\\\$pdf", ["$pdf"]],
    ["用$pdf处理", ["$pdf"]],
    ["$pdf를 써", ["$pdf"]],
    ["`code` $pdf `more`", ["$pdf"]],
    ["a lone ` and $pdf\n\nthen another `", ["$pdf"]],
    ["\\`$pdf`", ["$pdf"]],
    ["```\n$review\n```\n$pdf", ["$pdf"]],
    ["~~~\n```\n~~~\n$pdf", ["$pdf"]],
  ])("M1 is found in %j", (text, expected) => {
    expect(brief(text)).toEqual(expected);
  });

  it.each([
    "$PATH $HOME $PDF $SQL $PDF2 $_ $1 $0 $100 $1.50 $? $@ $$",
    "$path is a variable",
    "$Path",
    `\${pdf}`,
    "$(pdf)",
    "$$pdf",
    "a$pdf",
    "é$pdf",
    "$pdfé",
    "$pdfs",
    "$pdf-toolset",
    "$pdf_x",
    "$pdf.length",
    "$pdf/forms.md",
    "~/$pdf",
    "x=$pdf",
    "$pdf=1",
    "$pdf(1)",
    "$pdf[0]",
    "$pdf->x",
    "C:\\dir\\$pdf",
    "C:\\$pdf",
    "\\$pdf",
    "\\\\\\$pdf",
    "`$pdf`",
    "``a ` $pdf``",
    "```sh\n$pdf\n```",
    "  ```\n$pdf",
    "~~~\n$pdf\n```\n$pdf",
    "$unknown",
    "$",
    "$ pdf",
  ])("M1 is not found in %j", (text) => {
    expect(find(text)).toMatchObject({ mentions: [], unknown: [] });
  });

  it("M1 has the index of its dollar sign", () => {
    const text = "😀 \\$pdf use $review";
    expect(find(text).mentions).toEqual([
      { name: "review", style: "dollar", args: "", index: text.indexOf("$review") },
    ]);
  });
});

describe("the rest of a message", () => {
  it.each([
    ["/pdf  do it ", "do it"],
    ["use $pdf", "use $pdf"],
    [" plain ", " plain "],
    ["\\/pdf x", "/pdf x"],
    ["\\/skill:nope", "/skill:nope"],
    ["\\/usr/bin", "\\/usr/bin"],
    ["\\$pdf \\$5 \\$HOME \\$other", "$pdf \\$5 \\$HOME \\$other"],
    ["\\\\\\$pdf", "\\\\$pdf"],
    ["\\\\$pdf", "\\\\$pdf"],
    ["`\\$pdf`", "`\\$pdf`"],
    ["C:\\dir\\$pdf", "C:\\dir\\$pdf"],
  ])("M1 of %j is %j", (text, rest) => {
    expect(find(text).rest).toBe(rest);
  });

  it("M1 keeps every word of a message that is too long to be looked at", () => {
    const long = `/pdf ${"word ".repeat(20_000)}$review`;
    const { mentions, rest } = find(long);
    expect(mentions.map(({ name }) => name)).toEqual(["pdf"]);
    expect(rest).toBe(long.slice(5));
    expect(find(`${"x".repeat(65_532)} $pdf-toolset`).mentions).toEqual([]);
  });
});

describe("any message", () => {
  const piece = fc.constantFrom(
    ...[
      "/",
      "$",
      "\\",
      "`",
      "```",
      "~~~",
      "\n",
      " ",
      ":",
      ".",
      "-",
      "=",
      "{",
      "(",
      "/tmp/x.pdf",
      "skill:",
      "word",
    ],
    ...NAMES,
  );
  const message = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

  it("M1 gives mentions that never overlap, are known, and never lie inside a path", () => {
    fc.assert(
      fc.property(message, (text) => {
        const { mentions } = find(text);
        let end = 0;
        for (const { index, name, style } of mentions) {
          expect(index).toBeGreaterThanOrEqual(end);
          expect(names.has(name)).toBe(true);
          const mark = style === "slash" ? "/" : "$";
          expect(text[index]).toBe(mark);
          end = index + 1 + name.length;
          expect(text.slice(index + 1, end + "skill:".length).toLowerCase()).toContain(name.toLowerCase());
          const typed = /^[/$](?:skill:)?/i.exec(text.slice(index))?.[0].length ?? 0;
          expect(text[index + typed + name.length] ?? " ").not.toBe("/");
          expect(text[index - 1] ?? " ").not.toBe("/");
        }
        expect(new Set(mentions.map(({ name }) => name)).size).toBe(mentions.length);
        expect(mentions.length).toBeLessThanOrEqual(8);
      }),
      { numRuns: 3000 },
    );
  });

  it("M1 is its own rest when nothing in it is a name", () => {
    const nameless = fc.array(fc.constantFrom("/", "$", "\\", "`", "\n", " ", "x", "$HOME", "/usr/bin"), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(nameless, (pieces) => {
        const text = pieces.join("");
        expect(find(text)).toEqual({ mentions: [], unknown: [], rest: text });
      }),
    );
  });

  it("M1 can be escaped: the names are gone, and what is left is the message as it was meant", () => {
    const words = fc.array(fc.constantFrom("$pdf", "$review.", "word", "($Deploy)", "$HOME", "/usr/bin"), {
      maxLength: 10,
    });
    fc.assert(
      fc.property(words, fc.constantFrom("", "/pdf ", "/skill:review "), (pieces, command) => {
        const meant = `${command}${pieces.join(" ")}`;
        const escaped = meant.replace(/^\/(?=pdf|skill)/, "\\/").replace(/\$(?=pdf|review|Deploy)/g, "\\$");
        expect(find(escaped)).toEqual({ mentions: [], unknown: [], rest: meant });
      }),
    );
  });

  it.each([
    ["dollars", "$".repeat(1_000_000)],
    ["slashes", "/".repeat(1_000_000)],
    ["backslashes", `${"\\".repeat(1_000_000)}$pdf`],
    ["backticks", Array.from({ length: 400 }, (_, index) => "`".repeat(index)).join(" ")],
    ["lone backticks", "` `` ".repeat(20_000)],
    ["names", "$pdf ".repeat(200_000)],
    ["unknown names", "$".concat("a".repeat(63), " ").repeat(10_000)],
    ["one word", `$${"a".repeat(1_000_000)}`],
    ["spaces", " ".repeat(1_000_000)],
    ["commands", "/pdf ".repeat(200_000)],
  ])("M1 can be hostile: %s", (_what, text) => {
    const { mentions, rest } = find(text);
    expect(mentions.length).toBeLessThanOrEqual(1);
    expect(rest.length).toBeLessThanOrEqual(text.length);
  });

  it("M1 never makes it throw", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom(...Array.from("ab \n\t\0\"'\\$/{}[]`:=-é你😀\ud800")),
          maxLength: 60,
        }),
        (text) => {
          expect(find(text).unknown.length).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
