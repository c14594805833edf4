import { expect, it } from "vitest";
import { markdownParts } from "./markdown.ts";
import { referencesIn } from "./references.ts";

it("F12 paths are found at their offsets on every line, several on one, and in inline code", () => {
  const text = "No path.\nSee a/b.md and c/d.md.\n\nNone here.\nRun `python e/f.py`.\n/g/h.md\nLast i/j.txt";
  const found = referencesIn(markdownParts(text));
  expect(found.map(({ path }) => path)).toEqual(["a/b.md", "c/d.md", "e/f.py", "i/j.txt"]);
  for (const { path, at } of found) expect(text.startsWith(path, at)).toBe(true);
});
