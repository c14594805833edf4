import { expect, test } from "vitest";
import { claimedPhrases } from "./claimed-phrases.ts";
import { withoutCourtesy } from "./courtesy.ts";
import { type PhraseNode, readPhrase } from "./phrase-syntax.ts";
import { quotedPhrases } from "./quoted-phrases.ts";
import { quotedSpans } from "./quoted-spans.ts";
import { slotValue } from "./slot-value.ts";

/** A parsed phrase in one line: text in quotes, variables in braces, choices in parentheses. */
function shown(nodes: readonly PhraseNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === "text") return JSON.stringify(node.text);
      return node.kind === "slot" ? `{${node.name}}` : `(${node.options.map(shown).join(" | ")})`;
    })
    .join(" ");
}

test.each([
  ["plain words", '"plain words"'],
  ["a {b} c", '"a " {b} " c"'],
  ["{b}", "{b}"],
  ["{{b}} c", '{b} " c"'],
  ["{ b } {c|d} {e:f} {g?}", '{b} " " {c} " " {e} " " {g}'],
  ["a <b c> d", '"a " {b c} " d"'],
  ["a < b > c", '"a " {b} " c"'],
  ["a <> b <$> c <d", '"a <> b <$> c <d"'],
  ["[the] x", '("the" | ) " x"'],
  ["[company] x", '("company" |  | {company}) " x"'],
  ["[one two three]", '("one two three" |  | {one two three})'],
  ["[one two three four]", '("one two three four" | )'],
  ["[of the]", '("of the" | )'],
  ["[a|b]", '("a" | "b" | )'],
  ["[$x]", '("$x" | )'],
  ["[]", "( | )"],
  ["(a|b) c", '("a" | "b") " c"'],
  ["(a|)", '("a" | )'],
  ["(a)", '("a")'],
  ["((a|b)c|d)", '(("a" | "b") "c" | "d")'],
  ["a|b", '"a|b"'],
  ["a)b]", '"a)b]"'],
  ["(a]b)", '("a]b")'],
  ["[a(b]c)", '"[a" ("b]c")'],
  ["a\\{b\\}c", '"a{b}c"'],
  ["a\\\\b \\(c", '"a\\\\b (c"'],
  ["\\(a) b", '"(a) b"'],
  ["a\\", '"a"'],
  ["[x {a|b]c} y]", '("x " {a} " y" | )'],
  ["(a\\)b)", '("a)b")'],
  ["(a\\|b|c)", '("a|b" | "c")'],
  ["(x {a} y|z)", '("x " {a} " y" | "z")'],
  ["({a b}|b)", '({a b} | "b")'],
  ["((((a))))", '(((("a"))))'],
])("M2 the phrase %j is read as %s", (phrase, expected) => {
  const reading = readPhrase(phrase);
  expect(reading.ok ? shown(reading.nodes) : reading.reason).toBe(expected);
});

test.each([
  ["a {", 'it has an unclosed "{"'],
  ["a {{b}", 'it has an unclosed "{"'],
  ["{} a", "a variable has no name"],
  ["{{}} a", "a variable has no name"],
  ["{?x} a", "a variable has no name"],
  ["{$} a", "a variable has an invalid name"],
  ["({$}|a)", "a variable has an invalid name"],
  ["({a)}|b)", "a variable has an invalid name"],
  ["(((((a)))))", "its brackets are nested more than 4 levels deep"],
  [`{${"n".repeat(65)}}`, "a variable has an invalid name"],
])("M2 the phrase %j is refused: %s", (phrase, reason) => {
  expect(readPhrase(phrase)).toEqual({ ok: false, reason });
});

test("M2 a variable has a name of at most 64 characters", () => {
  const name = "n".repeat(64);
  expect(readPhrase(`{${name}}`)).toEqual({ ok: true, nodes: [{ kind: "slot", name }] });
  expect(readPhrase(`<${name}n>`)).toEqual({ ok: true, nodes: [{ kind: "text", text: `<${name}n>` }] });
});

test.each([
  [" plain ", "plain"],
  [": the value.", "the value"],
  ["- dashed", "dashed"],
  ["-5 degrees", "-5 degrees"],
  ["= x", "x"],
  ['"quoted"', "quoted"],
  ['"a" and "b"', '"a" and "b"'],
  ['"open', "open"],
  ['" spaced " ', "spaced"],
  ["'it'", "it"],
  ["`code`", "code"],
  ["“a” b", "“a” b"],
  ["„a“", "a"],
  ["‘a’", "a"],
  ["«a»", "a"],
  ["「a」", "a"],
  ["『a』", "a"],
  ["(a)", "a"],
  ["(a) b", "(a) b"],
  ["f(x)", "f(x)"],
  ["x)", "x"],
  ["x]", "x"],
  ["a[0]", "a[0]"],
  ["x}", "x"],
  ["x>", "x"],
  ["x»", "x"],
  ["x!?…", "x"],
  ["x).", "x"],
  ["x)]}>", "x"],
  ["x)]}>)", "x)"],
  ["，你好。", "你好"],
  ["！", ""],
  ["  ", ""],
  ["", ""],
  ['"', ""],
  ["5–", "5"],
])("M2 the value between two words %j is %j", (between, value) => {
  expect(slotValue(between)).toBe(value);
});

test.each<[string, readonly string[]]>([
  ['a "b c" d', ['"b c"']],
  ['5" and 6" x', []],
  ['x "a" y "b"', ['"a"', '"b"']],
  ['" a" b', []],
  ["'a' it's 'b'", ["'a'", "'b'"]],
  ["'it's fine' x", ["'it's fine'"]],
  ["‘it’s’ x", ["‘it’s’"]],
  ["“a” „b“ «c» 「d」 『e』 `f`", ["“a”", "„b“", "«c»", "「d」", "『e』", "`f`"]],
  ["x“a”", ["“a”"]],
  ["x‘a’", []],
  ['"a\nb"', ['"a\nb"']],
  ['"a\n\nb"', []],
  ['"a" \n\n "b"', ['"a"', '"b"']],
  ['""a" b', ['"a"']],
  ['"1234567890"', ['"1234567890"']],
  ['"12345678901"', []],
  ["“open “a”", ["“open “a”"]],
  ["「a「b」c」", ["「a「b」"]],
  ['"', []],
])("M2 the quotations of %j, at most 11 characters apart, are %j", (text, expected) => {
  expect(quotedSpans(text, 11).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
});

test.each([
  ['say "merge the files"', ["merge the files"]],
  ['say "merge"', []],
  ['"a b" "A B" "c d"', ["a b", "c d"]],
  [
    '"one two three four five six seven eight nine ten"',
    ["one two three four five six seven eight nine ten"],
  ],
  ['"one two three four five six seven eight nine ten eleven"', []],
  ["「写周报」「周报」「写周」", ["写周报"]],
  ['"two  \n words"', ["two words"]],
  ['"a = b c"', []],
  ['"see file.txt now"', []],
  ['"use v2.0 now"', ["use v2.0 now"]],
  ['"use {file name} now"', ["use {file name} now"]],
  ['"use <x> now" "use [y] now"', ["use <x> now", "use [y] now"]],
  ['"a->b c" "a::b c" "f() now" "http://x y"', []],
  ['"run -x now" "run --long now" "open ./x y" "a_b c" "a/b/ c"', []],
  ['"and/or this"', ["and/or this"]],
  ["`npm install it` `merge these files` 'npm install it'", ["merge these files", "npm install it"]],
  ["`git commit now`", []],
])("M2 the phrases in %j are %j", (text, expected) => {
  expect(quotedPhrases(text).map(({ phrase }) => phrase)).toEqual(expected);
});

test("M2 quotations count up to 120 characters, 64 phrases and the first 16,384 characters", () => {
  const quote = (length: number) => `"ab ${"c".repeat(length - 3)}"`;
  expect(quotedPhrases(quote(119))).toHaveLength(1);
  expect(quotedPhrases(quote(120))).toHaveLength(0);
  const many = Array.from({ length: 70 }, (_, at) => `"phrase number${at}"`).join(" ");
  expect(quotedPhrases(many)).toHaveLength(64);
  expect(quotedPhrases(`${" ".repeat(16_384 - 11)}"two words"`)).toHaveLength(1);
  expect(quotedPhrases(`${" ".repeat(16_384 - 10)}"two words"`)).toHaveLength(0);
  expect(quotedPhrases('x "two words" y')).toEqual([{ phrase: "two words", start: 2, end: 13 }]);
});

test.each([
  [
    "Triggers: merge files, split files; rotate pages. Other text",
    ["merge files", "split files", "rotate pages"],
  ],
  ['Trigger words include: "merge files" or split files', ["merge files", "split files"]],
  ["Keywords: pdf, merge files | split pages / rotate it", ["merge files", "split pages", "rotate it"]],
  ["触发词：写周报、生成周报。", ["写周报", "生成周报"]],
  ["トリガー：資料をまとめる、議事録を作る", ["資料をまとめる", "議事録を作る"]],
  ["Auslöser: Rechnung schreiben oder Mahnung senden", ["Rechnung schreiben", "Mahnung senden"]],
  ['Say "merge files". Do not use it for "split files".', ["merge files"]],
  ["Nothing is claimed here", []],
  ["Triggers: ab", []],
])("M2 the description %j claims %j", (description, expected) => {
  expect(claimedPhrases(description)).toEqual(expected);
});

test("M2 a description claims at most 64 phrases", () => {
  const quoted = Array.from({ length: 60 }, (_, at) => `"phrase q${at}"`).join(" ");
  const listed = Array.from({ length: 20 }, (_, at) => `phrase l${at}`).join(", ");
  expect(claimedPhrases(`${quoted}. Triggers: ${listed}`)).toHaveLength(64);
});

test.each([
  ["do it please", "do it"],
  ["do it, please.", "do it"],
  ["do it please thanks cheers", "do it"],
  ["do it bitte please thanks cheers", "do it bitte"],
  ["explain it to me please", "explain it"],
  ["what happened to me", "what happened to me"],
  ["a letter addressed to us", "a letter addressed to us"],
  ["write it for us", "write it"],
  ["the word please", "the word please"],
  ["bread and thanks", "bread and thanks"],
  ["bread and, thanks", "bread and"],
  ['say "x" please', 'say "x"'],
  ["please", "please"],
  [", please", ""],
  ["Thanks, please", "Thanks"],
  ["s'il vous plaît", "s'il vous plaît"],
  ["explique s’il te plaît", "explique"],
  ["写周报，谢谢", "写周报"],
  ["写周报谢谢", "写周报谢谢"],
  ["displease", "displease"],
  ["x – danke im voraus!", "x"],
  ["… please", "… please"],
  [`${"long ".repeat(20)}thank you very much`, `${"long ".repeat(20)}`.trim()],
])("M2 without its courtesy, %j is %j", (text, expected) => {
  expect(withoutCourtesy(text)).toBe(expected);
});
