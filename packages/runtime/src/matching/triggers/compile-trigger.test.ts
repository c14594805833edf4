import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileTrigger, MAX_SPELLINGS } from "./compile-trigger.ts";

/** Each spelling as text: words between spaces, variables between braces. */
function spellings(phrase: string): readonly string[] {
  const compiled = compileTrigger(phrase);
  if (!compiled.ok) return [`! ${compiled.reason}`];
  return compiled.patterns.map(({ chunks, slots, leads, trails }) => {
    const names = slots.map((name) => `{${name}}`);
    const parts = chunks.flatMap((chunk, index) => {
      const text = chunk.join(" ");
      return [...(index > 0 || leads ? [names.shift() ?? "?"] : []), text];
    });
    return [...parts, ...(trails ? [names.shift() ?? "?"] : [])].join(" ");
  });
}

describe("a trigger phrase", () => {
  it.each<[string, readonly string[]]>([
    ["create a concept note", ["create a concept note"]],
    ["Create a Concept-Note!", ["create a concept note"]],
    ["explain {concept}", ["explain {concept}"]],
    ["{person}'s notes", ["{person} s notes"]],
    ["move {a} to {b}, please", ["move {a} to {b} please"]],
    ["render {{inputs.title}} now", ["render {inputs.title} now"]],
    ["note {title|required}", ["note {title}"]],
    ["note {title: string}", ["note {title}"]],
    ["onboard <tool/repo>", ["onboard {tool/repo}"]],
    ["if a < b then", ["if a b then"]],
    ["print \\[draft] (quickly|fast)", ["print draft quickly", "print draft fast"]],
    ["(create|make) note", ["create note", "make note"]],
    ["summari(s|z)e it", ["summarise it", "summarize it"]],
    ["note(s) here", ["notes here"]],
    ["create [a] note", ["create a note", "create note"]],
    ["add [a|the] note", ["add a note", "add the note", "add note"]],
    ["research [company]", ["research company", "research", "research {company}"]],
    ["{a} [and] {b}", ["{a} and {b}"]],
    ["((a|b) c|d)", ["a c", "b c", "d"]],
    ["a (b", ["a b"]],
    ["a ) b ] c | d", ["a b c d"]],
    ["(a [b) c", ["a b c"]],
    ["say \\{x\\} \\[y\\]", ["say x y"]],
    ["ends with a backslash \\", ["ends with a backslash"]],
    ["创建{类型}笔记", ["创 建 {类型} 笔 记"]],
    ["PDF を作成", ["pdf を 作 成"]],
    ["C++ and C# code", ["c++ and c# code"]],
    ["ＰＤＦ ﬁle", ["pdf file"]],
  ])("M2 %j is read as %j", (phrase, expected) => {
    expect(spellings(phrase)).toEqual(expected);
  });

  it.each([
    ["", "it has no words"],
    ["  ?! 😀 ", "it has no words"],
    ["{x}", "it is only a variable"],
    ["… {x} !", "it is only a variable"],
    ["{a}{b} go", "there is no word between {a} and {b}"],
    ["go {a}, {b}", "there is no word between {a} and {b}"],
    ["{a} and {a}", "it contains {a} twice"],
    ["go {", 'it has an unclosed "{"'],
    ["go {}", "a variable has no name"],
    ["go {|required}", "a variable has no name"],
    ["go {$(rm)}", "a variable has an invalid name"],
    ["x ".repeat(41), "it has more than 40 words"],
    ["x".repeat(401), "it is longer than 400 characters"],
    [Array.from({ length: 9 }, (_, at) => `w {s${at}}`).join(" "), "it has more than 8 variables"],
    ["(a|b)".repeat(7), `its alternatives give more than ${MAX_SPELLINGS} phrases`],
    ["(((((a|b)))))", "its brackets are nested more than 4 levels deep"],
  ])("M2 %j is rejected with a reason for its author", (phrase, reason) => {
    expect(compileTrigger(phrase)).toEqual({ ok: false, reason });
  });

  it("M2 may have 64 spellings; a guess about brackets never makes it too many", () => {
    expect(spellings("(a|b)".repeat(6))).toHaveLength(64);
    expect(spellings("go [north] [south] [east] [west]")).toHaveLength(16);
  });

  it("M2 is read or refused, whatever it is", () => {
    const piece = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      "(",
      ")",
      "|",
      "<",
      ">",
      "\\",
      "a",
      "b ",
      " ",
      "你",
      "\ud800",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, { maxLength: 400 }).map((all) => all.join("")),
          fc.string(),
        ),
        (phrase) => {
          const compiled = compileTrigger(phrase);
          if (!compiled.ok) expect(compiled.reason).toMatch(/^\S/);
          else for (const { chunks } of compiled.patterns) expect(chunks.flat().length).toBeGreaterThan(0);
        },
      ),
    );
  });

  it("M2 of nothing but open brackets costs no more than its length", () => {
    expect(compileTrigger("(".repeat(400))).toEqual({ ok: false, reason: "it has no words" });
    expect(compileTrigger(`${"[(".repeat(190)}x`).ok).toBe(true);
  });
});
