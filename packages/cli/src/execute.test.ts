import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS } from "./commands.ts";
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe("a wrong command line", () => {
  it.each([
    [["lst"], 'unknown command "lst"', "did you mean list?"],
    [["frobnicate"], 'unknown command "frobnicate"', "`knowhow --help` lists the commands"],
    [["mcp", "instal"], 'unknown command "mcp instal"', "did you mean install?"],
    [["mcp", "frobnicate"], 'unknown command "mcp frobnicate"', "`knowhow mcp --help` lists the commands"],
    [["help", "mcp", "instal"], 'unknown command "mcp instal"', "did you mean install?"],
    [["help", "list", "all"], 'unknown command "list all"', "`knowhow list` has no subcommands"],
    [["list", "--al"], "unknown option --al", "did you mean --all?"],
    [["list", "-x"], "unknown option -x", "see `knowhow list --help`"],
    [["mcp", "install", "cursor", "--forse"], "unknown option --forse", "did you mean --force?"],
    [["mcp", "uninstall", "cursor", "-x"], "unknown option -x", "see `knowhow mcp uninstall --help`"],
    [["--jsn"], "unknown option --jsn", "did you mean --json?"],
    [["--verison"], "unknown option --verison", "did you mean --version?"],
    [["list", "--verison"], "unknown option --verison", "see `knowhow list --help`"],
    [["show"], "missing argument <name>", "see `knowhow show --help`"],
    [["mcp", "install"], "missing argument <client>", "expected one of claude-code, "],
    [["show", ""], "the argument <name> is empty", "see `knowhow show --help`"],
    [["doctor", "extra"], 'unexpected argument "extra"', "see `knowhow doctor --help`"],
    [["list", "--profile", "metiss"], 'invalid value "metiss" for --profile', "did you mean metis?"],
    [["validate", "--rules", "zzzzzz"], 'invalid value "zzzzzz" for --rules', "expected one of spec, "],
    [["search", "x", "--limit", "0"], 'invalid value "0" for --limit', "expected a whole number, 1 or more"],
    [["search", "x", "--limit", "1e3"], 'invalid value "1e3" for --limit', "expected a whole number"],
    [["catalog", "--budget", "x"], 'invalid value "x" for --budget', "expected a whole number, 0 or more"],
    [["search", "x", "--limit"], "--limit needs a value", "see `knowhow search --help`"],
    [
      ["list", "--root", "--quiet"],
      "--root needs a value",
      'write --root=VALUE for a value that begins with "-"',
    ],
    [["list", "--json=1"], "--json does not take a value", "see `knowhow list --help`"],
    [["list", "--cwd", "nowhere"], "--cwd: no such directory: nowhere", ""],
    [["list", "--root", ""], "the value of --root is empty", ""],
    [["completion", "tcsh"], 'invalid value "tcsh" for <shell>', ""],
  ])("%j ends with exit code 2, one line and a hint", async (argv, message, hint) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run(...argv);
    expect(ran).toMatchObject({ exit: 2, out: "" });
    expect(ran.err.split("\n")[0]).toBe(`knowhow: ${message}`);
    expect(ran.err).toContain(hint);
  });

  it("prints an error document with --json", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run("list", "--al", "--json");
    expect(ran.exit).toBe(2);
    expect(ran.json()).toEqual({
      error: { code: "cli.unknown-option", message: "unknown option --al", hint: "did you mean --all?" },
    });
    expect(ran.err).toContain("unknown option --al");
  });
});

describe("help", () => {
  it("is printed without a command, with exit code 0", async () => {
    sandbox = makeSandbox();
    const ran = await sandbox.run();
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toMatch(/Write and check skills\n {2}validate /);
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

  it.each([
    [["help", "mcp", "install"]],
    [["mcp", "install", "--help"]],
    [["--help", "mcp", "install"]],
    [["mcp", "--help", "install", "nowhere"]],
  ])("of a subcommand is printed for %j, with its own options only", async (argv) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run(...argv);
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toContain("knowhow mcp install <client> [options]");
    expect(ran.out).toContain("--print");
    expect(ran.out).not.toMatch(/--http|--token-file|install:/);
  });

  it.each([
    [["mcp", "--help"]],
    [["help", "mcp"]],
    [["mcp", "--http", "-h"]],
  ])("of a group is printed for %j, with its subcommands", async (argv) => {
    sandbox = makeSandbox();
    const ran = await sandbox.run(...argv);
    expect(ran).toMatchObject({ exit: 0, err: "" });
    expect(ran.out).toContain("knowhow mcp [command] [options]");
    expect(ran.out).toMatch(/\n {2}serve .*\n {2}install .*\n {2}uninstall /);
    expect(ran.out).not.toContain("--token-file");
    const json = (await sandbox.run(...argv, "--json")).json();
    expect(json).toMatchObject({
      name: "mcp",
      commands: [{ name: "serve" }, { name: "install" }, { name: "uninstall" }],
    });
  });

  it("of the program has every command under a heading, and examples that are valid command lines", async () => {
    sandbox = makeSandbox();
    const { out } = await sandbox.run("--help");
    const headings = [...out.matchAll(/^\S.*$/gm)].map(([heading]) => heading);
    expect(headings).toEqual([
      "knowhow finds, explains and checks Agent Skills.",
      "Usage",
      "Explore skills",
      "Search, match and read",
      "Run workflows",
      "Write and check skills",
      "Trust and MCP",
      "Other commands",
      "Global options",
      "Examples",
      "Run `knowhow <command> --help` for the options and examples of a command.",
    ]);
    const listed = [...out.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name);
    expect(listed).toEqual(COMMANDS.flatMap(({ name, hidden }) => (hidden === true ? [] : [name])));
    const examples = [...out.matchAll(/^ {2}knowhow ([a-z]+ .*|list)$/gm)].map(([, words = ""]) => words);
    expect(examples).toHaveLength(4);
    for (const words of examples)
      expect(await sandbox.run(...words.split(" "), "--help"), words).toMatchObject({ exit: 0, err: "" });
  });

  it("fits the terminal", async () => {
    sandbox = makeSandbox();
    for (const words of [["list", "--help"], ["--help"]]) {
      const ran = await sandbox.runWith({ columns: 60 }, ...words);
      for (const line of ran.out.split("\n").filter((text) => !text.startsWith("Run `")))
        expect(line.length).toBeLessThanOrEqual(60);
    }
  });
});

describe("every command", () => {
  it("takes global options also before its name", async () => {
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
      expect(ran.err).toMatch(/^knowhow: the working directory no longer exists\n {2}hint: .*--cwd.*\n$/);
    }
  });

  it("gives options precedence over the project's configuration, and that over the user's", async () => {
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
