import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../packages/cli/src/testing/sandbox.ts";
import { repository } from "./support/sources.ts";

const page = readFileSync(join(repository, "docs/matching.md"), "utf8");
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))].map(
    ([, text = ""]) => text,
  );
const written = "from merged pull requests. Use when a version is tagged or someone asks what changed.";

const skills: Readonly<Record<string, string>> = {
  "release-notes": skillText("release-notes", `Writes release notes ${written}`, {
    fields: 'triggers: ["release notes for {version}"]\n',
    body: "List the pull requests since the last tag, then group them.\n",
  }),
  review: skillText("review", "Reviews a change by the rules of this project. Use before a merge."),
  "weekly-report": skillText(
    "weekly-report",
    "Writes the weekly report with its numbers. Use when a week ends.",
  ),
};

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = makeSandbox({ "project/messages.jsonl": blocks("jsonl")[0] ?? "" });
  for (const [name, text] of Object.entries(skills))
    sandbox.write({ [`project/.agents/skills/${name}/SKILL.md`]: text });
});
afterAll(() => sandbox.remove());

/** The words of a command line as a shell would split them. */
const wordsOf = (line: string) =>
  [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word).slice(1);

/** Scores move when weights are tuned; words and order are what is promised. */
const withoutScores = (text: string) =>
  text.replaceAll(/\d\.\d\d/g, "n").replaceAll(/\d+ tokens?/g, "n tokens");

describe("the page about matching", () => {
  it("M5 M9 shows what the commands print", async () => {
    const shown = blocks("console").flatMap((text) => text.split(/^(?=\$ )/m));
    expect(shown.length).toBe(4);
    for (const text of shown) {
      const [line = "", ...printed] = text.split("\n");
      if (line.includes("overlaps"))
        sandbox.write({
          "project/.agents/skills/release-log/SKILL.md": skillText(
            "release-log",
            `Writes a log of release notes ${written}`,
          ),
        });
      const ran = await sandbox.run(...wordsOf(line.slice(2)));
      expect(withoutScores(ran.out.trim())).toBe(withoutScores(printed.join("\n").trim()));
    }
    rmSync(join(sandbox.project, ".agents/skills/release-log"), { recursive: true });
  });

  it("M9 has a gate that its own messages pass, and queries for a skill that can be read", async () => {
    const [line = ""] = blocks("sh");
    expect(await sandbox.run(...wordsOf(line.trim()))).toMatchObject({ exit: 0 });
    sandbox.write({ "project/.agents/skills/release-notes/eval_queries.json": blocks("json")[0] ?? "" });
    expect((await sandbox.run("eval", "--json")).json()).toMatchObject({ n: 2, r1: 1, falseSuggest: 0 });
  });

  it("M4 has settings that are understood", async () => {
    sandbox.write({ "home/.config/knowhow/knowhow.json": blocks("json")[1] ?? "" });
    expect(await sandbox.run("list")).toMatchObject({ exit: 0 });
    const ran = await sandbox.run("match", "hello");
    expect(ran.err).toContain("models/all-MiniLM-L6-v2");
    rmSync(join(sandbox.home, ".config"), { recursive: true });
  });

  it("M3 M9 has programs that run", async () => {
    const printed = await Promise.all(blocks("ts").map(run));
    expect(printed).toEqual([
      ["release-notes load { version: 'version 2.1' }", "{ n: 4, r1: 1, falseLoad: 0 }", "0"].join("\n"),
      ["{ concept: 'Entropy' }", "1", "keyword"].join("\n"),
    ]);
  });
});

/**
 * The output of a program in a project with the skills. The project is inside the repository, so that packages are
 * found.
 */
async function run(code: string): Promise<string> {
  mkdirSync(join(repository, ".reports"), { recursive: true });
  const project = mkdtempSync(join(repository, ".reports", "matching-"));
  try {
    mkdirSync(join(project, ".git"));
    const files = Object.entries(skills).map(([name, text]) => [`.agents/skills/${name}/SKILL.md`, text]);
    for (const [path = "", text = ""] of [
      ...files,
      ["messages.jsonl", blocks("jsonl")[0]],
      ["program.mts", code],
    ]) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    const args = ["--conditions=@knowhow/source", "--import", "tsx", "program.mts"];
    const env = {
      PATH: process.env.PATH,
      HOME: project,
      USERPROFILE: project,
      KNOWHOW_CACHE_DIR: join(project, "cache"),
    };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: project, env });
    return stdout.trim();
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
