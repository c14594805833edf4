import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("knowhow why", () => {
  it("O3 says of each installed client whether it sees the skill, and why; of others on request", async () => {
    sandbox = makeSandbox(
      {
        "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
        "home/.codex/config.toml": "",
        "home/.claude.json": '{"mcpServers":{"knowhow":{"command":"knowhow"}}}',
      },
      { isTrusting: false },
    );
    const { out } = await sandbox.run("why", "pdf");
    expect(out).toMatch(/^ +Codex +sees it: it reads \S*\.agents\/skills itself$/m);
    expect(out).toMatch(/^ +Claude Code +does not see it: knowhow does not serve a skill that is pending$/m);
    expect(out).not.toContain("Gemini");
    expect((await sandbox.run("why", "pdf", "--all-clients")).out).toMatch(
      /^ +Gemini CLI \(not installed\) +sees it/m,
    );
    await sandbox.trustAll();
    expect(Object((await sandbox.run("why", "pdf", "--json")).json()).clients).toMatchObject([
      { client: "claude-code", installed: true, version: null, sees: "served" },
      { client: "codex", sees: "own" },
    ]);
  });

  it("R7 explains every decision from the file to the catalog", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
    });
    const ran = await sandbox.run("why", "pdf", "--json");
    expect(ran.exit).toBe(0);
    const { name, decisions } = Object(ran.json());
    expect(name).toBe("pdf");
    expect(decisions[0]).toEqual({
      stage: "discovery",
      outcome: "found",
      detail: expect.stringContaining("pdf/SKILL.md"),
    });
    expect(decisions.at(-1)).toMatchObject({ stage: "catalog", outcome: "listed" });
  });

  it("R7 says what of a skill fits into the catalog, at --budget too", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 20 }, (_, at) => [
        `project/.agents/skills/s${at}/SKILL.md`,
        skillText(`s${at}`, `Does ${at}. ${"A long text about it. ".repeat(10)}`),
      ]),
    );
    sandbox = makeSandbox(files);
    expect((await sandbox.run("why", "s7")).out).toMatch(
      /✓ catalog +listed +the model sees name and description/,
    );
    expect((await sandbox.run("why", "s7", "--budget", "500")).out).toMatch(/! catalog +shortened +/);
    expect((await sandbox.run("why", "s7", "--budget", "0")).out).toMatch(/! catalog +omitted +/);
  });

  it("R7 knows names of directories, and show does too", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/docx-official/SKILL.md": skillText("docx", "Writes letters. Use when asked."),
    });
    const ran = await sandbox.run("why", "docx-official");
    expect(ran.exit).toBe(0);
    expect(ran.out.replace(/\s+/g, " ")).toContain('docx-official holds the skill "docx" (on)');
    expect((await sandbox.run("show", "docx-official", "--json")).json()).toMatchObject({ name: "docx" });
  });

  it("D11 names a file that exists and is not used", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/.curated/lost/SKILL.md": skillText("lost", "Is lost. Use when asked."),
    });
    const { out } = await sandbox.run("why", "lost");
    expect(out.replace(/\s+/g, " ")).toMatch(
      /! discovery not searched .*\.curated\/lost\/SKILL\.md is in a hidden directory/,
    );
  });

  it("O3 explains why a file was skipped", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/broken/SKILL.md": "---\nname: broken\n---\n" });
    const ran = await sandbox.run("why", "broken");
    expect(ran.exit).toBe(0);
    expect(ran.out).toMatch(/✗ format +skipped +`description` is missing/);
  });

  it("O3 names the skill that takes precedence", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "New. Use when asked."),
      "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Old. Use when asked."),
    });
    const { out } = await sandbox.run("why", "pdf");
    expect(out).toMatch(/✓ resolution +won +before ~\/\.agents/);
    expect(out).toMatch(/✗ resolution +shadowed +.*project/);
    expect(out.replace(/\s+/g, " ")).toContain(
      "in knowhow, the project level takes precedence over the user level",
    );
  });

  it.each([
    ["agentskills", ".claude/skills", true],
    ["agentskills", ".agents/skills", false],
    ["metis", ".metis/skills", false],
  ])("O3 P1 under %s, two skills in %s: says what Claude Code does only if it reads both", async (profile, folder, isTold) => {
    sandbox = makeSandbox({
      [`project/${folder}/pdf/SKILL.md`]: skillText("pdf", "New. Use when asked."),
      [`home/${folder}/pdf/SKILL.md`]: skillText("pdf", "Old. Use when asked."),
    });
    for (const command of [["why", "pdf"], ["doctor"]]) {
      const { out } = await sandbox.run(...command, "--profile", profile);
      expect([command, /shadowed/.test(out)]).toEqual([command, true]);
      const told = out.replace(/\s+/g, " ").includes("Claude Code itself uses the skill of the user level");
      expect([command, told]).toEqual([command, isTold]);
    }
  });

  it("O3 counts one token as one", async () => {
    sandbox = makeSandbox({
      "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.", { body: "Fill\n" }),
    });
    expect((await sandbox.run("why", "pdf")).out).toMatch(/format +read +1 token, version/);
  });

  it("O3 ends with exit code 1 and where it looked when nothing has the name", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    const ran = await sandbox.run("why", "pdff", "--json");
    expect(ran.exit).toBe(1);
    expect(ran.json()).toEqual({
      name: "pdff",
      clients: [],
      decisions: [
        { stage: "discovery", outcome: "not found", detail: expect.stringContaining('did you mean "pdf"?') },
      ],
    });
  });

  it("keeps a hostile name from the terminal", async () => {
    sandbox = makeSandbox();
    const { out } = await sandbox.run("why", "x\u001b[31my");
    expect(out).not.toContain("\u001b");
  });
});
