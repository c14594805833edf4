import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createRuntime, runDoctor } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

interface Report {
  readonly ok: boolean;
  readonly checks: readonly {
    check: string;
    status: string;
    summary: string;
    items: readonly { message: string; path: string | null; hint: string | null }[];
  }[];
  readonly catalog: { readonly skills: number; readonly tokens: number };
  readonly next: readonly string[];
}

describe("knowhow doctor", () => {
  it("O3 warns when the catalog does not fit its real budget, and says what becomes of it", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `project/.agents/skills/s${at}/SKILL.md`,
        skillText(`s${at}`, `Does ${at}. ${"A long text about it. ".repeat(20)}Use when asked.`),
      ]),
    );
    sandbox = makeSandbox(files);
    const { report } = await examine();
    const check = report.checks.find(({ check }) => check === "catalog");
    expect(check).toMatchObject({
      status: "warning",
      items: [{ message: expect.stringMatching(/^the catalog may have 4,000 tokens: \d+ shortened/) }],
    });
    const wide = Object((await sandbox.run("doctor", "--budget", "20000", "--json")).json());
    expect(wide.catalog).toMatchObject({ budget: 20_000, full: 60, shortened: 0 });
  });

  it("D11 names files that exist and are not used, and warns if there is nothing else", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/.hidden/one/SKILL.md": skillText("one", "Is one. Use when asked."),
      "project/.agents/skills/two/Skill.md": skillText("two", "Is two. Use when asked."),
    });
    const { report, exit } = await examine();
    const check = () => report.checks.find(({ check }) => check === "unseen");
    expect(exit).toBe(0);
    expect(check()).toMatchObject({
      status: "warning",
      summary: "2 SKILL.md files are not used because of their location",
      items: [
        { message: "1 in hidden directories, which are not entered: .hidden/one/SKILL.md" },
        { message: "1 not spelt SKILL.md: two/Skill.md" },
      ],
    });
    expect(report.next).toContain("name the directories that contain the skills as roots");
  });

  it("F15 writes all paths of a sentence the same way: relative, or from the home directory", async () => {
    sandbox = makeSandbox({
      "home/.claude/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
      "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
      "project/.agents/skills/tidy/SKILL.md": skillText("tidy", "Tidies. Use when asked."),
    });
    const doctor = await sandbox.run("doctor");
    expect(doctor.out).toContain(
      '~/.agents/skills/pdf/SKILL.md: "pdf" is shadowed by ~/.claude/skills/pdf/SKILL.md',
    );
    const why = [await sandbox.run("why", "pdf"), await sandbox.run("why", "tidy")];
    expect(why[0]?.out).toContain("before ~/.agents/skills/pdf/SKILL.md (agents, user level)");
    expect(why[1]?.out).toContain(
      ".agents/skills/tidy/SKILL.md (agents, project level), root .agents/skills",
    );
    for (const { out } of [doctor, ...why]) expect(out).not.toContain(sandbox.home);
  });

  it("F15 counts many warnings by their codes, lists a few, and says how many there are", async () => {
    const broken = Array.from({ length: 40 }, (_, at) => [
      `project/.agents/skills/s${at}/SKILL.md`,
      skillText(`Upper${at}`, "Does it. Use when asked."),
    ]);
    sandbox = makeSandbox(Object.fromEntries(broken));
    const { out } = await sandbox.run("doctor");
    expect(out).toMatch(/! 80 warnings: 40 format\.name-\S+, 40 format\.name-\S+\n/);
    expect(out.match(/\(and 39 more format\.name-\S+; --json lists all\)/g)).toHaveLength(2);
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThan(200);
  });

  it("F15 prints the same hint once for several items", async () => {
    const skipped = ["a", "b", "c"].map((name) => [
      `project/.agents/skills/${name}/SKILL.md`,
      "no frontmatter",
    ]);
    sandbox = makeSandbox(Object.fromEntries(skipped));
    const { out } = await sandbox.run("doctor");
    expect(out.match(/does not start with a `---` line/g)).toHaveLength(3);
    expect(out.match(/→ put `---`/g)).toHaveLength(1);
    expect(out.indexOf("→ put `---`")).toBeGreaterThan(out.indexOf('"c": the file'));
  });

  it("F15 counts the same skills as the list", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/good/SKILL.md": skillText("good", "Is good. Use when asked."),
      "project/.agents/skills/bad/SKILL.md": "no frontmatter",
    });
    expect((await sandbox.run("list")).out).toContain("1 skill · 1 skipped");
    const { out } = await sandbox.run("doctor");
    expect(out).toContain("✓ 1 skill in the catalog");
    expect(out).toContain("✗ 1 file skipped");
  });

  it("O3 finds nothing wrong on a clean machine, with exit code 0", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked."),
    });
    const { exit, report } = await examine();
    expect(exit).toBe(0);
    expect(report.ok).toBe(true);
    expect(report.next).toEqual([]);
    expect(report.catalog).toEqual({
      skills: 1,
      tokens: 9,
      budget: 4000,
      full: 1,
      shortened: 0,
      nameOnly: 0,
      omitted: 0,
    });
    expect(report.checks.map(({ check, status }) => [check, status])).toEqual([
      ["node", "ok"],
      ["folders", "ok"],
      ["audit", "ok"],
      ["config", "ok"],
      ["roots", "ok"],
      ["unseen", "ok"],
      ["files", "ok"],
      ["names", "ok"],
      ["look-alikes", "ok"],
      ["requirements", "ok"],
      ["trust", "ok"],
      ["sizes", "ok"],
      ["content", "ok"],
      ["scans", "info"],
      ["catalog", "ok"],
      ["clients", "info"],
    ]);
    const { out } = await sandbox.run("doctor");
    expect(out).toContain("No problems found.");
    expect(out).not.toContain("Claude Code");
    expect((await sandbox.run("doctor", "--all-clients")).out).toMatch(
      /Codex \(not installed\): reads 1 of 1 skill itself$/m,
    );
  });

  it("O3 says why a file was skipped, with exit code 1", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/broken/SKILL.md": "---\nname: broken\n---\n" });
    const { exit, check, report } = await examine();
    expect(exit).toBe(1);
    expect(check("files")).toMatchObject({
      status: "error",
      items: [
        {
          message: '"broken": `description` is missing',
          path: expect.stringContaining("broken/SKILL.md"),
          hint: expect.any(String),
        },
      ],
    });
    expect(report.next[0]).toContain("knowhow validate");
  });

  it("O3 says what a skill needs and how to get it", async () => {
    const fields = "metadata:\n  openclaw:\n    requires:\n      env: [SURELY_NOT_SET]\n";
    sandbox = makeSandbox({
      "project/.agents/skills/qr/SKILL.md": skillText("qr", "Makes codes.", { fields }),
    });
    const { exit, check } = await examine();
    expect(exit).toBe(0);
    expect(check("requirements")).toMatchObject({
      status: "warning",
      items: [{ message: '"qr" needs SURELY_NOT_SET', hint: expect.stringContaining("SURELY_NOT_SET") }],
    });
  });

  it("O3 lists duplicate names", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "New. Use when asked."),
      "project/.claude/skills/pdf/SKILL.md": skillText("pdf", "Old. Use when asked."),
    });
    const { check } = await examine();
    expect(check("names")).toMatchObject({
      status: "warning",
      items: [{ message: expect.stringContaining('"pdf" is shadowed by') }],
    });
  });

  it("O3 warns if a project's skill takes the place of the user's own, and says what Claude Code does", async () => {
    const rivals = {
      "project/.claude/skills/pdf/SKILL.md": skillText("pdf", "Theirs. Use when asked."),
      "home/.claude/skills/pdf/SKILL.md": skillText("pdf", "Mine. Use when asked."),
    };
    sandbox = makeSandbox(rivals);
    const { check } = await examine();
    expect(check("names")).toMatchObject({
      status: "warning",
      items: [
        {
          message: expect.stringContaining('your own "pdf" is shadowed by'),
          hint: expect.stringContaining("Claude Code itself uses the skill of the user level"),
        },
      ],
    });
    sandbox.remove();
    // A pending skill does not take the name.
    sandbox = makeSandbox(rivals, { isTrusting: false });
    expect((await examine()).check("names")).toMatchObject({ status: "info" });
  });

  it("O3 lists skills that are too long", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/long/SKILL.md": skillText("long", "Long.", { body: "word ".repeat(5_000) }),
    });
    expect((await examine()).check("sizes")).toMatchObject({
      status: "warning",
      summary: "1 skill over the token limit",
    });
  });

  it("O3 warns if the catalog is too long to be shown in full", async () => {
    const files = Array.from({ length: 60 }, (_, index) => [
      `project/.agents/skills/s${index}/SKILL.md`,
      skillText(`s${index}`, "word ".repeat(200).trim()),
    ]);
    sandbox = makeSandbox(Object.fromEntries(files));
    expect((await examine()).check("catalog")).toMatchObject({ status: "warning" });
  });

  it.each([
    ['{ "profil": "metis" }', /:1: "profil" is an unknown setting; did you mean "profile"\?$/],
    ['{\n  "overrides": { "[": "off" }\n}', /:2: .* the pattern "\["/],
    ["{ nonsense", /:1: this is not valid JSON$/],
  ])("O3 continues without the invalid settings of a repository's knowhow.json: %j", async (text, message) => {
    sandbox = makeSandbox({
      "project/knowhow.json": text,
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
    });
    const { exit, check } = await examine();
    expect(exit).toBe(0);
    expect(check("config")).toMatchObject({
      status: "warning",
      items: [
        {},
        { message: expect.stringMatching(message) },
        { message: expect.stringContaining("ignored") },
      ],
    });
    expect(check("roots")).toMatchObject({
      items: [{ message: expect.stringContaining("1 SKILL.md file") }],
    });
  });

  it("O3 exits with code 1 if the user's own knowhow.json is invalid, and says what that means", async () => {
    sandbox = makeSandbox({
      "home/.config/knowhow/knowhow.json": '{ "ignor": ["x"] }',
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
    });
    const { exit, check } = await examine();
    expect(exit).toBe(1);
    expect(check("config")).toMatchObject({
      status: "error",
      items: [
        {},
        { message: expect.stringContaining('did you mean "ignore"?') },
        { message: expect.stringContaining("no skill is offered to the model") },
      ],
    });
  });

  it("O3 reports a setting for an unknown provider", async () => {
    sandbox = makeSandbox({ "home/.config/knowhow/knowhow.json": '{ "providers": { "claud": false } }' });
    const { exit, check } = await examine();
    expect(exit).toBe(0);
    expect(check("config")).toMatchObject({
      status: "warning",
      items: [{}, { message: expect.stringContaining('"claud"'), hint: 'did you mean "claude"?' }],
    });
  });

  it("O3 continues without an unknown profile", async () => {
    sandbox = makeSandbox({ "home/.config/knowhow/knowhow.json": '{ "profile": "metiss" }' });
    const { exit, check } = await examine();
    expect(exit).toBe(1);
    expect(check("config")).toMatchObject({
      status: "error",
      items: [{}, { hint: 'did you mean "metis"?' }, {}],
    });
  });

  it("O3 reports settings of a repository that were not applied", async () => {
    sandbox = makeSandbox({ "project/knowhow.json": '{ "roots": ["../home/secret"] }' });
    expect((await examine()).check("config")).toMatchObject({ status: "warning" });
  });

  it("D6 reports a link that leads out of the trusted directories", async () => {
    sandbox = makeSandbox({
      "elsewhere/secret/SKILL.md": skillText("secret", "Not for you."),
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
    });
    symlinkSync(join(sandbox.home, "../elsewhere/secret"), join(sandbox.project, ".agents/skills/linked"));
    expect((await examine()).check("content")).toMatchObject({
      status: "warning",
      items: [{ message: expect.stringContaining("outside the trusted directories") }],
    });
  });

  it("D4 reports a --root that does not exist", async () => {
    sandbox = makeSandbox();
    const { check } = await examine("--root", "nowhere");
    expect(check("roots")).toMatchObject({
      status: "warning",
      items: [{ path: join(sandbox.project, "nowhere") }],
    });
  });

  it("warns if a directory of knowhow is not writable", async () => {
    sandbox = makeSandbox({ "home/file": "" });
    const env = { KNOWHOW_STATE_DIR: join(sandbox.home, "file/state") };
    const ran = await sandbox.runWith({ env }, "doctor", "--json");
    expect(ran.out).toContain("KNOWHOW_STATE_DIR");
    rmSync(join(sandbox.home, "file"));
  });

  it("warns if there is a file in place of a directory of knowhow", async () => {
    sandbox = makeSandbox({ "home/.cache/knowhow": "no folder" });
    const env = { KNOWHOW_CACHE_DIR: join(sandbox.home, ".cache/knowhow") };
    const report: Report = Object((await sandbox.runWith({ env }, "doctor", "--json")).json());
    expect(report.checks.find(({ check }) => check === "folders")).toMatchObject({
      status: "warning",
      items: [{ message: "the cache directory cannot be created: there is a file in its place" }],
    });
  });

  it("O3 prints the report that a host gets from runDoctor", async () => {
    sandbox = makeSandbox({
      "project/knowhow.json": '{ "profil": "metis" }',
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/.agents/skills/broken/SKILL.md": "---\nname: broken\n---\n",
    });
    const { report } = await examine();
    const machine = { cwd: sandbox.project, home: sandbox.home, env: {} };
    const runtime = await createRuntime({ ...machine, cache: false });
    expect(await runDoctor(runtime, machine)).toEqual(report);
    expect(report.ok).toBe(false);
    runtime.close();
  });

  async function examine(...argv: readonly string[]) {
    const ran = await sandbox.run("doctor", "--json", ...argv);
    const report: Report = Object(ran.json());
    return {
      exit: ran.exit,
      report,
      check: (name: string) => report.checks.find((item) => item.check === name),
    };
  }
});
