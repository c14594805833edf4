import { describe, expect, onTestFinished, test } from "vitest";
import { openWorkshop, skillMd } from "../testing/workshop.ts";

/** Where each profile looks for the skill. */
const ROOT = {
  agentskills: "home/.agents/skills",
  metis: "home/.metis/skills",
  autopoiesis: "work/skills",
  pisces: "home/.pisces/skills",
} as const;

const FIELDS: readonly [what: string, fields: Readonly<Record<string, unknown>>][] = [
  ["disable-model-invocation", { "disable-model-invocation": true }],
  ["disable-model-invocation in metadata", { metadata: { "disable-model-invocation": "true" } }],
  ["agent_ready", { agent_ready: false }],
  ["platforms", { platforms: ["plan9"] }],
  ["platforms in metadata", { metadata: { platforms: "plan9" } }],
  ["prerequisites", { prerequisites: { env: ["KNOWHOW_NO_SUCH_VARIABLE"] } }],
  ["alwaysApply", { alwaysApply: true }],
  ["globs", { globs: "**/*.pdf" }],
];

/** What a field changes: whether the skill is listed, and what the first turn injects. */
async function effectOf(profile: keyof typeof ROOT, fields: Readonly<Record<string, unknown>>) {
  const text = skillMd({ name: "pdf", description: "Reads PDF files.", ...fields }, "Read it.\n");
  const workshop = openWorkshop({ [`${ROOT[profile]}/pdf/SKILL.md`]: text });
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ profile });
  const session = await runtime.session();
  const { baseline, inject } = await session.turn({ files: ["a.pdf"], availableTools: ["read"] });
  return { runtime, effect: { listed: baseline.includes("- pdf: Reads"), injected: inject.length } };
}

const NONE = { listed: true, injected: 0 };

describe("fields that a document does not list", () => {
  test.each([
    "agentskills",
    "metis",
    "autopoiesis",
    "pisces",
  ] as const)("P1 F2 %s lists a skill without such fields and injects nothing", async (profile) => {
    expect((await effectOf(profile, {})).effect).toEqual(NONE);
  });

  test.each(FIELDS)("P1 F6 %s has an effect where the profile reads it", async (_what, fields) => {
    expect((await effectOf("agentskills", fields)).effect).not.toEqual(NONE);
  });

  for (const profile of ["metis", "autopoiesis", "pisces"] as const)
    test.each(FIELDS)(`P1 F2 F6 ${profile}: %s has no effect`, async (_what, fields) => {
      expect((await effectOf(profile, fields)).effect).toEqual(NONE);
    });

  test("P1 F5 F6 they are still kept as they were written", async () => {
    const { runtime } = await effectOf("metis", { globs: "*.pdf", metadata: { version: "2" } });
    expect(runtime.library.get("pdf")).toMatchObject({
      fields: {},
      extensions: { globs: "*.pdf" },
      metadata: { version: "2" },
    });
  });

  test("P1 F6 pisces has globs and alwaysApply on its skills, autopoiesis version, tags and author", async () => {
    const metadata = { version: "1.0.0", tags: ["a"], author: "ada" };
    const fields = { globs: ["*.pdf"], alwaysApply: true, agent_ready: false, metadata };
    const read = async (profile: keyof typeof ROOT) =>
      (await effectOf(profile, fields)).runtime.library.get("pdf")?.fields;
    expect(await read("pisces")).toEqual({ globs: ["*.pdf"], alwaysApply: true });
    expect(await read("autopoiesis")).toEqual(metadata);
  });
});
