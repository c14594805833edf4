import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FILTERS } from "../packages/runtime/src/execution/template/filters/filters.ts";
import { METHODS } from "../packages/runtime/src/execution/template/filters/methods.ts";
import { TESTS } from "../packages/runtime/src/execution/template/filters/tests.ts";
import { LOOP_MEMBERS } from "../packages/runtime/src/execution/template/language/loop-members.ts";
import { renderTemplate } from "../packages/runtime/testing/templates.ts";
import { repository } from "./support/sources.ts";

const page = readFileSync(join(repository, "docs/reference/templates.md"), "utf8");
const scope: Readonly<Record<string, unknown>> = JSON.parse(/```json\n(.*?)```/s.exec(page)?.[1] ?? "");

/** The rows of a section's tables, each as the code in its cells. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const section = page.split(/^##+ /m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.replaceAll("\\|", "\0").split(" | ").map(cell));
}

function cell(text: string): string {
  return text.replace(/^\| /, "").replace(/ \|$/, "").replaceAll("\0", "|");
}

/** What stands between the first and the last backquote. */
function code(text: string | undefined): string {
  return /^`(.*)`$/s.exec(text ?? "")?.[1] ?? "";
}

describe("the page about templates", () => {
  const examples = ["Syntax", "Dates", "Filters", "Tests"].flatMap((heading) =>
    rowsOf(heading).map((row) => [code(row.at(-2)), code(row.at(-1))] as const),
  );

  it("has examples", () => {
    expect(examples.length).toBeGreaterThan(75);
  });

  it.each(examples)("X2 is right that %s renders %j", (source, result) => {
    expect(renderTemplate(source, scope)).toBe(result);
  });

  it("X2 lists every filter, test, method and member of loop, and no other", () => {
    expect(rowsOf("Filters").map((row) => code(row[0]))).toEqual([...FILTERS.keys()].sort());
    const tests = rowsOf("Tests").flatMap((row) => row[0]?.split(", ").map(code));
    expect([...tests].sort()).toEqual([...TESTS.keys()].sort());
    const methods = /- Methods: (.*?)\. Nothing/s.exec(page)?.[1]?.match(/(?<=`)\w+(?=`)/g);
    expect([...(methods ?? [])].sort()).toEqual([...METHODS.keys()].sort());
    const members = /- `loop` has (.*?)\.\n/.exec(page)?.[1]?.match(/(?<=`)\w+(?=`|\()/g);
    expect(members).toEqual([...LOOP_MEMBERS, "cycle"]);
  });
});
