import { describe, expect, test } from "vitest";
import { canonicalJson } from "../basics/canonical-json.ts";
import { nodeHash } from "../node/node-hash.ts";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";
import { skillMd } from "../testing/workshop.ts";
import { readSnapshot } from "./snapshot.ts";

const PATH = "/project/.agents/skills/pdf/SKILL.md";

async function open() {
  const text = skillMd({ name: "pdf", description: "Reads PDF files." });
  const { library } = await createRuntime(fakePorts({ [PATH]: text }), { trust: () => true });
  return library;
}

/** A snapshot in which something is changed and whose id is right nevertheless. */
async function changed(key: string, value: unknown): Promise<unknown> {
  const { id: _, ...content } = JSON.parse(JSON.stringify((await open()).toSnapshot()));
  const { [key]: _old, ...rest } = content;
  const next = value === undefined ? rest : { ...rest, [key]: value };
  return { ...next, id: nodeHash.sha256(canonicalJson(next)) };
}

describe("a snapshot", () => {
  test.each([
    ["entries", {}],
    ["rejections", undefined],
    ["roots", "none"],
    ["diagnostics", null],
    ["texts", "none"],
    ["texts", 5],
    ["texts", { [PATH]: 5 }],
    ["format", "knowhow-library-0"],
    ["format", undefined],
  ])("R6 is refused when its %s is %j", async (key, value) => {
    const snapshot = await changed(key, value);
    expect(() => readSnapshot(snapshot, nodeHash)).toThrowError(
      expect.objectContaining({
        code: "resolution.snapshot-invalid",
        hint: expect.stringContaining("toSnapshot()"),
      }),
    );
  });

  test.each([null, undefined, "snapshot", 5, []])("R6 %j is none", (value) => {
    expect(() => readSnapshot(value, nodeHash)).toThrowError(/not a library snapshot/);
  });

  test("R6 needs an id, and exactly the one of its content", async () => {
    const { id: _, ...content } = (await open()).toSnapshot();
    expect(() => readSnapshot(content, nodeHash)).toThrowError(/not a library snapshot/);
    expect(() => readSnapshot({ ...content, id: "x" }, nodeHash)).toThrowError(
      expect.objectContaining({
        code: "resolution.snapshot-mismatch",
        hint: "it was modified after it was created; create a new one",
      }),
    );
  });

  test("R6 is accepted with and without texts", async () => {
    expect(readSnapshot(await changed("texts", undefined), nodeHash)).not.toHaveProperty("texts");
    expect(readSnapshot(await changed("texts", { [PATH]: "text" }), nodeHash)).toMatchObject({
      texts: { [PATH]: "text" },
    });
  });
});

describe("the texts of a library", () => {
  test("R6 belong to the skill of their path, and other skills are read from disk", async () => {
    const library = await open();
    const skill = library.list()[0];
    if (skill === undefined) throw new Error("there is no skill");
    expect(library.textOf(skill)).toBeUndefined();
    expect(library.withTexts({ [PATH]: "text" }).textOf(skill)).toBe("text");
    expect(library.withTexts({ [PATH]: "text" }).textOf({ ...skill, path: "toString" })).toBeUndefined();
  });
});
