import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { proseOnly } from "./prose-only.ts";

const prose = "Look at the report, then think about what it says and tell the user. ".repeat(10);

it.each([
  prose,
  `# Report\n\n${prose}`,
  `${prose}\n\n<!-- - a list -->\n\n${prose}`,
])("F12 flags a long body of prose alone (%#)", async (body) => {
  expect(await proseOnly.check(lintInput({ body }))).toMatchObject([{ code: "lint.prose-only" }]);
});

it.each([
  ["short instructions", "Look at the report and tell the user."],
  ["a list", `${prose}\n\n- Read it.\n`],
  ["numbered steps", `${prose}\n\n1. Read it.\n`],
  ["headings", `# Report\n\n${prose}\n\n## Errors\n\n${prose}`],
  ["a table", `${prose}\n\n| in | out |\n`],
  ["a code block", `${prose}\n\n\`\`\`sh\nls\n\`\`\`\n`],
  ["a command", `${prose} Run \`ls\`.`],
  ["an example in words", `${prose} For example, a sum of 5 becomes five.`],
])("F12 lets a body with %s pass", async (_what, body) => {
  expect(await proseOnly.check(lintInput({ body }))).toEqual([]);
});
