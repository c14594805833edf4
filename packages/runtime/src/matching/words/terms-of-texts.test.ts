import { expect, test } from "vitest";
import { eachTerm } from "./terms.ts";

/** Texts in which the limits of words, scripts and glued names meet. */
const TEXTS: readonly string[] = [
  "Merge the PDF files, then split them.",
  "C C++ C# c++ F# F#x R r Go go. Go! (Go) a Go b. Go: use Go\nGo",
  "\"Go\" said 'Go' and “Go” or - Go > Go *Go* x  Go x (Go y",
  "e-mail e_mail e.mail node.js a-b-c one-two-three 3-way 4.5 v2-beta",
  "pullRequest PullRequest HTTPServer iPhone userID getURLNow aB JSONData",
  "CI MIT ES THE A AN ÄÖ PDFS",
  `${"x".repeat(40)} ${"y".repeat(41)}`,
  `${"ab".repeat(20)}-cd`,
  "2024 401k 3d 10 a1 1a",
  "résumé naïve Größe façade ﬁle ＰＤＦ ｆｕｌｌ Ωmega",
  "合并文件 我 我的 文 日本語コード ー 한국어 번역",
  "PDF合并abc文件",
  "a\u00adb soft\u00adhyphen zero\u200bwidth \u202aPDF\u202c \ufeffbom",
  "x 😀 y \ud83d lone",
  "don't user's o'clock",
  "a-b a - b a-- b --c -d- e_ _f g. .h",
  "node.js-app my.long.name last-word-",
  "C+ C+++ C#x C++x C ++ C# ",
  "x#y a#1 #tag",
  "( Go on",
  "a ( Go on",
  "\udc00 \udfff",
];

const describeTerms = (text: string): string => {
  const terms: string[] = [];
  eachTerm(text, (term, start, end) => {
    const isSame = text.slice(start, end).toLowerCase() === term;
    terms.push(isSame ? `${term}@${start}` : `${term}@${start}-${end}`);
  });
  return `## ${JSON.stringify(text)}\n${terms.join(" ")}`;
};

test("M5 the terms of a text and their places are as they were", async () => {
  await expect(`${TEXTS.map(describeTerms).join("\n\n")}\n`).toMatchFileSnapshot("terms-of-texts.txt");
});
