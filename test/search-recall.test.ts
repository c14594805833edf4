import { staticEmbedder } from "@knowhow/embeddings";
import { createRuntime } from "@knowhow/runtime/node";
import { describe, expect, it } from "vitest";
import { makeLargeLibrary } from "../bench/large-library.mjs";
import { QUERIES, searchRecall } from "../bench/search-recall.mjs";
import { skillMd } from "../packages/runtime/src/testing/workshop.ts";

/** `npm run bench -- --only search` asks the same of 3,000 skills. */
const SKILLS = 600;
const SAMPLES = 100;

describe("a search in a large library", () => {
  const skills = makeLargeLibrary(SKILLS);

  it.each([
    ["words alone", []],
    ["the built-in embedding", [staticEmbedder]],
  ] as const)("M6 finds a skill by its name and by words of its description, with %s", async (_with, open) => {
    const runtime = await createRuntime({
      cwd: "/",
      home: "/",
      env: {},
      providers: false,
      config: false,
      cache: false,
      embedders: await Promise.all(open.map((embedder) => embedder())),
      skills: skills.map(({ name, description, body }) => ({
        name,
        text: skillMd({ name, description }, body),
      })),
    });
    const search = async (query: string) => (await runtime.search(query)).hits.map(({ skill }) => skill.name);
    const { shares, missed } = await searchRecall(skills, search, SAMPLES);
    for (const [at, kind] of QUERIES.entries())
      expect(shares[at], `${kind}\n${missed.join("\n")}`).toBeGreaterThanOrEqual(0.97);
    runtime.close();
  });
});
