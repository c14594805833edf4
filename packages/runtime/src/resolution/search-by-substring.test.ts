import { expect, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { searchBySubstring } from "./search-by-substring.ts";

test("M6 letter case counts neither in the query nor in names and descriptions", async () => {
  const { library } = await createRuntime(
    fakePorts({
      "/home/ada/.agents/skills/PDF/SKILL.md": skillMd({ name: "PDF", description: "Fills in forms." }),
      "/home/ada/.agents/skills/forms/SKILL.md": skillMd({ name: "forms", description: "Prints a Pdf." }),
    }),
  );
  const found = (query: string) =>
    searchBySubstring(library.list(), query).map(({ skill, score }) => [skill.name, score]);
  expect(found(" pDf ")).toEqual([
    ["PDF", 2],
    ["forms", 1],
  ]);
});
