import { describe, expect, test } from "vitest";
import { sentencesOf, splitNegative } from "./split-negative.ts";

describe("what a skill is not for", () => {
  test.each([
    ["Reads files.", "Reads files.", ""],
    ["Reads files. Do not use it for images.", "Reads files.", "Do not use it for images."],
    [
      "Reads files. Don't use it for images. Writes them, too.",
      "Reads files. Writes them, too.",
      "Don't use it for images.",
    ],
    ["Never for images. Reads files.", "Reads files.", "Never for images."],
    ["Reads files. Not for images.", "Reads files.", "Not for images."],
    ["Reads files. Avoid it for images.", "Reads files.", "Avoid it for images."],
    ["Reads files. This skill is not for images.", "Reads files.", "This skill is not for images."],
    ["Reads files. This skill does NOT cover images.", "Reads files.", "This skill does NOT cover images."],
    ["Reads files. This tool is not for images.", "Reads files.", "This tool is not for images."],
    ["Reads files. Must not be used for images.", "Reads files.", "Must not be used for images."],
    ["Reads files. Out of scope: images.", "Reads files.", "Out of scope: images."],
    ["Reads files, does not cover images.", "Reads files", ", does not cover images."],
    ["Reads files (doesn't support images).", "Reads files", "(doesn't support images)."],
    ["Reads files. Nicht für Bilder.", "Reads files.", "Nicht für Bilder."],
    ["读取文件。不要用于图片。", "读取文件。", "不要用于图片。"],
    ["Reads files, but not for images.", "Reads files", ", but not for images."],
    ["Reads files; do not use for images.", "Reads files;", "do not use for images."],
    ["Reads files (not for images).", "Reads files", "(not for images)."],
    ["Reads notes and knots.", "Reads notes and knots.", ""],
    ["Says whether it is not there.", "Says whether it is not there.", ""],
  ])("M5 %j", (text, positive, negative) => {
    expect(splitNegative(text)).toEqual({ positive, negative });
  });

  test("M5 sentences end with their signs, or with a line", () => {
    expect(sentencesOf("One. Two!  Three? Four; five\n\nSix 七。八")).toEqual([
      "One.",
      "Two!",
      "Three?",
      "Four;",
      "five",
      "Six 七。",
      "八",
    ]);
    expect(sentencesOf(" \n ")).toEqual([]);
  });
});
