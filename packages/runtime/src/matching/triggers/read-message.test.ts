import { expect, test } from "vitest";
import { readMessage } from "./read-message.ts";

/** Messages in which words, sentences, quotations and addresses are hard to tell apart. */
const MESSAGES: readonly string[] = [
  "",
  "...",
  "one",
  "One two. Three four! Five? Six…",
  "Wait... what?! No.",
  "a.b.c and e.g. this, i.e. that. End",
  "Mr. Smith vs. Dr. Jones, approx. 3 cf. Prof. X",
  "A. Then b.c. Next",
  "version 2.1 is out. Get it",
  'He said "Stop. Now!" and left. Then',
  "She said \"hi.\"  Then he said 'bye.' Done",
  'unclosed "quote. Next sentence',
  "don't and 'quoted words' and dogs' bones",
  'a 5" pipe and a 6" pipe',
  "“Curly. Quotes” and „deutsche. Zeichen“ and «French. Marks»",
  "「引用。文」の後。次の文！最後",
  "`code. here` after",
  "line one\nline two\n\nparagraph two\n \nthree",
  "\n\nstarts late",
  "ends with a line\n",
  "(In parentheses.) After",
  "[Bracketed.] After",
  "one two.three four",
  "see https://example.com/a/b.html?x=1&y=2. Then go",
  "open ~/notes/todo.md and ./src/index.ts and ../up and /etc/hosts",
  "C:\\Users\\me\\file.txt or \\\\share\\dir\\file",
  "a/b is a choice, a/b/c is a path",
  "report.pdf and archive.tar.gz and file.x123456 and v1.2",
  "and/or, yes/no; CI/CD.",
  "mail me@example.com now",
  "snake_case and kebab-case and camelCase",
  "C++ C# F# c++11 a# +b",
  "ＰＤＦ ﬁle Straße ΣΊΣΥΦΟΣ",
  "你好世界 hello世界abc",
  "日本語のテスト。ｶﾞｲﾄﾞ",
  "한국어 문장입니다. 다음abc가나",
  "한국어".normalize("NFD"),
  "ภาษาไทย ລາວ ខ្មែរ မြန်မာ",
  "in\u00advoice me\u200brge \u202aabc\u202c",
  "\u0301 lone mark e\u0301te",
  "😀 smile 👨‍👩‍👧 ok",
  "\ud800 broken",
  "1,000.50 and 3.14. Next",
  "a .b c. d .e",
  'x "a\n\nb" y',
  '"" empty "a" one',
  "'t is 'it' and ‘this’ and rock‘n’roll",
  `"${"long ".repeat(402)}. end" after. Next`,
];

/** One line per message: its words with their offsets, its sentences, where a phrase must not continue, its quotations. */
function describeReading(message: string): string {
  const { words, sentences, breaks, behindQuote } = readMessage(message);
  const shown = words
    .slice(0, 30)
    .map(({ text, start, end, kind, inside }) => {
      const plain = end - start === text.length ? `${start}` : `${start}-${end}`;
      return `${text}@${plain}${kind === "sign" ? "s" : kind === "word" ? "" : "?"}${inside ? "i" : ""}`;
    })
    .join(" ");
  return [
    `## ${JSON.stringify(message.slice(0, 80))}`,
    `words: ${shown}`,
    `sentences: ${sentences.map(({ from, to, start, end }) => `${from}-${to} (${start}-${end})`).join(", ")}`,
    `breaks: ${words.flatMap((_, at) => (breaks[at] === 1 ? [at] : [])).join(" ")}`,
    `quotations: ${[...behindQuote].map(([first, behind]) => `${first}-${behind}`).join(" ")}`,
  ].join("\n");
}

test("M2 words, sentences, quotations and addresses of a message are where they were", async () => {
  await expect(`${MESSAGES.map(describeReading).join("\n\n")}\n`).toMatchFileSnapshot("read-message.txt");
});
