import { afterEach, expect, test } from "vitest";
import { nodeFiles } from "../node/files/node-files.ts";
import { nodeHash } from "../node/node-hash.ts";
import { agentskills } from "../profiles/agentskills.ts";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";
import { buildIndex } from "./build-index.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

test("M9 bodies that are kept are read once, and changed descriptions are indexed as if they were read again", async () => {
  const body = `# Rockets\n\n${"Launch the rocket at noon. ".repeat(20)}\n\n## Fuel\n\nFill the tank.\n`;
  workshop = openWorkshop({
    "home/.agents/skills/rockets/SKILL.md": skillMd({ name: "rockets", description: "Launches." }, body),
    "home/.agents/skills/trains/SKILL.md": skillMd({ name: "trains", description: "Drives." }, "Drive.\n"),
  });
  const skills = (await workshop.start()).library.list();
  const changed = skills.map((skill) => ({ ...skill, description: `${skill.description} Never at night.` }));
  const files = nodeFiles();
  let reads = 0;
  const counting: typeof files = {
    ...files,
    readBytes: (...given) => {
      reads += 1;
      return files.readBytes(...given);
    },
  };
  const { limits } = agentskills.discovery;
  const settings = { ports: { files: counting, hash: nodeHash }, limits };
  const keeping = { ...settings, bodies: new Map() };
  const first = await buildIndex(skills, undefined, keeping);
  expect(reads).toBe(2);
  const second = await buildIndex(changed, first, keeping);
  expect(reads).toBe(2);
  expect(second.tables.terms).toEqual((await buildIndex(changed, undefined, settings)).tables.terms);
  expect(reads).toBe(4);
});
