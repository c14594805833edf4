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

it.each([
  "```\nError: no repository in /Users/marlene/work/pdf\n```",
  '```json\n{ "inbox": "/home/marlene/inbox/new" }\n```',
  "```text\ncd /home/marlene/inbox\n```",
  "```sh\nsudo useradd -m -s /bin/bash scanner\nsudo -u scanner ssh-keygen -f /home/scanner/.ssh/id\n```",
])("F12 lets data, output and accounts of its own pass: %s", (body) => {
  expect(absolutePath.check(lintInput({ body }))).toEqual([]);
});

it.each([
  "```\ncd /home/marlene/inbox\n```",
  "```\n$ cat /home/marlene/inbox/a\n```",
  "```python\nopen('/home/marlene/inbox')\n```",
  "```sh\nsudo useradd -m scanner\ncat /home/marlene/inbox/a\n```",
])("F12 flags a path in code and commands: %s", (body) => {
  expect(absolutePath.check(lintInput({ body }))).toHaveLength(1);
});
