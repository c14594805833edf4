import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { longFormsOf } from "./short-forms.ts";
import { stem } from "./stem.ts";
import { eachTerm, termsOf } from "./terms.ts";

describe("the terms of a text", () => {
  test.each([
    [
      "words without case, accents and endings",
      "Merging Résumés, merged résumé",
      ["merg", "resum", "merg", "resum"],
    ],
    ["no words that say nothing", "Please help me use the skill when I want it", []],
    ["nor in other languages", "Kannst du mir bitte diese Datei", ["datei"]],
    ["names in camel case also by their parts", "pullRequest", ["pullrequest", "pull", "request"]],
    ["but brands stay whole", "GitHub JavaScript", ["github", "javascript"]],
    ["glued words also as one", "e-mail node.js", ["mail", "email", "node", "js", "nodej"]],
    [
      "Japanese words with a long vowel in one piece",
      "コードレビュー",
      ["コー", "ード", "ドレ", "レビ", "ビュ", "ュー"],
    ],
    ["Chinese in pairs of signs", "合并文件", ["合并", "并文", "文件"]],
    [
      "Thai in the words of a dictionary",
      "ช่วยเขียนรายงานประจำสัปดาห์ให้หน่อย",
      ["เขียน", "รายงาน", "ประจำ", "สัปดาห์"],
    ],
    [
      "words as they look, whatever is hidden in them",
      "in\u00advoice me\u200brge \u200fPDF\u202c",
      ["invoic", "merg", "pdf"],
    ],
    ["no terms for what only changes a picture", "❤️ 👨‍👩‍👧 ⚠️", []],
    ["a single sign by itself", "把 PDF 图", ["把", "pdf", "图"]],
    ["bare numbers are no words", "2024 reports 401k", ["report", "401k"]],
  ])("M5 %s", (_, text, terms) => {
    expect(termsOf(text)).toEqual(terms);
  });

  test("M5 pairs of letters are used if the words of Thai cannot be segmented", () => {
    vi.stubGlobal("Intl", {});
    expect(termsOf("รายงาน")).toEqual(["รา", "าย", "ยง", "งา", "าน"]);
    vi.unstubAllGlobals();
  });

  test.each([
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["agreed", "agre"],
    ["plastered", "plaster"],
    ["hopping", "hop"],
    ["filing", "file"],
    ["relational", "relat"],
    ["optimisation", "optim"],
    ["optimization", "optim"],
    ["sensitivities", "sensit"],
    ["controlling", "control"],
    ["status", "status"],
    ["sky", "sky"],
  ])("M5 %s has the stem %s", (word, expected) => {
    expect(stem(word)).toBe(expected);
  });

  test("M5 short forms are expanded", () => {
    expect(longFormsOf("k8")).toEqual([]);
    expect(longFormsOf("k8s")).toEqual(["kubernet"]);
    expect(longFormsOf("pr")).toEqual(["pull", "request"]);
  });

  test("M5 any text gives terms whose places lie inside it, in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        let last = 0;
        eachTerm(text, (term, start, end) => {
          expect(term).not.toBe("");
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeGreaterThanOrEqual(last - 1);
          last = end;
        });
      }),
    );
  });
});
