import { describe, expect, onTestFinished, test } from "vitest";
import { nodeFiles } from "../../node/files/node-files.ts";
import { nodeHash } from "../../node/node-hash.ts";
import { skillContents } from "../../serving/skill-contents.ts";
import type { Skill } from "../../skill.ts";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";
import type { DecideTrust } from "../../trust.ts";
import { trustAdmit } from "./trust-admit.ts";

const OURS = "work/.agents/skills/ours";
const TEXT = skillMd({ name: "ours", description: "Ours." });
const SCRIPT = "echo hello\n";

async function gate(trust: DecideTrust) {
  const workshop = openWorkshop({
    [`${OURS}/SKILL.md`]: TEXT,
    [`${OURS}/scripts/run.sh`]: SCRIPT,
    "home/.agents/skills/mine/SKILL.md": skillMd({ name: "mine", description: "Mine." }),
  });
  onTestFinished(workshop.close);
  const runtime = await workshop.start({ trust });
  let digests = 0;
  const admit = trustAdmit({
    verdictOf: ({ path }) =>
      runtime.library.entries({ shadowed: true }).find(({ skill }) => skill.path === path)?.trust,
    contentsOf: (skill) => {
      digests += 1;
      return skillContents(skill, runtime.profile.discovery.limits, { files: nodeFiles(), hash: nodeHash });
    },
  });
  const ask = async (
    name: string,
    bytes: string,
    audience: "model" | "client" | "user",
    path = "SKILL.md",
  ) => {
    const skill = runtime.library.entry(name)?.skill;
    if (skill === undefined) throw new Error(`no skill ${name}`);
    return admit({ ...content(skill, nodeHash.sha256(bytes)), audience, path });
  };
  return { ...workshop, runtime, ask, digests: () => digests };
}

/** A request for the content of a skill's own file. */
const content = (skill: Skill, digest: string) => ({
  skill,
  digest,
  part: "content" as const,
  path: "SKILL.md",
  size: 0,
  bytes: async () => new Uint8Array(),
});

describe("the trust check before content is returned", () => {
  test.each<[string, DecideTrust, string]>([
    ["pending", () => undefined, "is not trusted yet"],
    ["refused", () => false, "was refused"],
  ])("T3 returns a %s skill only to the user", async (_state, trust, reason) => {
    const { ask } = await gate(trust);
    for (const audience of ["model", "client"] as const) {
      expect(await ask("ours", TEXT, audience)).toMatchObject({
        admitted: false,
        reason: expect.stringContaining(reason),
        hint: expect.stringContaining("knowhow trust ours"),
      });
    }
    expect(await ask("ours", TEXT, "user")).toEqual({ admitted: true });
  });

  test("T3 gives every file of a trusted skill, and makes its digest once", async () => {
    const { ask, digests } = await gate(() => true);
    for (const [bytes, path] of [
      [TEXT, "SKILL.md"],
      [SCRIPT, "scripts/run.sh"],
      [TEXT, "SKILL.md"],
    ] as const) {
      expect(await ask("ours", bytes, "model", path)).toEqual({ admitted: true });
      expect(await ask("ours", bytes, "client", path)).toEqual({ admitted: true });
    }
    expect(digests()).toBe(1);
  });

  test("T3 gives no file in the place of another one", async () => {
    const { ask } = await gate(() => true);
    const refused = { admitted: false, reason: expect.stringContaining("changed since it was trusted") };
    expect(await ask("ours", SCRIPT, "model")).toMatchObject(refused);
    expect(await ask("ours", TEXT, "model", "scripts/run.sh")).toMatchObject(refused);
  });

  test("T3 gives nothing but the bytes that were decided about", async () => {
    const { ask, write } = await gate(() => true);
    expect(await ask("ours", TEXT, "model")).toEqual({ admitted: true });
    expect(await ask("ours", "something else", "model")).toMatchObject({
      admitted: false,
      reason: expect.stringContaining("changed since it was trusted"),
    });
    write({ [`${OURS}/scripts/run.sh`]: "rm -rf ~\n" });
    expect(await ask("ours", "rm -rf ~\n", "model")).toMatchObject({ admitted: false });
  });

  test("T3 gives nothing of a skill whose directory changed before its first file is asked for", async () => {
    const { ask, write } = await gate(() => true);
    write({ [`${OURS}/more.md`]: "more" });
    expect(await ask("ours", TEXT, "model")).toMatchObject({ admitted: false });
  });

  test("T3 reads nothing for a skill that its level trusts", async () => {
    const { ask, digests } = await gate(() => false);
    expect(await ask("mine", "anything", "model")).toEqual({ admitted: true });
    expect(digests()).toBe(0);
  });

  test("T3 returns only bytes of the content that the current decision is about", async () => {
    const { runtime } = await gate(() => true);
    const skill = runtime.library.get("ours");
    if (skill === undefined) throw new Error("no skill");
    let digest = "one";
    const admit = trustAdmit({
      verdictOf: () => ({ state: "trusted", by: "user", digest }),
      contentsOf: async () => ({ digest, files: new Map([["SKILL.md", `bytes of ${digest}`]]) }),
    });
    const ask = async (bytes: string) =>
      (await admit({ ...content(skill, bytes), audience: "model" })).admitted;
    expect([await ask("bytes of one"), await ask("bytes of two")]).toEqual([true, false]);
    digest = "two";
    expect([await ask("bytes of one"), await ask("bytes of two")]).toEqual([false, true]);
  });

  test("T3 refuses a skill that is no longer known", async () => {
    const { runtime } = await gate(() => true);
    const skill = runtime.library.get("ours");
    if (skill === undefined) throw new Error("no skill");
    const admit = trustAdmit({ verdictOf: () => undefined, contentsOf: () => Promise.reject(new Error()) });
    expect(await admit({ ...content(skill, ""), audience: "model" })).toMatchObject({ admitted: false });
  });
});
