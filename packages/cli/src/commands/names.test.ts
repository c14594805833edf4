import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const FILES = {
  "project/.agents/skills/tea/SKILL.md": skillText(
    "tea",
    "Brews a cup of tea. Use when somebody is thirsty.",
  ),
  "project/.agents/skills/tea/eval_queries.json": '[{"query": "brew tea", "should_trigger": true}]',
  "project/.agents/skills/tea/references/pots.md": "Warm the pot.\n",
  "project/.agents/skills/empty/SKILL.md": "---\nname: empty\n---\nx\n",
  "home/.agents/skills/mine/SKILL.md": skillText("mine", "Mine."),
};

describe("the name of a skill in place of its path", () => {
  it.each([
    [["validate", "tea", "--json"], "results"],
    [["lint", "tea", "--json"], "results"],
    [["scan", "tea", "--json"], "results"],
    [["fmt", "--portable", "--check", "tea", "--json"], "results"],
  ])("D10 is accepted by %j, from any directory of the project", async ([...line], key) => {
    sandbox = makeSandbox({ ...FILES, "project/src/deep/x.txt": "" });
    const ran = await sandbox.runWith({ cwd: join(sandbox.project, "src/deep") }, ...line);
    const results = Object(ran.json())[key];
    expect([ran.exit, ran.err, results.length]).toEqual([0, "", 1]);
    expect(results[0].path).toContain(join(sandbox.project, ".agents/skills/tea"));
  });

  it("D10 is accepted by eval and read", async () => {
    sandbox = makeSandbox(FILES);
    expect((await sandbox.run("eval", "tea", "--json")).json()).toMatchObject({ positives: 1 });
    expect((await sandbox.run("read", "tea")).out).toContain("Brews a cup of tea.");
    expect((await sandbox.run("read", "tea/references/pots.md")).out).toBe("Warm the pot.\n");
    expect((await sandbox.run("read", "skill://tea/references/pots.md")).out).toBe("Warm the pot.\n");
  });

  it("D10 is found, too, if the skill cannot be loaded, because that is what has to be checked", async () => {
    sandbox = makeSandbox(FILES);
    const ran = await sandbox.run("validate", "empty", "--json");
    expect(ran.json()).toMatchObject({ ok: false, results: [{ name: "empty" }] });
  });

  it("D10 gives way to a path that exists", async () => {
    sandbox = makeSandbox({ ...FILES, "project/tea/SKILL.md": skillText("tea", "Another one.") });
    const { results } = Object((await sandbox.run("validate", "tea", "--json")).json());
    expect(results.map(({ path }: { path: string }) => path)).toEqual([
      join(sandbox.project, "tea/SKILL.md"),
    ]);
  });

  it.each(["validate", "lint", "scan", "eval"])("D10 %s says if there is neither", async (command) => {
    sandbox = makeSandbox(FILES);
    const wrong = await sandbox.run(command, "teaa");
    expect([wrong.exit, wrong.err]).toEqual([
      1,
      expect.stringContaining("no such file, directory or skill: teaa"),
    ]);
    expect(wrong.err).toContain("did you mean");
    const path = await sandbox.run(command, "./teaa");
    expect([path.exit, path.err]).toEqual([1, expect.stringContaining("no such file or directory: ./teaa")]);
  });
});
