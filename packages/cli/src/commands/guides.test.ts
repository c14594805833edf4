import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { COMMANDS } from "../commands.ts";
import { actionOf, findCommand } from "../table/find-command.ts";
import { parseArguments } from "../table/parse-arguments.ts";
import { makeSandbox, type Sandbox } from "../testing/sandbox.ts";

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.remove());

const guide = (name: string) =>
  readFileSync(new URL(`../../../../docs/guide/${name}`, import.meta.url), "utf8");

/** The arguments of every command line of a guide, in the order of the page. */
function commandLines(page: string): readonly (readonly string[])[] {
  const blocks = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, text = ""]) => text.split("\n"));
  return blocks
    .filter((line) => line.startsWith("knowhow "))
    .map((line) =>
      [...line.replace(/\s+#.*$/, "").matchAll(/"([^"]*)"|(\S+)/g)]
        .slice(1)
        .map(([, quoted, word = ""]) => quoted ?? word),
    );
}

describe("docs/guide/use-agents.md", () => {
  const lines = commandLines(guide("use-agents.md")).map((words) => ({ words, line: words.join(" ") }));

  it.each(lines)("knowhow $line is a command with options that exist", ({ words }) => {
    const found = findCommand(words, COMMANDS);
    const action = found === undefined ? undefined : actionOf(found);
    if (found === undefined || action === undefined) throw new Error("it is not a command");
    expect(() => parseArguments(action, found.rest)).not.toThrow();
  });
});

describe("docs/guide/write-skills.md", () => {
  it("leads from an empty folder to a skill that is trusted and checked", async () => {
    const page = guide("write-skills.md");
    const [, messages = ""] = /^```json\n([\s\S]*?)^```$/m.exec(page) ?? [];
    const lines = commandLines(page);
    expect(lines.length).toBeGreaterThan(10);
    sandbox = makeSandbox({}, { isTrusting: false });
    for (const words of lines) {
      const { exit, err } = await sandbox.run(...words);
      expect({ line: words.join(" "), exit, ...(exit === 0 ? {} : { err }) }).toEqual({
        line: words.join(" "),
        exit: 0,
      });
      if (words[0] !== "new") continue;
      const skill = join(sandbox.project, ".agents/skills/release-notes");
      const written = readFileSync(join(skill, "SKILL.md"), "utf8");
      expect(written).toContain("TODO");
      writeFileSync(
        join(skill, "SKILL.md"),
        written.replaceAll(/TODO: .*/g, "List what changed, newest first."),
      );
      sandbox.write({ "project/.agents/skills/release-notes/evals/triggers.json": messages });
    }
  });
});
