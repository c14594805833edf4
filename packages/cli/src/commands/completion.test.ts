import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../commands.ts";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const SHELLS = [
  { shell: "bash", program: "bash", check: ["-n"] },
  { shell: "zsh", program: "zsh", check: ["-n"] },
  { shell: "fish", program: "fish", check: ["--no-execute"] },
] as const;

function isInstalled(program: string): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}

describe.each(["bash", "zsh", "fish", "powershell"])("the completion script for %s", (shell) => {
  it("offers every command and option of the table", async () => {
    sandbox = makeSandbox();
    const { exit, out } = await sandbox.run("completion", shell);
    expect(exit).toBe(0);
    for (const { name, options, hidden } of COMMANDS) {
      if (hidden !== true) expect(out).toContain(name);
      for (const option of options) expect(out).toContain(option.name);
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

describe("bash", () => {
  it.skipIf(!isInstalled("bash")).each([
    [["knowhow", "val"], ["validate"]],
    [["knowhow", "list", "--a"], ["--all"]],
    [
      ["knowhow", "validate", "--rules", "s"],
      ["spec", "skills-ref"],
    ],
    [["knowhow", "--profile", "me"], ["metis"]],
    [
      ["knowhow", "--profile", "metis", "li"],
      ["list", "lint"],
    ],
    [["knowhow", "completion", "z"], ["zsh"]],
    [
      ["knowhow", "show", "pd"],
      ["pdf", "pdf-tools"],
    ],
  ])("completes %j to %j (skipped where bash is not installed)", async (words, expected) => {
    sandbox = makeSandbox();
    const { out } = await sandbox.run("completion", "bash");
    const typed = words.map((word) => `'${word}'`).join(" ");
    const script = `${out}
knowhow() { printf '%s\\n' pdf pdf-tools; }
COMP_WORDS=(${typed}); COMP_CWORD=${words.length - 1}; _knowhow; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = spawnSync("bash", ["--norc", "-s"], { input: script, encoding: "utf8" });
    expect(stdout.trim().split("\n")).toEqual(expected);
  });
});

describe("fish", () => {
  it.skipIf(!isInstalled("fish")).each([
    ["knowhow val", ["validate"]],
    ["knowhow list --a", ["--all"]],
    ["knowhow validate --rules sk", ["skills-ref"]],
    ["knowhow --profile me", ["metis"]],
    ["knowhow show pd", ["pdf", "pdf-tools"]],
  ])("completes %j to %j (skipped where fish is not installed)", async (line, expected) => {
    sandbox = makeSandbox();
    const { out } = await sandbox.run("completion", "fish");
    const script = `${out}\nfunction knowhow; printf '%s\\n' pdf pdf-tools; end\ncomplete -C '${line}'`;
    const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { encoding: "utf8" });
    expect(
      stdout
        .trim()
        .split("\n")
        .map((found) => found.split("\t")[0]),
    ).toEqual(expected);
  });
});

describe("the hidden command behind the scripts", () => {
  it("prints the names that begin with the last word, one per line", async () => {
    sandbox = makeSandbox({
      "project/.agents/skills/pdf/SKILL.md": skillText("pdf", "Fills in forms."),
      "project/.agents/skills/doc/SKILL.md": skillText("doc", "Writes documents."),
    });
    expect((await sandbox.run("__complete", "--", "show", "p")).out).toBe("pdf\n");
    expect((await sandbox.run("__complete", "--", "show", "")).out).toBe("doc\npdf\n");
    expect((await sandbox.run("__complete", "--", "show", "x")).out).toBe("");
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
