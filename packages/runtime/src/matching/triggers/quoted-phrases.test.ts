import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quotedPhrases } from "./quoted-phrases.ts";

const phrases = (text: string) => quotedPhrases(text).map(({ phrase }) => phrase);

describe("phrases in quotes", () => {
  it.each<[string, readonly string[]]>([
    ['Use when the user says "fix my build" or "make it green".', ["fix my build", "make it green"]],
    ["says “merge these PDFs” or „räum das auf“", ["merge these PDFs", "räum das auf"]],
    ["says 'clean this up', 'don't do it', or ‘what’s new’", ["clean this up", "don't do it", "what’s new"]],
    ["当用户说「创建会议笔记」或『整理文档』时", ["创建会议笔记", "整理文档"]],
    ["says «résume ce texte»", ["résume ce texte"]],
    ["says `review my code`", ["review my code"]],
    ['"tell me about [company]", "explain {concept}"', ["tell me about [company]", "explain {concept}"]],
    ['"Fix it now" and "fix it now"', ["Fix it now"]],
    ['"A/B test this"', ["A/B test this"]],
    ['a line "that\n  wraps" here', ["that wraps"]],
  ])("M2 are found in %j", (text, expected) => {
    expect(phrases(text)).toEqual(expected);
  });

  it.each([
    "the users' files and the dogs' toys",
    "don't, can't, it's John's",
    'a 5" x 7" frame',
    '"one"',
    '"this is far too long to be something that anybody would say in one breath"',
    '"report.pdf" and "my notes.txt" and "src/api/index.ts"',
    "`npm run build`, `git commit -m x`, `docker compose up`",
    '"a == b", "foo(); bar", "x -> y", "std::vector of", "my_var is", "--force it", "$HOME is set"',
    '"see https://example.org now", "mail a@b.c now"',
    '"never\n\nclosed"',
    '"open end',
    "",
  ])("M2 are not found in %j", (text) => {
    expect(phrases(text)).toEqual([]);
  });

  it("M2 have offsets that include the quotes", () => {
    const text = 'Not for "old files here".';
    const [found] = quotedPhrases(text);
    expect(text.slice(found?.start, found?.end)).toBe('"old files here"');
  });

  it("M2 are bounded, whatever the text", () => {
    expect(phrases(Array.from({ length: 500 }, (_, at) => `"say number ${at}"`).join(" "))).toHaveLength(64);
    for (const mark of ['"', "'", "“", "「", "`", " '", "a'b "]) {
      expect(quotedPhrases(mark.repeat(500_000))).toEqual([]);
    }
    const piece = fc.constantFrom('"', "'", "“", "”", "「", "」", "`", "a", "b ", " ", "\n", "你", "\ud800");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        for (const { phrase, start, end } of quotedPhrases(text)) {
          expect(
            text
              .slice(start + 1, end - 1)
              .replace(/\s+/g, " ")
              .trim(),
          ).toBe(phrase);
        }
      }),
    );
  });
});
