import { expect, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { libraryDifference } from "./library-difference.ts";

const pdf = { name: "pdf", description: "Reads PDF files." };
const HERE = "/home/ada/.agents/skills/pdf/SKILL.md";

async function load(path: string, text: string) {
  return (await createRuntime(fakePorts({ [path]: text }))).library;
}

test.each([
  ["its body", HERE, skillMd(pdf, "Another body.\n")],
  ["its description", HERE, skillMd({ ...pdf, description: "Reads and writes PDF files." })],
  ["its place", "/home/ada/.agents/skills/more/pdf/SKILL.md", skillMd(pdf)],
])("D8 a skill is changed by a change of %s", async (_what, path, text) => {
  const before = await load(HERE, skillMd(pdf));
  expect(libraryDifference(before, await load(path, text))).toEqual({
    added: [],
    removed: [],
    changed: ["pdf"],
  });
});

test("D8 the same files make no difference", async () => {
  const [before, after] = [await load(HERE, skillMd(pdf)), await load(HERE, skillMd(pdf))];
  expect(libraryDifference(before, after)).toEqual({ added: [], removed: [], changed: [] });
});
