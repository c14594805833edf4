import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { repository } from "./support/sources.ts";

const folder = join(repository, "docs/decisions");
const names = readdirSync(folder)
  .filter((name) => name !== "README.md")
  .sort();
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const titleOf = (name: string) => /^# (.+)$/m.exec(read(name))?.[1] ?? "";

describe("the decision records", () => {
  it.each(names)("%s has the sections that the first record asks for", (name) => {
    const sections = [...read(name).matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    expect(sections.filter((title) => title !== "Alternatives")).toEqual([
      "Context",
      "Decision",
      "Consequences",
    ]);
    if (sections.includes("Alternatives")) expect(sections[2]).toBe("Alternatives");
  });

  it("are numbered without gaps, in the file name and in the title", () => {
    expect(names.map((name) => name.slice(0, 5))).toEqual(
      names.map((_, index) => `${String(index + 1).padStart(4, "0")}-`),
    );
    expect(names.map((name) => Number.parseInt(titleOf(name), 10))).toEqual(
      names.map((_, index) => index + 1),
    );
  });

  it("are all in the table, under their own titles", () => {
    const rows = [...read("README.md").matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \|$/gm)];
    expect(rows.map(([, number, title, name]) => [name, `${number}. ${title}`])).toEqual(
      names.map((name) => [name, titleOf(name)]),
    );
  });
});
