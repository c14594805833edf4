import { expect, test } from "vitest";
import { requestText } from "./request-text.ts";

/** Messages with code, logs, settings, commands and prose, alone and together. */
const MESSAGES: readonly string[] = [
  "",
  "  \n ",
  "Fix the build",
  "Fix this:\n```ts\nconst a = 1;\n```\nand explain it",
  "~~~\ncode\n~~~\nafter",
  "```\nunclosed",
  "````\n```\ninner\n````\nafter",
  "   ```js x\ncode\n   ```\nafter",
  "    ```\nnot a fence",
  "why does this fail\n    at foo (a.js:1:2)\n    at bar (b.js:3:4)",
  'Traceback (most recent call last):\n  File "a.py", line 1\n    x = 1\nValueError: bad\nWhat is wrong?',
  "import os\nimport sys\n\nplease explain",
  "import the data from the file",
  "export everything to a table",
  "import { a } from 'b'",
  "from os import path",
  "package main;",
  "let me know = soon",
  "let x = 5",
  "function foo() {\n  return 1;\n}",
  "def foo(x):\n  return x",
  "class Foo {",
  "class notes for tomorrow",
  "if (a) {\n  b();\n}",
  "return the book (soon)",
  "return to sender",
  "SELECT a FROM b",
  "select a seat from the map",
  "$ npm test\n> 3 failed\nsome output\n\nWhat failed?",
  "# Heading",
  "> quoted text",
  "- item one\n- item two",
  "<div>hello</div>",
  "2024-01-02 10:11 started\n[ERROR] bad\nWARN: x",
  "-rw-r--r-- 1 me me 5 a.txt",
  "x = foo(1)",
  "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n context\nplease review",
  "git commit -m 'x' and explain",
  "git push origin main",
  "git push --force",
  "make slides",
  "make -j 4",
  "docker run -it image:1 sh",
  "npm install",
  "sudo apt install ./x.deb",
  "key: value\nother: 'quoted'\nWhat is this?",
  "review: auth.ts",
  "review: auth.ts\nfix: it",
  "review: auth.ts\nfix: it\ntest: all",
  "- name: x\n  image: y",
  "a;",
  "please stop;",
  "x => {",
  "}",
  ");",
  `${"x".repeat(401)}`,
  `${"x".repeat(400)}`,
  `${"x".repeat(199)} ${"y".repeat(300)}`,
  `${"x".repeat(200)} ${"y".repeat(300)}`,
  "{a:[1,2],b:{c:3}}",
  "(a)(b)(c)(d)(e)",
  "(a) and (b)",
  "price: 5",
  "one two three four five six seven eight nine ten eleven: twelve",
  "> one two three four five six seven eight nine ten eleven twelve",
  "> one two three four five six seven eight nine ten eleven twelve thirteen",
  `> ${"word".repeat(50)}`,
  `> ${"word".repeat(50)}x`,
  "> one two three four five six seven eight nine ten eleven twelve ;",
  "review: auth.ts\n\n \nfix: it",
  "> a --flag b",
  '> a "b", c',
  "> call()",
  "head\n\n\tindented\n  two\n one",
  "const a = 1;\n  continued\n\tand this\nnot this",
  "const a = 1;\n\n  continued",
];

const quoted = (text: string) =>
  JSON.stringify(text.length > 120 ? `${text.slice(0, 60)}…(${text.length})` : text);

test("M5 what was asked and what was pasted are told apart as they were", async () => {
  const text = MESSAGES.map((message) => {
    const { asked, pasted } = requestText(message);
    return `## ${quoted(message)}\nasked: ${quoted(asked)}\npasted: ${quoted(pasted)}`;
  });
  await expect(`${text.join("\n\n")}\n`).toMatchFileSnapshot("request-parts.txt");
});

test("M5 a message is read up to 6,000 characters from its start and 2,000 from its end", () => {
  const whole = "word ".repeat(1_600);
  expect(requestText(whole).asked).toBe(whole.trim());
  expect(requestText(`${whole}x`).asked).toContain("\n");
  const long = `${"start ".repeat(1_000)}${"m".repeat(5)}${"end ".repeat(500)}`;
  expect(requestText(long).asked).toBe(`${"start ".repeat(1_000)}\n${"end ".repeat(500)}`.trim());
});

test("M5 of pasted text the first 1,500 characters count", () => {
  const { asked, pasted } = requestText(`look\n\`\`\`\n${"x".repeat(1_600)}\n\`\`\``);
  expect([asked, pasted.length]).toEqual(["look", 1_500]);
});
