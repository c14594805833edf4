import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseScript, playScript } from "@knowhow/runtime/authoring";
import { temporaryProject } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PROFILE_NAMES } from "../table/global-options.ts";
import { makeSandbox, type Ran, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const EXAMPLES = new URL("../../../../examples/simulate/", import.meta.url);
const GUIDE = new URL("../../../../docs/simulate.md", import.meta.url);
const PDF = { ".agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked.") };

/** Plays lines; a text is taken as it is, anything else is written as JSON. */
function play(lines: readonly unknown[], ...argv: readonly string[]): Promise<Ran> {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  sandbox = makeSandbox({ "project/talk.jsonl": text });
  return sandbox.run("simulate", "talk.jsonl", ...argv);
}

describe("the examples of docs/simulate.md", () => {
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith(".jsonl"));

  it.each(names)("O3 %s runs and meets its expectations", async (name) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("simulate", fileURLToPath(new URL(name, EXAMPLES)));
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toMatch(/\d+ lines · [1-9]\d* expectations met\n$/);
  });

  it("O3 are all named in the guide, whose own script plays", async () => {
    const guide = readFileSync(GUIDE, "utf8");
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(guide).toContain(`examples/simulate/${name}`);
    const script = /^```jsonl\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? "";
    const printed = /^```text\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? "";
    expect(await play([script])).toMatchObject({ exit: 0, out: printed });
  });
});

describe("knowhow simulate", () => {
  it("O3 shows for every turn what the model would have seen", async () => {
    const ran = await play([{ write: PDF }, { user: "hello" }, { user: "/pdf", files: ["a.pdf"] }], "--json");
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({
      ok: true,
      steps: [
        { line: 1, step: "write", paths: [".agents/skills/pdf/SKILL.md"] },
        {
          line: 2,
          step: "user",
          baseline: expect.stringContaining("- pdf: Fills in forms."),
          delta: null,
          inject: [],
          tools: ["skill_search", "skill_load", "skill_read"],
          activeTools: null,
        },
        { line: 3, baseline: null, inject: [{ kind: "skill", skill: "pdf" }], report: { active: ["pdf"] } },
      ],
    });
  });

  it("O3 prints the prefix once, and then only that it is unchanged", async () => {
    const { out } = await play([{ write: PDF }, { user: "hello" }, { user: "again" }]);
    expect(out.match(/- pdf: Fills in forms\./g)).toHaveLength(1);
    expect(out).toMatch(/user {2}again\n +baseline {2}unchanged, \d+ tokens\n/);
  });

  it("O3 gives the same bytes on every run", async () => {
    const lines = [{ write: PDF }, { user: "/pdf" }, { call: "skill_load", args: { name: "pdf" } }];
    const { out } = await play(lines, "--json");
    sandbox.remove();
    expect((await play(lines, "--json")).out).toBe(out);
    expect(out).toContain("/simulated/project/.agents/skills/pdf");
  });

  it("O3 reports failed expectations with their lines and ends with exit code 1", async () => {
    const lines = [
      "// one skill",
      { write: PDF },
      "",
      { user: "hello" },
      { expect: { baselineIncludes: ["pdf", "docx"], injects: ["pdf"], active: ["pdf"], verdict: "deny" } },
      { call: "skill_load", args: { name: "pfd" } },
      {
        expect: {
          isError: false,
          textIncludes: "did you mean 'pdf'",
          baselineSame: true,
          deltaIncludes: "x",
        },
      },
    ];
    const ran = await play(lines, "--quiet");
    expect(ran).toMatchObject({ exit: 1, err: "" });
    expect(ran.out.trimEnd().split("\n")).toEqual([
      '✗ talk.jsonl:5: the baseline does not include "docx"',
      "✗ talk.jsonl:5: injected: none; expected: pdf",
      "✗ talk.jsonl:5: active: none; expected: pdf",
      "✗ talk.jsonl:5: there is no verdict",
      "✗ talk.jsonl:7: there is no previous turn to compare the baseline with",
      "✗ talk.jsonl:7: there is no delta",
      "✗ talk.jsonl:7: isError is true; expected: false",
    ]);
    sandbox.remove();
    expect((await play(lines, "--json")).json()).toMatchObject({ ok: false, steps: { length: 5 } });
    sandbox.remove();
    expect((await play(lines)).out).toMatch(/5 lines · 7 expectations failed\n$/);
  });

  it("O3 announces edits after a reload and shows how the prefix changed after a compaction", async () => {
    const docx = { ".agents/skills/docx/SKILL.md": skillText("docx", "Writes letters. Use when asked.") };
    const { out, exit } = await play([
      { write: PDF },
      { user: "one" },
      { write: docx },
      { user: "two" },
      { expect: { baselineSame: true } },
      { reload: true },
      { user: "three" },
      { expect: { baselineSame: true, deltaIncludes: "docx: Writes letters." } },
      { compact: {} },
      { user: "four" },
      { expect: { baselineSame: false, baselineIncludes: ["docx", "pdf"] } },
    ]);
    expect(exit).toBe(0);
    expect(out).toContain("reload  2 skills, changed");
    expect(out).toContain("│ + - docx: Writes letters.");
  });

  it("O3 keeps what a fork does from the conversation it came from", async () => {
    const ran = await play([
      { write: { ...PDF, "~/.agents/skills/docx/SKILL.md": skillText("docx", "Writes letters.") } },
      { user: "/docx" },
      { fork: { skills: ["pdf"] } },
      { user: "/pdf" },
      { expect: { active: ["pdf"], baselineIncludes: "pdf" } },
      { call: "skill_load", args: { name: "docx" } },
      { expect: { isError: true } },
      { join: true },
      { expect: { active: ["docx"], injects: ["docx"] } },
    ]);
    expect(ran).toMatchObject({ exit: 0, err: "" });
  });

  it.each([...PROFILE_NAMES])("P1 runs with the profile %s", async (profile) => {
    const ran = await play(
      [
        { write: { "skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked.") } },
        { user: "hello" },
      ],
      "--profile",
      profile,
      "--root",
      "skills",
      "--json",
    );
    expect(ran.exit).toBe(0);
    expect(ran.json()).toMatchObject({ steps: [{}, { baseline: expect.stringContaining("pdf") }] });
  });

  it("P1 runs in a real project with --in, and changes nothing", async () => {
    sandbox = makeSandbox({
      "project/shop/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/shop/.git/HEAD": "",
      "project/talk.jsonl": '{"user": "hello"}\n{"expect": {"baselineIncludes": "pdf: Fills in"}}\n',
      "project/edit.jsonl": '{"user": "hello"}\n{"remove": [".agents/skills/pdf"]}\n',
    });
    await sandbox.trustAll("project/shop");
    expect(await sandbox.run("simulate", "talk.jsonl", "--in", "shop")).toMatchObject({ exit: 0, err: "" });
    const ran = await sandbox.run("simulate", "edit.jsonl", "--in", "shop");
    expect(ran).toMatchObject({ exit: 2, out: "" });
    expect(ran.err).toContain('edit.jsonl:2: "remove" is not allowed with --in');
    expect(await sandbox.run("simulate", "talk.jsonl", "--in", "shop")).toMatchObject({ exit: 0 });
    expect((await sandbox.run("simulate", "talk.jsonl", "--in", "nowhere")).exit).toBe(2);
  });

  it.each([
    ["{", "invalid JSON: ", "one JSON object per line"],
    ["[1]", "expected a JSON object", ""],
    [{ usr: "x" }, 'unknown key "usr"', "did you mean user?"],
    [{ user: 3 }, '"user" must be a string', ""],
    [{ user: "x", args: {} }, '"args" cannot be combined with "user"', ""],
    [{ user: "x", assistant: "y" }, '"user" and "assistant" need separate lines', ""],
    [{ files: [] }, "this line has no action", "expected one of user, assistant"],
    [{ reload: false }, '"reload" must be true', ""],
    [{ write: { "a.md": 1 } }, '"write" must be an object with string values', ""],
    [{ write: { "../a.md": "x" } }, '"../a.md" is not a path inside the project', "relative to the project"],
    [{ write: { "/etc/a.md": "x" } }, '"/etc/a.md" is not a path inside the project', ""],
    [{ write: { "~/../../a.md": "x" } }, '"~/../../a.md" is not a path inside the project', ""],
    [{ remove: ["."] }, '"." is not a path inside the project', ""],
    [{ remove: ["gone.md"] }, 'cannot remove "gone.md": no such file or directory', ""],
    [{ guard: { input: 1 } }, '"guard" needs a "name"', ""],
    [{ compact: { keepToken: 1 } }, 'unknown key "keepToken"', "did you mean keepTokens?"],
    [{ session: { toolScope: "strict" } }, '"toolScope" must be one of advisory', ""],
    [{ join: true }, '"join" without a "fork" before it', ""],
    [{ expect: {} }, '"expect" is empty', "baselineIncludes"],
    [{ expect: { inject: [] } }, 'unknown key "inject"', "did you mean injects?"],
  ])("O3 names the line and what is wrong with %j", async (line, message, hint) => {
    const ran = await play(["// a script", { assistant: "x" }, line]);
    expect(ran).toMatchObject({ exit: 2, out: "" });
    expect(ran.err).toContain(`knowhow: talk.jsonl:3: ${message}`);
    expect(ran.err).toContain(hint);
  });

  it("O3 ends with exit code 1 when there is no such script", async () => {
    sandbox = makeSandbox();
    expect(await sandbox.run("simulate", "talk.jsonl")).toMatchObject({
      exit: 1,
      err: "knowhow: no such file: talk.jsonl\n",
    });
  });

  it("O3 lets no control character of a skill through", async () => {
    const body = "Red \u001b[31malert\u202e\n";
    const { out } = await play([
      { write: { ".agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in.", { body }) } },
      { user: "/pdf \u001b[2J" },
    ]);
    expect(out).toContain("│ Red alert\n");
    expect(out).not.toMatch(/[\u001b\u202e]/);
  });

  it("O3 leaves no files, even if a line is invalid", async () => {
    const folder = mkdtempSync(join(tmpdir(), "knowhow-temporary-"));
    for (const variable of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(variable, folder);
    try {
      const ran = await play([{ write: PDF }, { user: "/pdf" }], "--json");
      expect(ran.out).toContain("/simulated/project");
      sandbox.remove();
      expect(await play([{ write: PDF }, { remove: ["gone.md"] }])).toMatchObject({ exit: 2 });
      sandbox.remove();
      expect(readdirSync(folder).filter((name) => name.startsWith("knowhow-simulate-"))).toEqual([]);
    } finally {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("O3 prints the report that a host gets from playScript", async () => {
    const lines = [{ write: PDF }, { user: "/pdf" }, { expect: { active: ["pdf", "docx"] } }];
    const ran = await play(lines, "--json");
    const project = temporaryProject();
    const script = parseScript(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(await playScript(script, project)).toEqual(ran.json());
    expect(ran).toMatchObject({ exit: 1 });
    project.close();
  });

  it("O3 calls a line that cannot be played a bad value of its argument", async () => {
    const ran = await play([{ user: "x", args: {} }], "--json");
    expect(ran.json()).toEqual({
      error: {
        code: "cli.bad-value",
        message: 'talk.jsonl:1: "args" cannot be combined with "user"',
        hint: null,
      },
    });
  });
});
