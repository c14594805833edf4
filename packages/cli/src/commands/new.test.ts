import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("knowhow new", () => {
  it("writes a valid skill into .agents/skills of the project, and lint reports what is still to be written", async () => {
    sandbox = makeSandbox({ "project/src/deep/file.txt": "" });
    const ran = await sandbox.runWith(
      { cwd: join(sandbox.project, "src/deep") },
      "new",
      "release-notes",
      "--json",
    );
    const directory = join(sandbox.project, ".agents/skills/release-notes");
    expect(ran.exit).toBe(0);
    expect(ran.json()).toEqual({ name: "release-notes", directory, path: join(directory, "SKILL.md") });
    expect((await sandbox.run("validate", directory, "--max-warnings", "0")).exit).toBe(0);
    const codes = async () => {
      const { results } = Object((await sandbox.run("lint", directory, "--json")).json());
      return results[0].diagnostics.map(({ code }: { code: string }) => code);
    };
    expect(await codes()).toEqual(["lint.placeholder", "lint.placeholder", "lint.vague-description"]);
    const path = join(directory, "SKILL.md");
    const text = readFileSync(path, "utf8");
    const written = text
      .replace(
        /^description: .*$/m,
        "description: Writes release notes from tags. Use when a version is tagged.",
      )
      .replace(/TODO: /g, "");
    writeFileSync(path, written);
    expect(await codes()).toEqual([]);
    expect((await sandbox.run("list", "--json")).json()).toMatchObject({
      skills: [{ name: "release-notes", state: "on" }],
    });
  });

  it.each([
    ["agentskills", ".agents/skills"],
    ["metis", ".metis/skills"],
    ["autopoiesis", "skills"],
    ["aios", "skills"],
    ["pisces", ".agents/skills"],
  ])("P1 with --profile %s it writes into %s, where the profile finds it and validates it", async (profile, folder) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("new", "notes", "--workflow", "--profile", profile);
    expect(ran.exit).toBe(0);
    expect(ran.out.includes("knowhow trust notes")).toBe(profile === "agentskills");
    const path = join(sandbox.project, folder, "notes/SKILL.md");
    const listed = await sandbox.run("list", "--json", "--profile", profile);
    expect(listed.json()).toMatchObject({ skills: [{ name: "notes", path }] });
    const validated = await sandbox.run("validate", "--profile", profile, "--max-warnings", "0");
    expect([validated.exit, validated.out]).toEqual([0, expect.stringContaining("1 skill checked")]);
  });

  it("P1 the profile of the configuration and its environment variables count, too", async () => {
    sandbox = makeSandbox({
      "home/.config/knowhow/knowhow.json": JSON.stringify({ profile: "aios" }),
      "project/vault/x.md": "",
    });
    const ran = await sandbox.runWith({ env: { AIOS_VAULT: "vault" } }, "new", "notes", "--json");
    expect(ran.json()).toMatchObject({ directory: join(sandbox.project, "vault/skills/notes") });
  });

  it.each([
    "Writes release notes. Use when a version is tagged.",
    'Quotes " and colons: and #hashes',
    "yes",
    "- a list?",
    "日本語 🚀",
  ])("keeps the description %j word by word", async (description) => {
    sandbox = makeSandbox();
    await sandbox.run("new", "notes", `--description=${description}`);
    expect((await sandbox.run("list", "--json")).json()).toMatchObject({ skills: [{ description }] });
  });

  it("never writes an escape sequence that was smuggled into the description", async () => {
    sandbox = makeSandbox();
    await sandbox.run("new", "notes", "--description", "Notes\u001b[31m\nname: other");
    const text = readFileSync(join(sandbox.project, ".agents/skills/notes/SKILL.md"), "utf8");
    expect(text).not.toContain("\u001b");
    expect((await sandbox.run("validate", ".agents/skills")).exit).toBe(0);
  });

  it("writes to another directory with --dir", async () => {
    sandbox = makeSandbox();
    expect((await sandbox.run("new", "notes", "--dir", "../home/.agents/skills")).exit).toBe(0);
    expect((await sandbox.run("list", "--json")).json()).toMatchObject({
      skills: [{ name: "notes", level: "user" }],
    });
  });

  it.each(["SKILL.md", "skill.md"])("refuses to overwrite a %s", async (name) => {
    const text = skillText("notes", "Mine.");
    sandbox = makeSandbox({ [`project/.agents/skills/notes/${name}`]: text });
    const ran = await sandbox.run("new", "notes", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.json()).toMatchObject({ error: { code: "cli.exists" } });
    expect(readFileSync(join(sandbox.project, ".agents/skills/notes", name), "utf8")).toBe(text);
  });

  it.each([
    "Notes",
    "my notes",
    "a--b",
    "-a",
    "../escaped",
    "a/b",
    ".",
    "é",
    "n".repeat(65),
    "x\ny: z",
  ])("refuses the name %j, which the standard does not allow", async (name) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("new", "--json", "--", name);
    expect(ran.exit).toBe(2);
    expect(ran.json()).toMatchObject({ error: { code: "cli.bad-value" } });
    expect((await sandbox.run("list", "--json")).json()).toMatchObject({ skills: [] });
  });

  it.each([
    ["Bad_Name", "bad-name"],
    ["  My Notes! ", "my-notes"],
    ["a--b", "a-b"],
    ["Élan", "elan"],
    ["../escaped", "escaped"],
    ["CON", "con-skill"],
    [`${"n".repeat(63)}-x`, "n".repeat(63)],
  ])("advises for %j the name %j, which is allowed", async (typed, better) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("new", "--json", "--", typed);
    expect(ran.json()).toMatchObject({ error: { hint: `try "${better}"` } });
    expect((await sandbox.run("new", better)).exit).toBe(0);
  });

  it.each([
    "con",
    "nul",
    "aux",
    "prn",
    "com1",
    "lpt9",
  ])("refuses the name %s, which no directory can have on Windows", async (name) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("new", name, "--json");
    expect(ran.exit).toBe(2);
    expect(ran.json()).toMatchObject({
      error: { code: "cli.bad-value", hint: `try "${name}-skill"` },
    });
    expect(existsSync(join(sandbox.project, ".agents"))).toBe(false);
  });

  it("leaves nothing but the skill", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/notes/references/a.md": "x" });
    expect((await sandbox.run("new", "notes")).exit).toBe(0);
    expect(readdirSync(join(sandbox.project, ".agents/skills/notes")).sort()).toEqual([
      "SKILL.md",
      "references",
    ]);
  });

  it("ends with exit code 3 when it cannot write there", async () => {
    sandbox = makeSandbox({ "project/file": "" });
    const ran = await sandbox.run("new", "notes", "--dir", "file", "--json");
    expect(ran.exit).toBe(3);
    expect(ran.json()).toMatchObject({ error: { code: "cli.unreadable" } });
  });
});
