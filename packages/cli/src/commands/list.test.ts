import { chmodSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("knowhow list", () => {
  it("D9 lists parts of names, patterns and sources, and says how many there are", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/git-log/SKILL.md": skillText("git-log", "Reads a log."),
      "project/.claude/skills/git-tag/SKILL.md": skillText("git-tag", "Tags."),
      "home/.agents/skills/digital/SKILL.md": skillText("digital", "Draws."),
    });
    const names = async (...argv: readonly string[]) => {
      const { skills } = Object((await sandbox.run("list", ...argv, "--json")).json());
      return skills.map(({ name }: { name: string }) => name);
    };
    expect(await names("git")).toEqual(["digital", "git-log", "git-tag"]);
    expect(await names("GIT-*")).toEqual(["git-log", "git-tag"]);
    expect(await names("log", "tag")).toEqual(["git-log", "git-tag"]);
    expect(await names("--source", "claude")).toEqual(["git-tag"]);
    expect(await names("--source", "user")).toEqual(["digital"]);
    expect(await names("git-*", "--source", "agents")).toEqual(["git-log"]);
    const { out } = await sandbox.run("list", "git-*");
    expect(out).toMatch(/^NAME +LEVEL +SOURCE +TOKENS +DESCRIPTION\ngit-log +project +agents /);
    expect(out).toContain("2 of 3 skills");
    const none = await sandbox.run("list", "--source", "cursor");
    expect([none.exit, none.out]).toEqual([0, "None of 3 skills matches. Sources here: agents, claude.\n"]);
  });

  it("D1 lists the skills of every provider with where they come from", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
      "home/.claude/skills/notes/SKILL.md": skillText("notes", "Keeps notes. Use when asked."),
    });
    const { skills, diagnostics } = Object(await json("list"));
    expect(diagnostics).toEqual([]);
    expect(Object.keys(skills[1])).toEqual([
      "name",
      "description",
      "provider",
      "level",
      "source",
      "root",
      "path",
      "version",
      "tokens",
      "eligible",
      "state",
      "verdict",
      "scanned",
      "sees",
    ]);
    expect(skills).toMatchObject([
      { name: "notes", provider: "claude", level: "user", state: "on", eligible: true },
      { name: "pdf", provider: "agents", level: "project", tokens: 3 },
    ]);
  });

  it("O3 says of pending skills which clients read them anyway, and of no skill that agents do not see it", async () => {
    sandbox = makeSandbox(
      {
        "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
        "home/.knowhow/skills/tone/SKILL.md": skillText("tone", "Sets the tone. Use when asked."),
        "home/.codex/config.toml": "",
        "home/.gemini/settings.json": "{}",
      },
      { isTrusting: false },
    );
    const { out } = await sandbox.run("list");
    expect(out).toContain("2 skills · 1 pending · 2 never scanned");
    expect(out).toContain(
      "knowhow does not serve pending skills; run `knowhow trust` to decide. Codex and Gemini CLI read it themselves.",
    );
    expect(out).not.toMatch(/agents do not see|hidden/);
    expect(Object(await json("list")).skills).toMatchObject([
      { name: "pdf", scanned: false, sees: { codex: "own", gemini: "own" } },
      { name: "tone", sees: { codex: "none", gemini: "none" } },
    ]);
  });

  it("P1 D1 says where a skill comes from in the words of the profile", async () => {
    const files = (root: string) => ({
      [`home/${root}/pdf/SKILL.md`]: skillText("pdf", "The general one. Use when asked."),
      [`project/${root === ".metaglass/skills" ? "skills" : root}/pdf/SKILL.md`]: skillText(
        "pdf",
        "Mine. Use when asked.",
      ),
    });
    for (const [profile, root, word, other] of [
      ["metis", ".metis/skills", "workspace", "global"],
      ["aios", ".metaglass/skills", "vault", "user"],
    ] as const) {
      sandbox = makeSandbox(files(root));
      const run = async (...argv: readonly string[]) =>
        (await sandbox.run(...argv, "--profile", profile)).out;
      expect(JSON.parse(await run("list", "--json")).skills).toMatchObject([
        { level: "project", source: word },
      ]);
      expect(JSON.parse(await run("search", "mine", "--json")).skills).toMatchObject([
        { level: "project", source: word },
      ]);
      expect(await run("list")).toMatch(new RegExp(`^pdf +${word} `, "m"));
      expect(await run("search", "mine")).toMatch(new RegExp(` ${word} `));
      expect(await run("show", "pdf")).toContain(`${word} level`);
      const why = await run("why", "pdf");
      expect([why.includes(`${word} level`), why.includes(`${other} level`)]).toEqual([true, true]);
      expect(why).not.toContain("project level");
      if (profile === "metis") sandbox.remove();
    }
  });

  it("P1 D5 under pisces, providers without a switch are off when all switches are", async () => {
    const providers = Object.fromEntries(
      ["codex:user", "claude:user", "claude:project", "native:user", "native:project"].map((key) => [
        key,
        false,
      ]),
    );
    sandbox = makeSandbox({
      "project/.agents/skills/ag/SKILL.md": skillText("ag", "Agents. Use when asked."),
      "home/.config/knowhow/knowhow.json": JSON.stringify({
        profile: "pisces",
        providers: { "codex:user": false },
      }),
    });
    expect(Object(await json("list")).skills).toMatchObject([{ name: "ag" }]);
    sandbox.write({ "home/.config/knowhow/knowhow.json": JSON.stringify({ profile: "pisces", providers }) });
    expect(Object(await json("list")).skills).toEqual([]);
  });

  it("R3 shows that a skill is ineligible, and what it needs", async () => {
    const fields = "metadata:\n  openclaw:\n    requires:\n      bins: [surely-not-installed]\n";
    sandbox = makeSandbox({
      "project/.agents/skills/qr/SKILL.md": skillText("qr", "Makes codes.", { fields }),
    });
    expect(await json("list")).toMatchObject({
      skills: [{ name: "qr", eligible: false, state: "ineligible" }],
    });
    const { out } = await sandbox.run("list");
    expect(out).toContain("needs surely-not-installed");
    expect(out).toContain("1 skill · 1 ineligible");
  });

  it("R1 lists shadowed skills with --all only", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "New. Use when asked."),
      "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Old. Use when asked."),
    });
    expect(Object(await json("list")).skills).toHaveLength(1);
    expect(await json("list", "--all")).toMatchObject({
      skills: [{ state: "on" }, { state: "shadowed", level: "user" }],
    });
    expect((await sandbox.run("list")).out).toContain("1 skill · 1 shadowed");
  });

  it("D4 looks only in the directories of --root", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/more/doc/SKILL.md": skillText("doc", "Writes documents."),
      "project/most/xls/SKILL.md": skillText("xls", "Reads tables."),
    });
    const { skills } = Object(await json("list", "--root", "more", "--root", "most"));
    expect(skills).toMatchObject([{ name: "doc" }, { name: "xls" }]);
  });

  it("exits with 0 and says what to do if there are no skills", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("list");
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain("No skills found");
    expect(ran.out).toContain("knowhow new");
    expect(await json("list")).toEqual({ skills: [], diagnostics: [] });
  });

  it("D2 counts a directory that does not exist as empty, and says so", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("list", "--root", "nowhere");
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain("no such directory: nowhere");
  });

  it("T3 reports settings of a repository that were not applied, with and without skills", async () => {
    sandbox = makeSandbox({
      "project/knowhow.json": '{ "roots": ["../home"], "links": ["/etc"], "providers": { "claud": false } }',
    });
    const said = [/^! .*names .*home, outside the project/m, /^! .*names .*etc, outside/m, /^! .*"claud"/m];
    const empty = await sandbox.run("list");
    sandbox.write({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    const full = await sandbox.run("list");
    for (const line of said) {
      expect(empty.out).toMatch(line);
      expect(full.out).toMatch(line);
    }
    expect((await sandbox.run("list", "--quiet")).out).not.toContain("!");
  });

  it.skipIf(process.platform === "win32")(
    "T3 ignores a project above in a world-writable directory",
    async () => {
      sandbox = makeSandbox({
        "project/.agents/skills/planted/SKILL.md": skillText("planted", "Not yours."),
        "project/knowhow.json": '{ "profile": "metis" }',
        "project/mine/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      });
      chmodSync(sandbox.project, 0o777);
      const cwd = join(sandbox.project, "mine");
      expect((await sandbox.runWith({ cwd }, "list", "--json")).json()).toMatchObject({
        skills: [{ name: "pdf" }],
        diagnostics: [{ code: "discovery.project-foreign", path: sandbox.project }],
      });
      expect((await sandbox.runWith({ cwd }, "list")).out).toMatch(/^! .*not used as the project/m);
    },
  );

  it("says so if the configuration disables all skills", async () => {
    sandbox = makeSandbox({
      "project/knowhow.json": '{ "enabled": false }',
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
    });
    expect((await sandbox.run("list")).out).toContain('"enabled" is false');
  });

  it("keeps escape sequences and direction characters of a description from the terminal", async () => {
    const description = '"\\e[31mred\\e[0m \\e]0;owned\\a title \\u202Ereversed \\x9b2J end"';
    sandbox = makeSandbox({ "project/.agents/skills/evil/SKILL.md": skillText("evil", description) });
    const { out } = await sandbox.run("list");
    expect(out).toContain("red");
    expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    const { out: document } = await sandbox.run("list", "--json");
    expect(document).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    expect(JSON.parse(document).skills[0].description).toContain("\u202e");
  });

  it("fits every row into the terminal, also with wide characters", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText(
        "pdf",
        "Fills in forms, one after another, and more. Use when asked to.",
      ),
      "project/.agents/skills/ja/SKILL.md": skillText(
        "ja",
        "日本語の説明文がここにあります。とても長い説明なので端末の幅に収まりません。",
      ),
    });
    const { out } = await sandbox.runWith({ columns: 60 }, "list");
    expect(out).toMatch(/^pdf .*…$/m);
    expect(out).toMatch(/^ja .*…$/m);
  });

  it("writes its output at once, however many skills there are", async () => {
    const files = Array.from({ length: 60 }, (_, index) => [
      `project/.agents/skills/s${index}/SKILL.md`,
      skillText(`s${index}`, "Does something. Use when asked."),
    ]);
    sandbox = makeSandbox(Object.fromEntries(files));
    const ran = await sandbox.run("list");
    expect(ran.writes).toBe(1);
    expect(ran.out).toContain("60 skills");
  });

  it("prints rows and nothing else with --quiet", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    expect((await sandbox.run("list", "--quiet")).out.trim().split("\n")).toHaveLength(2);
  });

  async function json(...argv: readonly string[]): Promise<unknown> {
    return (await sandbox.run(...argv, "--json")).json();
  }
});
