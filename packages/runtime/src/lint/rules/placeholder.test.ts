import { describe, expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { placeholder } from "./placeholder.ts";

async function linesOf(body: string): Promise<readonly (number | undefined)[]> {
  return (await placeholder.check(lintInput({ body }))).map(({ line }) => line);
}

describe("lint.placeholder", () => {
  it.each([
    "TODO: what the agent should achieve.",
    "# TODO: a title",
    "1. TODO: the first step.",
    "- [TODO describe the output]",
    "> TODO: a quote",
    "  * TODO: an item of a list in a list",
  ])("F12 reports %j", async (line) => {
    expect(await linesOf(`# Work\n\n${line}\n`)).toHaveLength(1);
  });

  it.each([
    "Search the code for TODO comments and list them.",
    "Every TODO: prefix must name an owner.",
    "todo: lower case is a word like any other",
    "- [ ] TODO list",
    "`TODO: an example`",
    "```\nTODO: an example\n```",
    "<!-- TODO: for the author -->",
    "TODOIST: a name",
  ])("F12 accepts %j", async (line) => {
    expect(await linesOf(`# Work\n\n${line}\n`)).toEqual([]);
  });

  it("F12 reports each line with its place", async () => {
    const [first, second] = await placeholder.check(lintInput({ body: "TODO: a\n\n1. TODO: b\n" }));
    expect((second?.line ?? 0) - (first?.line ?? 0)).toBe(2);
    expect([first?.column, second?.column]).toEqual([1, 4]);
  });
});
