import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { absolutePath } from "./absolute-path.ts";

it.each([
  ["Open /Users/greta/notes/plan.md.", "/Users/greta"],
  ["```sh\ncat /home/greta/plan.md\n```", "/home/greta"],
  ["Open `C:\\Users\\greta\\plan.md`.", "C:\\Users\\greta"],
  ["[plan](file:///Users/greta/plan.md)", "file:///Users/greta"],
])("F12 flags %s", async (body, home) => {
  const found = await absolutePath.check(lintInput({ body }));
  expect(found.map(({ message }) => message)).toEqual([
    `the body names \`${home}\`, a folder that exists only on one machine`,
  ]);
});

it.each([
  "Open ~/notes/plan.md or $HOME/plan.md.",
  "Open /Users/you/plan.md or /home/<user>/plan.md.",
  "Open /home/username/plan.md or /Users/your-name/plan.md.",
  "Open /home/runner/work and /home/ubuntu/app.",
  "Visit https://example.com/home/greta/plan and /usr/local/bin/x.",
  "Write to /tmp/out.txt and /etc/hosts.",
  "The folder /home/ and the folder /Users.",
  "Import from `src/home/greta/x`.",
])("F12 lets %s pass", async (body) => {
  expect(await absolutePath.check(lintInput({ body }))).toEqual([]);
});

it("F12 names each home once", async () => {
  const found = await absolutePath.check(lintInput({ body: "/home/greta/a /home/greta/b /home/hans/c" }));
  expect(found).toHaveLength(2);
});

it("F12 a path in an example block is an example, one in a block of commands is not", () => {
  const block = "```sh\ncd /Users/marlene/work/pdf\n```\n";
  expect(absolutePath.check(lintInput({ body: `The result looks like:\n\n${block}` }))).toEqual([]);
  expect(absolutePath.check(lintInput({ body: `Run this:\n\n${block}` }))).toHaveLength(1);
});
