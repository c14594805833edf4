import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("knowhow why", () => {
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
    expect(out).toMatch(/✓ resolution +won +before .*home/);
    expect(out).toMatch(/✗ resolution +shadowed +.*project/);
    expect(out.replace(/\s+/g, " ")).toContain(
      "in knowhow, the project level takes precedence over the user level; Claude Code itself uses",
    );
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
