import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { vagueDescription } from "./vague-description.ts";

it.each([
  ["Helps with documents.", "too few"],
  ["A useful skill for working with files.", "too few"],
  ["Use this skill when:", "too few"],
  ["TODO: describe the skill", "placeholder"],
  ["DESCRIPTION-HERE", "placeholder"],
  ["{{ description }}", "placeholder"],
  ["A short description of what this skill does and when to use it.", "placeholder"],
  ["Describe when this skill should be used", "placeholder"],
  ["The PDF tools skill", "only repeats the name"],
])("F12 flags “%s”", async (description, problem) => {
  const found = await vagueDescription.check(lintInput({ name: "pdf-tools", description }));
  expect(found).toMatchObject([{ line: 3, message: expect.stringContaining(problem) }]);
});

it.each([
  "Fills PDF forms and merges pages.",
  "Describes weather maps from satellite pictures.",
  "使用ffmpeg从视频中提取帧或短视频片段。",
  "フォームに記入するツール",
  "Convert HEIC photos to JPEG with ImageMagick",
  "",
])("F12 lets “%s” pass", async (description) => {
  expect(await vagueDescription.check(lintInput({ description }))).toEqual([]);
});
