import { afterAll, describe, expect, it } from "vitest";
import { COMMANDS } from "./commands.ts";
import { makeSandbox } from "./testing/sandbox.ts";

const HIDDEN = "\u200b\ufeff\u180e\u{e0100}\u{e0041}\u202e\u2066\u00ad\u0007";
const PILE = "\u0301".repeat(3_000);
const TEXT = `x${HIDDEN}y${PILE}`;

const skill = (name: string) =>
  `---\nname: ${name}\ndescription: "Fills in forms ${TEXT.replace("\u0007", "\\a")}. Use when asked."\nlicense: "${TEXT.replace("\u0007", "\\a")}"\nmetadata:\n  author: "${TEXT.replace("\u0007", "\\a")}"\n---\n\n# ${TEXT}\n\nRead [a](references/a${HIDDEN.replace("\u0007", "")}.md). ${TEXT}\n`;

const sandbox = makeSandbox({
  "home/.agents/skills/pdf/SKILL.md": skill("pdf"),
  [`home/.agents/skills/pdf/references/a${HIDDEN.replace("\u0007", "")}.md`]: TEXT,
  "home/.agents/skills/pdf/b.md": TEXT,
  "home/.agents/skills/docs/SKILL.md": skill("docs"),
  "project/.agents/skills/pdf/SKILL.md": skill("pdf"),
  [`project/.agents/skills/odd${HIDDEN.replace("\u0007", "")}/SKILL.md`]: skill(`odd\u200b`),
});
afterAll(() => sandbox.remove());

const LINES: readonly (readonly string[])[] = [
  ["list"],
  ["show", "pdf"],
  ["read", "skill://pdf"],
  ["read", "skill://pdf/b.md"],
  ["read", `skill://pdf/none${HIDDEN}`],
  ["catalog"],
  ["why", "pdf"],
  ["why", `x${HIDDEN}`],
  ["search", "forms"],
  ["match", "fill in the form"],
  ["lint"],
  ["validate"],
  ["overlaps"],
  ["doctor"],
  ["trust", "list"],
  ["chain", "pdf"],
  ["graph", "pdf"],
  ["show", `none${HIDDEN}`],
  ["runs", "list"],
  ["exec", "pdf", `none${HIDDEN}`],
  ["review", "list"],
  ["review", "show", `none${HIDDEN}`],
  ["secret", "list"],
  ["secret", "remove", `NONE${HIDDEN}`],
];

/** Line ends, and the colours of the reports. */
const OWN = /[\n\t]|\u001b\[[0-9;]*m/g;
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

describe("U17 hidden characters of a skill", () => {
  it.each(LINES)("never reach a terminal, and are escaped in JSON: knowhow %s %s", async (...argv) => {
    const words = argv.filter((word) => word !== undefined);
    const shown = await sandbox.runWith({ tty: true, columns: 100 }, ...words);
    for (const text of [shown.out, shown.err]) {
      expect(text.replace(OWN, "")).not.toMatch(UNSEEN);
      expect(text).not.toMatch(/\p{M}{9}/u);
    }
    expect((shown.out + shown.err).length).toBeGreaterThan(0);
    const { out } = await sandbox.run(...words, "--json");
    expect(out.replace(OWN, "")).not.toMatch(UNSEEN);
    expect(out).not.toMatch(/\p{M}{9}/u);
    expect(() => JSON.parse(out)).not.toThrow();
  });

  it("are printed by commands that are tried here, or by none", () => {
    const tried = new Set(LINES.map(([name]) => name));
    const silent =
      "__complete audit approve complete completion eval fmt help mcp new resume run scan simulate worker".split(
        " ",
      );
    const names = COMMANDS.map(({ name }) => name);
    expect(names.filter((name) => !tried.has(name) && !silent.includes(name))).toEqual([]);
  });
});
