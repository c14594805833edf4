import { describe, expect, it } from "vitest";
import { nodeHash } from "../node/node-hash.ts";
import { agentskills } from "../profiles/agentskills.ts";
import { metis } from "../profiles/metis.ts";
import { admitSkill } from "./admit-skill.ts";
import { parseSkillMd } from "./parse-skill-md.ts";
import { summariseSkill } from "./summarise-skill.ts";
import { validateSkill } from "./validate-skill.ts";

const FIELDS = "name: mailer\ndescription: Sends mail. Use when asked.\n";

function load(text: string, { format }: Pick<typeof agentskills, "format"> = agentskills) {
  const summary = summariseSkill(text, { hash: nodeHash, directoryName: "mailer" });
  return admitSkill(summary, { directoryName: "mailer", requires: ["description"], policy: format });
}

describe("fields without their delimiters", () => {
  const cases: readonly [string, string, string][] = [
    ["an unclosed block", `---\n${FIELDS}\n# Mailer\n\nSend it.\n`, "# Mailer\n\nSend it.\n"],
    ["a block without the first line", `${FIELDS}---\n\n# Mailer\n`, "# Mailer\n"],
    ["fields without any line", `${FIELDS}\n# Mailer\n`, "# Mailer\n"],
    ["a block below a title", `# Mailer\n\n---\n${FIELDS}---\n\nSend it.\n`, "# Mailer\n\nSend it.\n"],
  ];

  it.each(cases)("F3 %s is read, with a warning, and is not part of the body", (_what, text, body) => {
    const { value, diagnostics } = load(text);
    expect(value).toEqual({ name: "mailer", description: "Sends mail. Use when asked." });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(["warning"]);
    const line = text.split("\n").indexOf("name: mailer") + 1;
    expect(diagnostics[0]?.message).toMatch(new RegExp(`; the fields from line ${line} are used$`));
    expect(diagnostics[0]?.hint).not.toContain("infer");
    expect(parseSkillMd(text).value.body).toBe(body);
  });

  it.each(cases)("F2 %s stays invalid for a validator and for a strict reader", (_what, text) => {
    expect(validateSkill(text, { directoryName: "mailer" }).ok).toBe(false);
    expect(load(text, metis).value).toBeUndefined();
  });

  it.each([
    ["fields in an example", `# How to write skills\n\n\`\`\`\n---\n${FIELDS}---\n\`\`\`\n`],
    ["a description alone", "description: Sends mail.\n\n# Mailer\n"],
    ["a name alone", "---\nname: mailer\n\n# Mailer\n"],
    ["fields far below", `${"Some text.\n\n".repeat(20)}---\n${FIELDS}---\n`],
    ["prose", "# Mailer\n\nSend the mail: quickly.\n"],
  ])("F3 %s is not taken for the frontmatter", (_what, text) => {
    expect(load(text).value).toBeUndefined();
  });

  it("F3 the error for a file without frontmatter names the setting that infers it", () => {
    const { diagnostics } = load("# Mailer\n\nSends mail.\n");
    expect(diagnostics[0]?.hint).toContain('"infer": true');
  });

  it("F3 an inferred description is prose, not the text of fields", () => {
    const text = "name: mailer\nversion: 1\n\nSends mail to customers.\n";
    const policy = { ...agentskills.format, infer: true };
    expect(load(text, { format: policy }).value?.description).toBe("Sends mail to customers.");
  });
});

describe("a key that occurs twice", () => {
  it("F3 costs a warning inside of metadata, and the last value counts", () => {
    const text = `---\n${FIELDS}metadata:\n  a: one\n  b: x\n  a: two\n---\nSend it.\n`;
    const { value, diagnostics } = load(text);
    expect(value?.name).toBe("mailer");
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([
      ["format.duplicate-nested-key", "warning"],
    ]);
    expect(summariseSkill(text, { hash: nodeHash }).metadata).toEqual({ a: "two", b: "x" });
  });

  it("F3 costs the skill among its fields", () => {
    expect(load(`---\n${FIELDS}name: other\n---\nSend it.\n`).value).toBeUndefined();
  });
});

describe("a description of several lines", () => {
  it("F3 keeps the lines of its author", () => {
    const text =
      "---\nname: mailer\ndescription: |\n  Sends mail. Use when:\n  - asked\n  - late\n---\nSend it.\n";
    expect(load(text).value?.description).toBe("Sends mail. Use when:\n- asked\n- late");
  });
});
