import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const SKILLS = "project/.agents/skills";
const files = {
  [`${SKILLS}/pdf-join/SKILL.md`]: skillText(
    "pdf-join",
    "Joins PDF files into one document. Use when several PDFs should become one document.",
  ),
  [`${SKILLS}/pdf-merge/SKILL.md`]: skillText(
    "pdf-merge",
    "Merges PDF files into one document. Use when several PDFs should become one document.",
  ),
  [`${SKILLS}/weather/SKILL.md`]: skillText(
    "weather",
    "Tells the weather. Use for “will it rain in Oslo today”.",
  ),
  [`${SKILLS}/umbrellas/SKILL.md`]: skillText("umbrellas", "Sells umbrellas for rain in Oslo."),
};

describe("knowhow overlaps", () => {
  it("M9 lists pairs with their distinguishing words, and phrases that match another skill", async () => {
    sandbox = makeSandbox(files);
    const ran = await sandbox.run("overlaps", "--json");
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.json()).toEqual({
      drafts: [],
      pairs: [
        {
          a: "pdf-join",
          b: "pdf-merge",
          similarity: expect.any(Number),
          shared: expect.arrayContaining(["pdf", "document"]),
          onlyA: ["join"],
          onlyB: ["merge"],
          reasons: ["their descriptions mean nearly the same"],
        },
      ],
      stolen: [
        { skill: "weather", phrase: "will it rain in Oslo today", by: "umbrellas", place: expect.anything() },
      ],
      recall: { phrases: 1, asked: 1, r1: 0, r5: expect.any(Number) },
    });
  });

  it("M9 works by words alone, and by another nearness", async () => {
    sandbox = makeSandbox(files);
    const words = Object((await sandbox.run("overlaps", "--embedder", "none", "--json")).json());
    expect(words.pairs).toMatchObject([{ reasons: ["their descriptions have nearly the same words"] }]);
    const strict = Object((await sandbox.run("overlaps", "--min", "1", "--json")).json());
    expect(strict.pairs).toEqual([]);
    expect(await sandbox.run("overlaps", "--min", "92")).toMatchObject({ exit: 2 });
  });

  it("M9 exits with 1 if there are more pairs than --max", async () => {
    sandbox = makeSandbox(files);
    expect(await sandbox.run("overlaps", "--max", "1")).toMatchObject({ exit: 0 });
    const ran = await sandbox.run("overlaps", "--max", "0");
    expect(ran).toMatchObject({
      exit: 1,
      out: expect.stringContaining("1 overlapping pair · more than --max 0"),
    });
    expect(ran.out).toContain("only in pdf-join: join");
    expect(ran.out).toMatch(/weather +umbrellas +.* will it rain in Oslo today/);
  });

  it("M9 says so if there are no skills", async () => {
    sandbox = makeSandbox({});
    expect((await sandbox.run("overlaps")).out).toContain("No skills found.");
  });

  it("M9 says so if no skills overlap", async () => {
    sandbox = makeSandbox({ [`${SKILLS}/a/SKILL.md`]: skillText("a", "Draws charts.") });
    expect((await sandbox.run("overlaps")).out).toBe("No overlapping skills.\n");
  });
});
