import { expect, it } from "vitest";
import { mentionsOf } from "./mentions.ts";

/** So many other files are looked up first that the words of the text are indexed. */
const MANY = Array.from({ length: 20 }, (_, at) => `assets/other-${at}.svg`);

it.each([
  ["Run scripts/fill.py.", true],
  ["Run `fill.py`", true],
  ["Run FILL.PY now", true],
  ["from fill import cut", true],
  ["Run prefill.py", false],
  ["Run my-fill.py", false],
  ["Run 𝐀fill.py", false],
  ["Run prefill.py, then fill.py", true],
])("F12 %j mentions fill.py: %s, among few files and among many", (text, expected) => {
  expect(mentionsOf(text).covers("scripts/fill.py")).toBe(expected);
  const busy = mentionsOf(text);
  for (const path of MANY) busy.covers(path);
  expect(busy.covers("scripts/fill.py")).toBe(expected);
});
