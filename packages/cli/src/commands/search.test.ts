import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("knowhow search", () => {
  const files = {
    "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
    "project/.agents/skills/scan/SKILL.md": skillText("scan", "Turns paper into PDF files. Use when asked."),
    "project/.agents/skills/mail/SKILL.md": skillText("mail", "Writes letters. Use when asked."),
  };

  it("D11 says that a root does not exist, with any command", async () => {
    sandbox = makeSandbox(files);
    for (const command of [["search", "PDF"], ["match", "fill in the form"], ["catalog"]]) {
      const ran = await sandbox.run(...command, "--root", "nowhere");
      expect(ran.err).toMatch(/^knowhow: directory not found: \S*nowhere$/m);
      const there = await sandbox.run(...command, "--root", ".agents/skills");
      expect(there.err).not.toContain("not found");
    }
  });

  it("M6 T3 shows pending skills as pending, without their text and with the command that decides", async () => {
    sandbox = makeSandbox(
      { ...files, "home/.knowhow/skills/ink/SKILL.md": skillText("ink", "Draws. Use when asked.") },
      { isTrusting: false },
    );
    const exact = await sandbox.run("search", "PDF");
    expect(exact.out).toBe(
      "Pending, not served by knowhow\n  pdf   decide with `knowhow trust pdf`\n  scan  decide with `knowhow trust scan`\n",
    );
    expect((await sandbox.run("search", "draws", "letters", "--json")).json()).toMatchObject({
      total: 1,
      skills: [{ name: "ink" }],
      pending: [{ name: "mail", state: "pending", level: "project", command: "knowhow trust mail" }],
    });
    expect((await sandbox.run("search", "zebra")).out).toContain('No skill matches "zebra"');
  });

  it("M6 ranks an exact name first, and says how many skills there are", async () => {
    sandbox = makeSandbox(files);
    expect((await sandbox.run("search", "PDF", "--json")).json()).toEqual({
      query: "PDF",
      total: 2,
      offset: 0,
      skills: [
        {
          name: "pdf",
          score: expect.any(Number),
          description: "Fills in forms. Use when asked.",
          level: "project",
          source: "project",
        },
        {
          name: "scan",
          score: expect.any(Number),
          description: "Turns paper into PDF files. Use when asked.",
          level: "project",
          source: "project",
        },
      ],
      pending: [],
    });
  });

  it("M6 finds words that do not stand together, and other words of the same meaning", async () => {
    sandbox = makeSandbox({
      ...files,
      "project/.agents/skills/recipes/SKILL.md": skillText("recipes", "Finds dishes to cook for dinner."),
    });
    const first = async (...words: readonly string[]) =>
      Object((await sandbox.run("search", ...words, "--json")).json()).skills[0]?.name;
    expect(await first("paper", "files")).toBe("scan");
    expect(await first("preparing a meal")).toBe("recipes");
  });

  it("M6 uses the rule of the profile", async () => {
    sandbox = makeSandbox({
      "project/.metis/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/.metis/skills/scan/SKILL.md": skillText("scan", "Turns paper into PDF files."),
    });
    const names = async (query: string) =>
      Object((await sandbox.run("search", query, "--profile", "metis", "--json")).json()).skills.map(
        ({ name, score }: { name: string; score: number }) => [name, score],
      );
    expect(await names("pdf")).toEqual([
      ["pdf", 2],
      ["scan", 1],
    ]);
    expect(await names("paper files")).toEqual([]);
  });

  it("M6 pages: --limit and --offset, with the way to the next page", async () => {
    sandbox = makeSandbox(files);
    const first = await sandbox.run("search", "--limit", "2");
    expect(first.out).toMatch(/mail.*pdf.*2 of 3 skills · --offset 2 for more/s);
    const next = await sandbox.run("search", "--limit", "2", "--offset", "2");
    expect(next.out).toMatch(/scan.*3–3 of 3 skills/s);
    expect(next.out).not.toContain("SCORE");
    const beyond = await sandbox.run("search", "pdf", "--offset", "7");
    expect([beyond.exit, beyond.out]).toEqual([0, expect.stringContaining("There are only 2 results")]);
  });

  it.each([[""], ["  "], ["", ""]])("M6 lists all skills for the empty words %j", async (...words) => {
    sandbox = makeSandbox(files);
    expect((await sandbox.run("search", ...words)).out).toBe((await sandbox.run("search")).out);
  });

  it("exits with 0 if nothing is found", async () => {
    sandbox = makeSandbox(files);
    const ran = await sandbox.run("search", "zebra");
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain('No skill matches "zebra"');
  });
});
