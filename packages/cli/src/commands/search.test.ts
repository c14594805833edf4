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

  it("M6 ranks a hit in the name before one in the description", async () => {
    sandbox = makeSandbox(files);
    expect((await sandbox.run("search", "PDF", "--json")).json()).toEqual({
      query: "PDF",
      skills: [
        {
          name: "pdf",
          score: 2,
          description: "Fills in forms. Use when asked.",
          level: "project",
          source: "project",
        },
        {
          name: "scan",
          score: 1,
          description: "Turns paper into PDF files. Use when asked.",
          level: "project",
          source: "project",
        },
      ],
    });
  });

  it("M6 shows at most as many as --limit says", async () => {
    sandbox = makeSandbox(files);
    const { skills } = Object((await sandbox.run("search", "use", "when", "--limit", "2", "--json")).json());
    expect(skills).toHaveLength(2);
  });

  it("exits with 0 if nothing is found", async () => {
    sandbox = makeSandbox(files);
    const ran = await sandbox.run("search", "zebra");
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain('No skill matches "zebra"');
  });
});
