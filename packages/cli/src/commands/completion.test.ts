import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../commands.ts";
import type { ActionSpec, CommandSpec, GroupSpec } from "../table/command.ts";
import { bashCompletion } from "../table/completion/bash.ts";
import { fishCompletion } from "../table/completion/fish.ts";
import { allCommands } from "../table/find-command.ts";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";
import { COPY_NOTE, COUNT_FILES } from "../testing/workflows.ts";

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.remove());

const SHELLS = [
  { shell: "bash", program: "bash", check: ["-n"] },
  { shell: "zsh", program: "zsh", check: ["-n"] },
  { shell: "fish", program: "fish", check: ["--no-execute"] },
] as const;

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

describe.each(["bash", "zsh", "fish", "powershell"])("the completion script for %s", (shell) => {
  it("offers every command, subcommand and option of the table", async () => {
    sandbox = makeSandbox();
    const { exit, out } = await sandbox.run("completion", shell);
    expect(exit).toBe(0);
    for (const { path, spec } of allCommands(COMMANDS)) {
      if (spec.hidden !== true) expect(out).toContain(path);
      for (const option of spec.commands === undefined ? spec.options : [])
        expect(out).toContain(option.name);
    }
    for (const word of ["agentskills", "autopoiesis", "gh-publish", "__complete"])
      expect(out).toContain(word);
  });
});

describe.each(SHELLS)("$shell", ({ shell, program, check }) => {
  it.skipIf(!isInstalled(program))(
    `understands its script (skipped where ${program} is not installed)`,
    async () => {
      sandbox = makeSandbox();
      const { out } = await sandbox.run("completion", shell);
      sandbox.write({ script: out });
      const script = join(sandbox.home, "../script");
      const { status, stderr } = spawnSync(program, [...check, script], { encoding: "utf8" });
      expect(stderr).toBe("");
      expect(status).toBe(0);
    },
  );
});

const LINES: readonly (readonly [line: string, expected: readonly string[]])[] = [
  ["knowhow val", ["validate"]],
  ["knowhow list --a", ["--all"]],
  ["knowhow validate --rules sk", ["skills-ref"]],
  ["knowhow --profile me", ["metis"]],
  ["knowhow --profile metis va", ["validate"]],
  ["knowhow completion z", ["zsh"]],
  ["knowhow show pd", ["pdf", "pdf-tools"]],
  ["knowhow catalog --pin pd", ["pdf", "pdf-tools"]],
  ["knowhow mcp i", ["install"]],
  ["knowhow mcp --ht", ["--http"]],
  ["knowhow mcp install cu", ["cursor"]],
  ["knowhow mcp install --sc", ["--scope"]],
  ["knowhow mcp install --ht", []],
  ["knowhow mcp --cwd . install --scope pr", ["project"]],
  ["knowhow mcp uninstall --ur", []],
  ["knowhow help mcp un", ["uninstall"]],
  ["knowhow help mc", ["mcp"]],
  ["knowhow help --ht", []],
  ["knowhow frobnicate li", []],
];

/** Groups below groups, as no command of ours has yet. */
const NESTED: readonly CommandSpec[] = [
  group("trust", [
    action("allow", { positionals: [{ name: "name", completes: "skills", summary: "a skill" }] }),
    group("policy", [
      action("set", { options: [{ name: "level", value: "L", choices: ["ask", "deny"], summary: "x" }] }),
    ]),
  ]),
];

const NESTED_LINES: readonly (readonly [line: string, expected: readonly string[]])[] = [
  ["knowhow trust po", ["policy"]],
  ["knowhow trust policy s", ["set"]],
  ["knowhow trust policy set --le", ["--level"]],
  ["knowhow trust policy set --level d", ["deny"]],
  ["knowhow trust allow pd", ["pdf", "pdf-tools"]],
  ["knowhow trust --le", []],
];

function group(name: string, commands: readonly CommandSpec[]): GroupSpec {
  return { name, summary: `About ${name}`, examples: [], commands };
}

function action(name: string, more: Partial<ActionSpec>): ActionSpec {
  const load = () => Promise.reject(new Error("never loaded"));
  return { name, summary: `Do ${name}`, examples: [], positionals: [], options: [], load, ...more };
}

function completeInBash(script: string, line: string, names = "pdf pdf-tools"): readonly string[] {
  const words = line.split(" ");
  const typed = words.map((word) => `'${word}'`).join(" ");
  const input = `${script}
knowhow() { printf '%s\\n' ${names}; }
COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _knowhow; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync("bash", ["--norc", "-s"], { input, encoding: "utf8" });
  return stdout.split("\n").filter((word) => word !== "");
}

function completeInFish(script: string, line: string): readonly string[] {
  const program = `${script}\nfunction knowhow; printf '%s\\n' pdf pdf-tools; end\ncomplete -C '${line}'`;
  const { stdout } = spawnSync("fish", ["--no-config", "-c", program], { encoding: "utf8" });
  return stdout.split("\n").flatMap((found) => (found === "" ? [] : [found.split("\t")[0] ?? ""]));
}

describe.each([
  { shell: "bash", complete: completeInBash, script: bashCompletion },
  { shell: "fish", complete: completeInFish, script: fishCompletion },
])("$shell", ({ shell, complete, script }) => {
  it.skipIf(!isInstalled(shell)).each(LINES)(
    `completes %j to %j (skipped where ${shell} is not installed)`,
    async (line, expected) => {
      sandbox = makeSandbox();
      const { out } = await sandbox.run("completion", shell);
      expect(complete(out, line)).toEqual(expected);
    },
  );

  it.skipIf(!isInstalled(shell)).each(NESTED_LINES)(
    `completes %j to %j in groups below groups (skipped where ${shell} is not installed)`,
    (line, expected) => {
      expect(complete(script(NESTED), line)).toEqual(expected);
    },
  );
});

describe.each([
  { shell: "bash", complete: completeInBash },
  { shell: "fish", complete: completeInFish },
])("$shell", ({ shell, complete }) => {
  it.skipIf(!isInstalled(shell)).each(["match x --file", "mcp --token-file", "mcp serve --token-file"])(
    `offers files after %j (skipped where ${shell} is not installed)`,
    async (words) => {
      sandbox = makeSandbox({ "project/tokens/one.txt": "" });
      const { out } = await sandbox.run("completion", shell);
      const path = join(sandbox.project, "tokens/on");
      expect(complete(out, `knowhow ${words} ${path}`)).toEqual([`${path}e.txt`]);
    },
  );
});

describe("the URL of a skill in bash, where a colon separates words", () => {
  it.skipIf(!isInstalled("bash")).each([
    ["knowhow read sk", ["skill://pdf"]],
    ["knowhow read skill :", ["//pdf"]],
    ["knowhow read skill : //p", ["//pdf"]],
  ])("completes the words %j to %j", async (line, expected) => {
    sandbox = makeSandbox();
    const { out } = await sandbox.run("completion", "bash");
    expect(completeInBash(out, line, "skill://pdf")).toEqual(expected);
  });
});

describe("the hidden command behind the scripts", () => {
  it("prints URLs where the command takes one", async () => {
    sandbox = makeSandbox({ "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms.") });
    for (const typed of ["", "sk", "skill:", "skill://p"])
      expect((await sandbox.run("__complete", "--", "read", typed)).out).toBe("skill://pdf\n");
    expect((await sandbox.run("__complete", "--", "read", "skill", ":", "skill://p")).out).toBe(
      "skill://pdf\n",
    );
    expect((await sandbox.run("__complete", "--", "read", "pd")).out).toBe("");
    expect((await sandbox.run("__complete", "--", "show", "sk")).out).toBe("");
  });

  it("prints the names that begin with the last word, one per line", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/.agents/skills/doc/SKILL.md": skillText("doc", "Writes documents."),
    });
    expect((await sandbox.run("__complete", "--", "show", "p")).out).toBe("pdf\n");
    expect((await sandbox.run("__complete", "--", "show", "")).out).toBe("doc\npdf\n");
    expect((await sandbox.run("__complete", "--", "show", "x")).out).toBe("");
  });

  it("X9 prints the ids of runs, and only open ones where a run is continued or cancelled", async () => {
    const box = makeSandbox({ ...COPY_NOTE, ...COUNT_FILES, "project/notes/a.md": "x" });
    sandbox = box;
    const started = async (...words: readonly string[]) =>
      String(Object((await box.run("run", ...words, "--json")).json()).runId);
    const ended = await started("count-files", "notes");
    const paused = await started("copy-note", "notes/a.md");
    for (const [words, ids] of [
      [["resume"], [paused]],
      [["runs", "cancel"], [paused]],
      [
        ["runs", "show"],
        [paused, ended],
      ],
      [
        ["runs", "fork"],
        [paused, ended],
      ],
    ] as const)
      expect((await sandbox.run("__complete", "--", ...words, "")).out).toBe(`${ids.join("\n")}\n`);
    expect((await sandbox.run("__complete", "--", "resume", "x")).out).toBe("");
    for (const shell of ["bash", "zsh", "fish", "powershell"])
      expect((await sandbox.run("completion", shell)).out).toContain("resume");
  });

  it("looks where the options of the unfinished line say", async () => {
    sandbox = makeSandbox({ "project/more/doc/SKILL.md": skillText("doc", "Writes documents.") });
    expect((await sandbox.run("__complete", "--", "--root", "more", "show", "--outline", "")).out).toBe(
      "doc\n",
    );
  });

  it("never offers a name that a shell would run", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/a/SKILL.md": skillText('"$(touch owned)"', "Evil."),
      "project/.agents/skills/b/SKILL.md": skillText("a;reboot", "Evil."),
      "project/.agents/skills/c/SKILL.md": skillText("-rf", "Evil."),
    });
    expect((await sandbox.run("__complete", "--", "show", "")).out).toBe("");
  });
});
