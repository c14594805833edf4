import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readRequest } from "./read-request.ts";
import { requestText } from "./request-text.ts";

const user = (content: string) => ({ role: "user" as const, content });

describe("what a message asks", () => {
  test.each([
    "thanks!",
    "Thank you so much, that looks great",
    "ok continue",
    "yes, please go ahead",
    "hi there, good morning",
    "👍",
    "",
    "???",
    "danke, weiter so",
    "merci",
    "谢谢",
    "続けてください",
    "好的，谢谢你的帮助",
    "太好了，继续",
    "네 계속해주세요",
    "ขอบคุณมากครับ",
    "alles klar, mach weiter",
    "¡Muchas gracias, sigue por favor!",
    "d'accord, continuez s'il vous plaît",
    "Teşekkür ederim, devam et",
    "хорошо, продолжай",
    "dziękuję bardzo",
    "شكرا لك",
    "धन्यवाद",
    "cảm ơn bạn",
    "\u200bthanks\u00ad!",
    "```js\nconst merge = (pdf) => pdf;\n```",
    "diff --git a/notes b/notes\n--- a/notes\n+++ b/notes\n@@ -1,2 +1,2 @@\n release\n-merge pdf files\n+merge the pdf files\n",
    "at Object.merge (/app/pdf.js:10:3)\nat main (/app/index.js:1:1)",
    "git log --oneline -5",
    "$ terraform version\nTerraform v1.9.8",
    "name: demo\nport: 8080\nhost: localhost",
    "return merge(pdf);",
  ])("M5 nothing: %j", (message) => {
    expect(readRequest(message).asks).toBe(false);
  });

  test.each([
    "merge these pdfs",
    "make the tests green",
    "合并文件",
    "继续写周报",
    "感谢信",
    "감사 편지 써줘",
    "ทำรายงาน",
    "дай отчёт",
    "continue with the invoice",
    "git commit",
    "make slides",
    "find duplicates",
    "terraform plan",
    "review: auth.ts",
    "Task: review",
    "- review: src/a.ts",
    "# make slides",
    "> make slides for me",
    "make slides;",
    "Translate: hello",
  ])("M5 something: %j", (message) => {
    expect(readRequest(message).asks).toBe(true);
  });

  test("M5 what looks like a setting or a statement is the request only if nothing else is", () => {
    expect(readRequest("review: auth.ts").asked).toBe("review: auth.ts");
    expect(readRequest("# make slides;").asked).toBe("make slides");
    expect(readRequest("why does it fail?\nreview: auth.ts").asked).toBe("why does it fail?");
  });

  test("M5 pasted code counts little beside what is said about it", () => {
    const { asked, texts } = readRequest("why is this slow?\n```sql\nSELECT * FROM orders\n```");
    expect(asked).toBe("why is this slow?");
    expect(texts).toEqual([
      { text: "why is this slow?", weight: 1 },
      { text: expect.stringContaining("SELECT"), weight: expect.toSatisfy((weight: number) => weight < 0.5) },
    ]);
  });

  test("M5 a short message is combined with the last two requests, a long one is not", () => {
    const before = [user("tidy the invoice sheet"), user("thanks"), user("merge the quarterly pdfs")];
    const short = [...before, user("and the other one")];
    expect(readRequest("and the other folder", [...before, user("and the other folder")]).texts).toEqual([
      { text: "and the other folder", weight: 1 },
      { text: "merge the quarterly pdfs", weight: 0.25 },
      { text: "tidy the invoice sheet", weight: 0.12 },
    ]);
    expect(readRequest("and the other one", short).asks).toBe(false);
    expect(readRequest("draft release notes for version two", before).texts).toHaveLength(1);
  });

  test("M5 a message of a megabyte is cut, and both of its ends are read", () => {
    const { asked } = readRequest(`merge the pdfs ${"lorem ipsum ".repeat(90_000)} into one file`);
    expect(asked.length).toBeLessThan(10_000);
    expect(asked).toMatch(/^merge the pdfs/);
    expect(asked).toMatch(/into one file$/);
  });

  test("M5 requests are looked for in the newest messages only, however long a conversation is", () => {
    const idle = (count: number) => Array.from({ length: count }, () => user("thanks"));
    const lean = (count: number) =>
      readRequest("the other folder", [user("merge the quarterly pdfs"), ...idle(count)]).texts.length;
    expect([lean(3), lean(30)]).toEqual([2, 1]);
  });

  const BEGINNINGS =
    "import |export |from |let |class a|public a|function |if (|return |SELECT a|at |<a |git a |cat a -|- a:|a = a(|a => |$ ";
  const FILLINGS = [
    "a",
    " ",
    "\t ",
    "a ",
    "-",
    "-a. ",
    "--a:b ",
    "-a=b ",
    "1.2 ",
    "a, ",
    "(",
    "{ ",
    "=> ",
    "=",
    ": ",
    "}",
    "' ",
  ];

  test.each(BEGINNINGS.split("|"))("M5 no line takes longer to read than its length: %j", (beginning) => {
    for (const filling of FILLINGS) {
      const line = `${beginning}${filling.repeat(7_900 / filling.length)}x y!`;
      const { asked, pasted } = requestText(line);
      expect(asked === "" ? pasted : asked).not.toBe("");
    }
  });

  test("M5 any message is read without errors", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (message) => {
        const { asks, texts, meanings } = readRequest(message);
        expect(asks).toBe(texts.length > 0);
        expect(asks).toBe(meanings.length > 0);
      }),
    );
  });
});
