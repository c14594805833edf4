import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const rowsOf = (page: string) =>
  readFileSync(new URL(`../docs/${page}`, import.meta.url), "utf8")
    .split("\n| profile | its document says |")[1]
    ?.split("\n")
    .filter((line) => line.startsWith("| "));

test("P1 the deviations of the profiles are the same on their page and in the decision", () => {
  const rows = rowsOf("guide/profiles.md");
  expect(rows?.length).toBeGreaterThan(10);
  expect(rowsOf("decisions/0018-profiles-reproduce-their-documents.md")).toEqual(rows);
});
