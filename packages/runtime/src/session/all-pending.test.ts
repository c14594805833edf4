import { describe, expect, it } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";

const TREE = {
  "/project/.agents/skills/pdf/SKILL.md": skillMd({ name: "pdf", description: "Fills in forms." }),
  "/project/.agents/skills/mail/SKILL.md": skillMd({ name: "mail", description: "Writes letters." }),
};

describe("a session whose skills all wait for a decision", () => {
  it("T3 says so in the notes of its first turn, once", async () => {
    const session = await (await createRuntime(fakePorts(TREE))).session();
    const { report } = await session.turn();
    expect(report.notes).toEqual([
      "all 2 skills wait for a trust decision, so that none can be used: the user decides with `knowhow trust`, a host with `trust` of `createRuntime`",
    ]);
    expect((await session.turn()).report.notes).toEqual([]);
  });

  it("T3 says nothing if one of them can be used, or if there are none", async () => {
    const trust = ({ skill }: { readonly skill: { readonly name: string } }) =>
      skill.name === "pdf" || undefined;
    for (const [tree, options] of [
      [TREE, { trust }],
      [{}, {}],
    ] as const) {
      const session = await (await createRuntime(fakePorts(tree), options)).session();
      expect((await session.turn()).report.notes).toEqual([]);
    }
  });
});

describe("runtime.pendingFor", () => {
  it("T3 M6 finds pending skills by name, by words and by a message, and nothing that can be used", async () => {
    const runtime = await createRuntime(fakePorts(TREE));
    const names = async (text: string, as: "query" | "message") =>
      (await runtime.pendingFor(text, { as })).map(({ skill }) => skill.name);
    expect(await names("PDF", "query")).toEqual(["pdf"]);
    expect(await names("forms letters", "query")).toEqual(expect.arrayContaining(["pdf", "mail"]));
    expect(await names("please mail it", "message")).toContain("mail");
    expect(await names("mailbox", "message")).toEqual([]);
    expect(await names("", "query")).toEqual([]);
    await expect(runtime.pendingFor("x", Object({ as: "word" }))).rejects.toMatchObject({
      code: "runtime.bad-option",
    });
    const trusted = await createRuntime(fakePorts(TREE), { trust: () => true });
    expect(await trusted.pendingFor("PDF", { as: "query" })).toEqual([]);
  });
});
