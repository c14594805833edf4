import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skeletonOf } from "./confusables.ts";
import { similarPairs, similarTo } from "./similar-names.ts";

describe("U17 names that can be taken for each other", () => {
  test.each([
    ["a letter more", "clawhub", "cllawhub"],
    ["a letter less", "release-notes", "release-note"],
    ["another letter", "deploy", "deplay"],
    ["two letters swapped", "review", "reveiw"],
    ["a digit at the end", "clawhub", "clawhub1"],
    ["a digit that looks like a letter", "tools-log", "t00ls-log"],
    ["two letters that look like one", "commit", "cornrnit"],
    ["another separator", "pdf-forms", "pdf_forms"],
    ["Cyrillic letters", "review", "\u0433\u0435view"],
    ["Cyrillic letters that look like a misspelling", "review", "\u0440\u0435view"],
    ["Greek letters", "notes", "n\u03bftes"],
    ["full-width letters", "notes", "\uff4eotes"],
    ["an invisible character", "notes", "no\u200btes"],
  ])("%s: %s and %s", (_what, name, other) => {
    expect(similarTo(name, [other])).toEqual([other]);
    expect(similarPairs(["something", name, "else-where", other])).toEqual([{ name, other }]);
  });

  test.each([
    ["short names", "case", "cast"],
    ["a number", "part-1", "part-2"],
    ["a longer number", "part-1", "part-10"],
    ["a number in a series", "step-12-b", "step-13-b"],
    ["two letters", "deploy", "deplore"],
    ["the same name", "review", "review"],
    ["other words", "review", "release"],
  ])("not %s: %s and %s", (_what, name, other) => {
    expect(similarTo(name, [other])).toEqual([]);
    expect(similarPairs([name, other])).toEqual([]);
  });

  test("the index finds the same pairs as a comparison of all names", () => {
    const names = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom(..."abr0n-"), minLength: 5, maxLength: 8 }),
      {
        maxLength: 12,
      },
    );
    const idOf = (one: string, other: string) => [one, other].sort().join(" ");
    fc.assert(
      fc.property(names, (given) => {
        const all = given.flatMap((name) => similarTo(name, given).map((other) => idOf(name, other)));
        const found = similarPairs(given).map(({ name, other }) => idOf(name, other));
        expect([...new Set(found)].sort()).toEqual([...new Set(all)].sort());
      }),
    );
  });

  test("a series of a hundred thousand names is not compared pair by pair, and reports little", () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `skill-${String(at).padStart(6, "0")}`);
    expect(similarPairs([...names, "clawhub", "cllawhub"]).length).toBeLessThanOrEqual(200);
    expect(similarPairs([...names, "clawhub", "cllawhub"])).toContainEqual({
      name: "clawhub",
      other: "cllawhub",
    });
  });

  test("a skeleton of a skeleton is the same", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (name) => {
        const skeleton = skeletonOf(name);
        expect(skeletonOf(skeleton)).toBe(skeleton);
      }),
    );
  });

  test("a look-alike in letters of another script is a diagnostic, and why says which name is similar", async () => {
    const skill = (name: string) => `---\nname: "${name}"\ndescription: Does it.\n---\nBody\n`;
    const runtime = await createRuntime(
      fakePorts({
        "/home/ada/.agents/skills/a/SKILL.md": skill("review"),
        "/home/ada/.agents/skills/b/SKILL.md": skill("\u0433\u0435view"),
        "/home/ada/.agents/skills/c/SKILL.md": skill("reviews"),
      }),
    );
    expect(runtime.library.diagnostics.map(({ code }) => code)).toContain("resolution.look-alike");
    const said = (await runtime.why("review")).filter(({ outcome }) => outcome === "similar name");
    expect(said.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('"reviews"'),
      expect.stringContaining('"\u0433\u0435view"'),
    ]);
  });
});
