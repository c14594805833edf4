import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const PDF = skillText("pdf", "Fills in forms. Use when asked.", {
  fields: "license: MIT\nallowed-tools: Read Bash(git:*)\nmetadata:\n  author: anna\n",
  body: "Intro.\n\n# Usage\n\nRead references/forms.md.\n\n## Limits\n\nNone.\n",
});

describe("knowhow show", () => {
  it("O3 says of each installed client whether it sees the skill, and why; of others on request", async () => {
    sandbox = makeSandbox(
      {
        "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
        "home/.codex/config.toml": "",
        "home/.claude.json": '{"mcpServers":{"knowhow":{"command":"knowhow"}}}',
      },
      { isTrusting: false },
    );
    const { out } = await sandbox.run("show", "pdf");
    expect(out).toMatch(/^ +Codex +sees it: it reads \S*\.agents\/skills itself$/m);
    expect(out).toMatch(/^ +Claude Code +does not see it: knowhow does not serve a skill that is pending$/m);
    expect(out).not.toContain("Gemini");
    expect((await sandbox.run("show", "pdf", "--all-clients")).out).toMatch(
      /^ +Gemini CLI \(not installed\) +sees it/m,
    );
    await sandbox.trustAll();
    expect(Object((await sandbox.run("show", "pdf", "--json")).json()).clients).toMatchObject([
      { client: "claude-code", installed: true, version: null, sees: "served" },
      { client: "codex", sees: "own" },
    ]);
  });

  it("D7 gives the full record of a skill, with its files and their sizes", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": PDF,
      "project/.agents/skills/pdf/references/forms.md": "x".repeat(2048),
      "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Another one."),
    });
    const record = (await sandbox.run("show", "pdf", "--json")).json();
    expect(record).toMatchObject({
      name: "pdf",
      state: "on",
      level: "project",
      license: "MIT",
      compatibility: null,
      allowedTools: ["Read", "Bash(git:*)"],
      metadata: { author: "anna" },
      eligible: true,
      missing: [],
      resources: [{ path: "references/forms.md", size: 2048 }],
      shadows: [expect.stringContaining("home/.agents/skills/pdf/SKILL.md")],
      digest: expect.stringMatching(/^sha256-v1:[0-9a-f]{64}$/),
    });
    expect(record).not.toHaveProperty("outline");
    const { out } = await sandbox.run("show", "pdf");
    expect(out).toContain("2.0 KB  references/forms.md");
    expect(out).toContain("Bash(git:*)");
  });

  it("R7 shows by its directory a skill that another one shadows, and names that other one", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": PDF,
      "project/.agents/skills/downloads/SKILL.md": skillText("pdf", "Another one."),
    });
    const ran = await sandbox.run("show", "downloads");
    expect(ran.out).toMatch(/shadowed by +\S*\.agents\/skills\/pdf\/SKILL\.md/);
    expect(ran.out).not.toMatch(/^ +shadows /m);
    expect((await sandbox.run("show", "downloads", "--json")).json()).toMatchObject({
      description: "Another one.",
      shadows: [],
      shadowedBy: expect.stringContaining("skills/pdf/SKILL.md"),
    });
    expect((await sandbox.run("show", "pdf", "--json")).json()).not.toHaveProperty("shadowedBy");
  });

  it("D7 shows all but the digest of a skill that has too many files for one", async () => {
    const many = Array.from({ length: 2_001 }, (_, at) => [`project/.agents/skills/pdf/data/${at}.txt`, "x"]);
    sandbox = makeSandbox(
      { "project/.agents/skills/pdf/SKILL.md": PDF, ...Object.fromEntries(many) },
      { isTrusting: false },
    );
    const ran = await sandbox.run("show", "pdf");
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toContain("Fills in forms. Use when asked.");
    expect(ran.out).toMatch(/digest +none: cannot compute a digest/);
    expect((await sandbox.run("show", "pdf", "--json")).json()).toMatchObject({
      license: "MIT",
      digest: null,
      noDigest: expect.stringContaining("more than 2000 files"),
    });
  });

  it("F7 keeps the lines of a description, where the catalog writes one line", async () => {
    const lines = "Does things.\nUse when:\n- one\n- two";
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": `---\nname: pdf\ndescription: |\n  ${lines.replaceAll("\n", "\n  ")}\n---\nBody.\n`,
    });
    expect((await sandbox.run("show", "pdf", "--json")).json()).toMatchObject({ description: lines });
    expect((await sandbox.run("list", "--json")).json()).toMatchObject({ skills: [{ description: lines }] });
    expect((await sandbox.run("show", "pdf")).out).toContain(`\n${lines}\n`);
    for (const format of ["lines", "xml", "json"]) {
      const { out } = await sandbox.run("catalog", "--format", format);
      expect(out).toContain("Does things. Use when: - one - two");
    }
    expect((await sandbox.run("list")).out).toContain("Does things. Use when: - one - two\n");
  });

  it("F7 shows the headings of a body and what each section costs with --outline", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": PDF });
    expect((await sandbox.run("show", "pdf", "--outline", "--json")).json()).toMatchObject({
      outline: [
        { key: "top", title: "", depth: 0, tokens: 2 },
        { key: "usage", title: "Usage", depth: 1 },
        { key: "limits", title: "Limits", depth: 2 },
      ],
    });
    expect((await sandbox.run("show", "pdf", "--outline")).out).toMatch(
      /\d {2}Usage {2}usage\n +\d+ {4}Limits {2}limits/,
    );
  });

  it("D7 shows every fact once, whatever its key is called", async () => {
    const fields = "version: 1.2.0\nmetadata:\n  tags: a\nsuggested_edges: [x]\n";
    sandbox = makeSandbox({
      "project/.agents/skills/qr/SKILL.md": skillText("qr", "Makes codes.", { fields }),
    });
    const { out } = await sandbox.run("show", "qr");
    expect(out.match(/^ +version /gm)).toHaveLength(1);
    expect(out).toMatch(/declared version +1\.2\.0/);
    expect(out).toMatch(/^ +suggestedEdges +x$/m);
    expect(out).not.toContain("other fields");
    expect(out.match(/tags/g)).toHaveLength(1);
  });

  it("R3 says what is missing and how to get it", async () => {
    const fields = 'metadata:\n  openclaw: { requires: { bins: ["surely-not-installed"] } }\n';
    sandbox = makeSandbox({
      "project/.agents/skills/qr/SKILL.md": skillText("qr", "Makes codes.", { fields }),
    });
    const { out } = await sandbox.run("show", "qr");
    expect(out).toMatch(/^qr {2}ineligible/);
    expect(out).toContain("surely-not-installed  → install surely-not-installed");
  });

  it("ends with exit code 1 and the nearest name when there is no such skill", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": PDF });
    const ran = await sandbox.run("show", "pfd");
    expect(ran).toMatchObject({ exit: 1, out: "" });
    expect(ran.err).toBe('knowhow: no skill named "pfd"\n  hint: did you mean pdf?\n');
  });

  it("points to `why` if the file was skipped", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/broken/SKILL.md": "---\nname: broken\n---\n" });
    const ran = await sandbox.run("show", "broken");
    expect(ran.exit).toBe(1);
    expect(ran.err).toContain("knowhow why broken");
  });
});
