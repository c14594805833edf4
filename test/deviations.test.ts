import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The rows of every table of deviations on a page. */
const tablesOf = (page: string) =>
  readFileSync(new URL(`../docs/${page}`, import.meta.url), "utf8")
    .split("\n| profile | its document says |")
    .slice(1)
    .map((text) => (text.split("\n\n")[0] ?? "").trim().split("\n").slice(2));

test("P1 the deviations of the profiles, of the format and of the rest, are the same on their page and in the decision", () => {
  const tables = tablesOf("guide/profiles.md");
  expect(tables).toHaveLength(2);
  for (const rows of tables) expect(rows.length).toBeGreaterThan(10);
  for (const profile of ["metis", "agentskills", "autopoiesis", "aios", "pisces"])
    for (const rows of tables)
      expect(
        rows.some((row) => row.includes(`\`${profile}\``)),
        profile,
      ).toBe(true);
  expect(tablesOf("decisions/0018-profiles-reproduce-their-documents.md")).toEqual(tables);
});
