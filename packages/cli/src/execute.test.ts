import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("a wrong command line", () => {
  it.each([
    [["lst"], 'there is no command "lst"', "did you mean list?"],
    [["frobnicate"], 'there is no command "frobnicate"', "`knowhow --help` lists the commands"],
    [["list", "--al"], "list has no option --al", "did you mean --all?"],
    [["list", "-x"], "list has no option -x", "`knowhow list --help` shows how it is used"],
    [["--jsn"], "knowhow has no option --jsn", "did you mean --json?"],
    [["search"], "search needs words", "`knowhow search --help` shows how it is used"],
    [["show"], "show needs a name", "`knowhow show --help` shows how it is used"],
    [
      ["list", "extra"],
      'list does not take the argument "extra"',
      "`knowhow list --help` shows how it is used",
    ],
    [["list", "--profile", "metiss"], '--profile does not know "metiss"', "did you mean metis?"],
    [["validate", "--rules", "zzzzzz"], '--rules does not know "zzzzzz"', "choose one of spec"],
    [["search", "x", "--limit", "0"], '--limit takes a whole number of at least 1, not "0"', ""],
    [["search", "x", "--limit", "1e3"], '--limit takes a whole number of at least 1, not "1e3"', ""],
    [["list", "--cwd", "nowhere"], "--cwd: there is no directory nowhere", ""],
    [["list", "--root", ""], "--root has an empty value", ""],
    [["completion", "tcsh"], 'completion does not know "tcsh"', ""],
  ])("%j ends with exit code 2, one line and a hint", async (argv, message, hint) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run(...argv);
    expect(ran).toMatchObject({ exit: 2, out: "" });
    expect(ran.err.split("\n")[0]).toBe(`knowhow: ${message}`);
    expect(ran.err).toContain(hint);
  });

  it("is answered with an error document under --json", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("list", "--al", "--json");
    expect(ran.exit).toBe(2);
    expect(ran.json()).toEqual({
      error: { code: "cli.unknown-option", message: "list has no option --al", hint: "did you mean --all?" },
    });
    expect(ran.err).toContain("list has no option --al");
  });
});

describe("help", () => {
  it("is printed without a command, with exit code 0", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run();
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toMatch(/Commands[\s\S]*validate/);
    expect(ran.out).not.toContain("__complete");
  });

  it.each([
    [["help", "validate"]],
    [["validate", "--help"]],
    [["--help", "validate"]],
    [["validate", "-h", "nowhere"]],
  ])("of a command is printed for %j, with examples", async (argv) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run(...argv);
    expect(ran.exit).toBe(0);
    expect(ran.out).toContain("knowhow validate [path…] [options]");
    expect(ran.out).toContain("knowhow validate ./my-skill");
  });

  it("fits the terminal", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.runWith({ columns: 60 }, "list", "--help");
    for (const line of ran.out.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe("every command", () => {
  it("takes global options before its name, too", async () => {
    sandbox = makeSandbox({ "other/pdf/SKILL.md": skillText("pdf", "Fills in forms. Use when asked.") });
    const ran = await sandbox.run("--root", "../other", "--json", "list");
    expect(ran.json()).toMatchObject({ skills: [{ name: "pdf" }] });
  });

  it("shows colours on a terminal only, and never under --no-color or NO_COLOR", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    const color = "\u001b[";
    expect((await sandbox.run("list")).out).not.toContain(color);
    expect((await sandbox.runWith({ tty: true, columns: 80 }, "list")).out).toContain(color);
    expect((await sandbox.runWith({ tty: true, columns: 80 }, "list", "--no-color")).out).not.toContain(
      color,
    );
    const plain = await sandbox.runWith({ tty: true, columns: 80, env: { NO_COLOR: "1" } }, "list");
    expect(plain.out).not.toContain(color);
  });

  it.each([
    "{ nonsense",
    '{ "overrides": { "[": "off" } }',
    '{ "profile": "nope" }',
  ])("reports the knowhow.json %j, which cannot be understood, with its place, and lists the skills", async (text) => {
    const own = { "home/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") };
    sandbox = makeSandbox({ ...own, "project/knowhow.json": text });
    const place = `${join(sandbox.project, "knowhow.json").replaceAll("\\", "/")}:1: `;
    const ran = await sandbox.run("list", "--json");
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.json()).toMatchObject({
      skills: [{ name: "pdf", state: "on" }],
      diagnostics: [
        { code: "config.invalid", severity: "warning", message: expect.stringContaining(place) },
        { code: "config.ignored" },
      ],
    });
    sandbox.write({ "home/.config/knowhow/knowhow.json": text });
    const closed = await sandbox.run("list", "--json");
    expect(closed).toMatchObject({ exit: 0 });
    expect(closed.json()).toMatchObject({
      skills: [{ name: "pdf", state: "user-only" }],
      diagnostics: [{ code: "config.invalid", severity: "error" }, { code: "config.closed" }, {}, {}],
    });
    const matched = await sandbox.run("match", "fill in the form");
    expect(matched.err).toContain("until ");
    expect(matched.err).toContain("no skill is offered to the model");
  });

  it.each([["-aq"], ["-qa"], ["-q"], ["--quiet"]])("is quiet with %s", async (option) => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    expect((await sandbox.run("list", option)).out.trim().split("\n")).toHaveLength(2);
  });

  it("works without a working directory when --cwd names one, and for help", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    const gone = { cwd: undefined };
    const listed = await sandbox.runWith(gone, "list", "--cwd", sandbox.project);
    expect(listed).toMatchObject({ exit: 0, out: expect.stringContaining("pdf"), err: "" });
    for (const command of ["doctor", "validate", "lint", "search"]) {
      const words = command === "search" ? ["forms"] : [];
      expect(await sandbox.runWith(gone, command, ...words, "--cwd", sandbox.project)).toMatchObject({
        exit: 0,
        err: "",
      });
    }
    expect(await sandbox.runWith(gone, "list", "--help")).toMatchObject({ exit: 0, err: "" });
    for (const argv of [["list"], ["list", "--cwd", "project"], ["new", "notes"], ["doctor"]]) {
      const ran = await sandbox.runWith(gone, ...argv);
      expect(ran).toMatchObject({ exit: 3, out: "" });
      expect(ran.err).toMatch(
        /^knowhow: the working directory does not exist any more\n {2}hint: .*--cwd.*\n$/,
      );
    }
  });

  it("obeys flags over the project's configuration over the person's", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/.agents/skills/doc/SKILL.md": skillText("doc", "Writes documents."),
      "home/.config/knowhow/knowhow.json": '{ "overrides": { "pdf": "off" } }',
      "project/knowhow.json": '{ "ignore": ["doc"] }',
    });
    expect((await sandbox.run("list", "--json")).json()).toMatchObject({
      skills: [{ name: "pdf", state: "off" }],
    });
    const only = await sandbox.run("list", "--json", "--root", ".agents/skills", "--profile", "metis");
    expect(only.json()).toMatchObject({ skills: [{ name: "pdf", provider: "custom" }] });
  });

  it.skipIf(process.getuid?.() === 0 || process.platform === "win32")(
    "ends with exit code 3 when a path cannot be read (for the superuser see permissions.test.ts)",
    async () => {
      sandbox = makeSandbox();
      const locked = join(sandbox.project, "locked");
      mkdirSync(locked);
      chmodSync(locked, 0);
      const ran = await sandbox.run("validate", "locked");
      chmodSync(locked, 0o700);
      expect(ran.exit).toBe(3);
      expect(ran.err).toContain("locked");
    },
  );
});
