import { describe, expect, onTestFinished, test } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const ROOT = "/home/ada/.agents/skills";

async function saidOf(names: readonly string[], options: Parameters<typeof createRuntime>[1] = {}) {
  const tree = names.map((name, at) => [
    `${ROOT}/d${at}/SKILL.md`,
    `---\nname: "${name}"\ndescription: Does it.\n---\nBody ${at}.\n`,
  ]);
  const { library, close } = await createRuntime(fakePorts(Object.fromEntries(tree)), options);
  onTestFinished(close);
  return library.diagnostics.filter(({ code }) => code === "resolution.look-alike");
}

describe("R2 names that look alike", () => {
  test.each([
    ["letter case", ["Case", "case"]],
    ["two ways to write é", ["caf\u00e9", "cafe\u0301"]],
    ["a full-width letter", ["\uff50df", "pdf"]],
    ["ß and ss", ["stra\u00dfe", "strasse"]],
  ])("R2 are reported: %s", async (_what, names) => {
    const said = await saidOf(names);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({
      severity: "warning",
      path: expect.stringContaining(ROOT),
      hint: "rename one of them, or turn one off",
    });
    for (const name of names) expect(said[0]?.message).toContain(`"${name}"`);
  });

  test("R2 are one word each beyond the first", async () => {
    expect(await saidOf(["a-b", "A-B", "a-B"])).toHaveLength(2);
  });

  test("R2 are not reported when they differ, or when one is off", async () => {
    expect(await saidOf(["Case", "cases", "caf\u00e9", "cafe"])).toEqual([]);
    expect(await saidOf(["Case", "case"], { overrides: { Case: "off" } })).toEqual([]);
  });
});
