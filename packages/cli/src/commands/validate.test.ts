import { mkdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { RULE_SETS as ENGINE_RULE_SETS } from "@knowhow/runtime/authoring";
import { afterEach, describe, expect, it } from "vitest";
import { RULE_SETS } from "../specs/authoring.ts";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const GOOD = skillText("good", "Fills in forms. Use when asked.");
const BAD = skillText("Bad--", "Fills in forms. Use when asked.");

describe("knowhow validate", () => {
  it("F2 says yes to a good skill, with exit code 0", async () => {
    sandbox = makeSandbox({ "project/skills/good/SKILL.md": GOOD });
    const ran = await sandbox.run("validate", "skills/good", "--json");
    expect(ran.exit).toBe(0);
    const path = join(sandbox.project, "skills/good/SKILL.md");
    expect(ran.json()).toEqual({
      ok: true,
      rules: "spec",
      unseen: [],
      results: [{ path, name: "good", ok: true, diagnostics: [] }],
    });
  });

  it("D11 says what it does not check, and never that there is no SKILL.md where there is one", async () => {
    sandbox = makeSandbox({
      "project/skills/good/SKILL.md": GOOD,
      "project/skills/good/inner/SKILL.md": GOOD,
      "project/odd/here/Skill.md": GOOD,
    });
    const ran = await sandbox.run("validate", "skills");
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain("not checked: 1 SKILL.md is inside of other skills (good/inner/SKILL.md)");
    const odd = await sandbox.run("validate", "odd");
    expect(odd.exit).toBe(1);
    expect(odd.err).toContain("no SKILL.md in odd is where skills are searched");
    expect(odd.err).toContain("1 SKILL.md is not spelt SKILL.md (here/Skill.md)");
  });

  it("F6 warns about extension fields that loading ignores, and does not call those of AIOS foreign", async () => {
    const fields =
      'steps: Read it.\ninputs: ["b|requird"]\nprerequisites: [ffmpeg]\ntriggers: [go]\ncolour: red\n';
    const text = GOOD.replace("\n---\n", `\n${fields}---\n`);
    sandbox = makeSandbox({ "project/skills/good/SKILL.md": text });
    const said = async (...more: readonly string[]) => {
      const ran = await sandbox.run("validate", "skills/good", "--json", ...more);
      return [ran.exit, Object(ran.json()).results[0].diagnostics.map(({ code }: { code: string }) => code)];
    };
    const ignored = ["format.field-type", "format.field-value", "format.field-type"];
    const [exit, codes] = await said("--profile", "aios");
    expect([exit, codes.toSorted()]).toEqual([0, [...ignored, "format.unknown-field"].toSorted()]);
    const [, all] = await said();
    expect(all).toEqual(expect.arrayContaining([...ignored, "format.extension-field"]));
  });

  it("F2 gives every broken rule its own diagnostic with code, place and advice, and exit code 1", async () => {
    sandbox = makeSandbox({ "project/skills/bad/SKILL.md": BAD });
    const ran = await sandbox.run("validate", "skills/bad", "--json");
    expect(ran.exit).toBe(1);
    const { ok, results } = Object(ran.json());
    expect(ok).toBe(false);
    const codes = results[0].diagnostics.map((item: { code: string }) => item.code);
    expect(codes).toEqual(
      expect.arrayContaining(["format.name-uppercase", "format.name-hyphens", "format.name-mismatch"]),
    );
    for (const diagnostic of results[0].diagnostics) {
      expect(diagnostic).toMatchObject({ severity: "error", line: 2, column: 7, hint: expect.any(String) });
    }
    const { out } = await sandbox.run("validate", "skills/bad");
    expect(out).toContain("✗ Bad--  skills/bad/SKILL.md");
    expect(out).toMatch(/error +line 2:7: `name` "Bad--" has uppercase letters/);
  });

  it.each([
    ["skills"],
    ["skills/good/SKILL.md"],
    ["skills/good"],
    ["."],
  ])("F2 takes %s as a path", async (path) => {
    sandbox = makeSandbox({ "project/skills/good/SKILL.md": GOOD });
    expect((await sandbox.run("validate", path, "--json")).json()).toMatchObject({
      ok: true,
      results: [{ name: "good" }],
    });
  });

  it("F2 checks every skill that the library finds when no path is given, including the skipped ones", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/good/SKILL.md": GOOD,
      "home/.agents/skills/good/SKILL.md": GOOD.replace("forms", "sheets"),
      "project/.agents/skills/empty/SKILL.md": "",
      "project/.agents/skills/huge/SKILL.md": GOOD + "x".repeat(1024 * 1024),
    });
    const { results } = Object((await sandbox.run("validate", "--json")).json());
    expect(results.map((item: { name: string; ok: boolean }) => [item.name, item.ok])).toEqual([
      ["good", true],
      ["empty", false],
      ["good", true],
      ["huge", false],
    ]);
  });

  it("F2 reads the bytes on the disk, whatever the index remembers", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/good/SKILL.md": GOOD });
    const path = join(sandbox.project, ".agents/skills/good/SKILL.md");
    utimesSync(path, 1_000_000, 1_000_000);
    await sandbox.run("list");
    const { atime, mtime } = statSync(path);
    writeFileSync(path, readFileSync(path, "utf8").replace("name: good", "name: GOOD"));
    utimesSync(path, atime, mtime);
    expect((await sandbox.run("validate")).exit).toBe(1);
  });

  it("F2 judges by another rule set with --rules", async () => {
    sandbox = makeSandbox({ "project/skills/good/SKILL.md": GOOD });
    const ran = await sandbox.run("validate", "skills", "--rules", "gh-publish", "--json");
    expect(ran.json()).toMatchObject({ ok: true, rules: "gh-publish" });
    expect(JSON.stringify(ran.json())).toContain("format.license-missing");
    expect(
      (await sandbox.run("validate", "skills", "--rules", "gh-publish", "--max-warnings", "0")).exit,
    ).toBe(1);
  });

  it("F2 knows the rule sets of the engine", () => {
    expect(RULE_SETS).toEqual(ENGINE_RULE_SETS.map((set) => set.name));
  });

  it("F2 reports a file that is not UTF-8", async () => {
    sandbox = makeSandbox({ "project/skills/good/SKILL.md": Buffer.from(`${GOOD}\u00e9\n`, "latin1") });
    expect((await sandbox.run("validate", "skills", "--json")).out).toContain("format.not-utf8");
  });

  it("prints SARIF with rules, regions and relative addresses", async () => {
    sandbox = makeSandbox({ "project/my skills/bad/SKILL.md": BAD });
    const ran = await sandbox.run("validate", "my skills", "--format", "sarif");
    expect(ran.exit).toBe(1);
    const { version, runs } = Object(ran.json());
    expect(version).toBe("2.1.0");
    const [{ tool, results }] = runs;
    expect(tool.driver).toMatchObject({ name: "knowhow", semanticVersion: "9.9.9" });
    for (const result of results) expect(tool.driver.rules[result.ruleIndex].id).toBe(result.ruleId);
    expect(results[0]).toMatchObject({
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "my%20skills/bad/SKILL.md", uriBaseId: "%SRCROOT%" },
            region: { startLine: 2, startColumn: 7 },
          },
        },
      ],
    });
  });

  it("prints the same document for --format json and --json", async () => {
    sandbox = makeSandbox({ "project/skills/bad/SKILL.md": BAD });
    const one = await sandbox.run("validate", "skills", "--format", "json");
    const other = await sandbox.run("validate", "skills", "--json");
    expect(one.out).toBe(other.out);
    expect((await sandbox.run("validate", "skills", "--format", "sarif", "--json")).exit).toBe(2);
  });

  it.each([
    ["nowhere", 1, "cli.not-found"],
    ["empty", 1, "cli.not-found"],
    ["notes.txt", 2, "cli.bad-value"],
  ])("ends for %s with exit code %i and the code %s", async (path, exit, code) => {
    sandbox = makeSandbox({ "project/notes.txt": "x", "project/empty/notes.txt": "x" });
    const ran = await sandbox.run("validate", path, "--json");
    expect(ran.exit).toBe(exit);
    expect(ran.json()).toMatchObject({ error: { code } });
  });

  it("F2 never says yes when a path or a --root has nothing to check", async () => {
    sandbox = makeSandbox({
      "project/file": "x",
      "project/empty/notes.txt": "x",
      "elsewhere/good/SKILL.md": GOOD,
    });
    mkdirSync(join(sandbox.project, "broken"));
    symlinkSync("nowhere", join(sandbox.project, "broken/link"));
    mkdirSync(join(sandbox.project, "leaving"));
    symlinkSync("../../elsewhere/good", join(sandbox.project, "leaving/good"));
    for (const command of ["validate", "lint"]) {
      for (const [words, message] of [
        [["--root", "typo"], "--root: no such directory: typo"],
        [["--root", "file"], "--root: no such directory: file"],
        [["--root", "empty"], "no SKILL.md in empty"],
        [["broken"], "no SKILL.md in broken"],
        [["--root", "broken"], "no SKILL.md in broken"],
        [["leaving"], "no SKILL.md in leaving"],
        [["typo"], "no such file, directory or skill: typo"],
      ] as const) {
        const ran = await sandbox.run(command, ...words);
        expect([command, ...words, ran.exit, ran.out]).toEqual([command, ...words, 1, ""]);
        expect(ran.err.split("\n")[0]).toBe(`knowhow: ${message}`);
      }
    }
    expect((await sandbox.run("validate", "broken")).err).toContain("is a broken symbolic link");
  });

  it("F2 says so if the settings exclude every skill of a --root", async () => {
    sandbox = makeSandbox({
      "project/knowhow.json": '{ "ignore": ["*"] }',
      "project/skills/good/SKILL.md": GOOD,
    });
    const ran = await sandbox.run("validate", "--root", "skills");
    expect(ran.exit).toBe(1);
    expect(ran.err).toContain("the settings exclude every skill in skills");
  });

  it("checks a path on the command line even if the configuration ignores it", async () => {
    sandbox = makeSandbox({
      "project/knowhow.json": '{ "ignore": ["*"], "include": ["none"], "overrides": { "*": "off" } }',
      "project/skills/good/SKILL.md": GOOD,
    });
    expect((await sandbox.run("validate", "skills", "--json")).json()).toMatchObject({
      results: [{ name: "good" }],
    });
  });
});
