import { afterEach, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "../testing/sandbox.ts";

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

/** Where each profile looks in a project. */
const FOLDERS = {
  agentskills: ".agents/skills",
  metis: ".metis/skills",
  autopoiesis: "skills",
  aios: "skills",
  pisces: ".pisces/skills",
} as const;

/** What autopoiesis requires; the standard wants strings. */
const CONTRACT = "metadata:\n  version: 1.0.0\n  tags: [a]\n";
const good = (name: string, fields = "") => skillText(name, "Does it. Use when asked.", { fields });

/** Files by the name of their directory; `validate` accepts some of them in every profile, others in none. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  plain: good("plain"),
  complete: good("complete", CONTRACT),
  strings: good("strings", 'metadata:\n  version: "1.0.0"\n'),
  "byte-order-mark": `\ufeff${good("byte-order-mark")}`,
  "blank-first": `\n${good("blank-first")}`,
  "space-after": good("space-after").replace("---", "--- "),
  "no-frontmatter": "# Title\n",
  unclosed: "---\nname: unclosed\ndescription: d\n",
  "not-utf8": new Uint8Array([...new TextEncoder().encode(good("not-utf8")), 0xff, 0xfe]),
  nul: `${good("nul")}\0`,
  other: good("another-name"),
  Upper: good("Upper"),
  "no-name": "---\ndescription: Does it.\n---\nx\n",
  "no-description": "---\nname: no-description\n---\nx\n",
  number: "---\nname: number\ndescription: 7\n---\nx\n",
  repaired: "---\nname: repaired\ndescription: Use when: now\n---\nx\n",
  anchor: "---\nname: anchor\ndescription: &a d\n---\nx\n",
  "compatibility-empty": good("compatibility-empty", 'compatibility: ""\n'),
  commas: good("commas", "allowed-tools: Read, Grep\n"),
  "tools-list": good("tools-list", "allowed-tools: [Read]\n"),
  nulls: good("nulls", "metadata:\n  a: ~\n"),
  date: good("date", "metadata:\n  a: 2026-01-01\n"),
  nested: good("nested", "metadata:\n  a: {b: c}\n"),
  twice: good("twice", "metadata:\n  a: x\n  a: y\n"),
  extension: good("extension", "triggers: [go]\n"),
  "wrong-kind": good("wrong-kind", "steps: Read it.\n"),
  unknown: good("unknown", "colour: red\n"),
  long: skillText("long", "d".repeat(1025)),
  "two-lines": "---\nname: two-lines\ndescription: |\n  One.\n  Two.\n---\nx\n",
  flow: good("flow", "workflow: workflow.yaml\n"),
};

it.each(
  Object.entries(FOLDERS),
)("P1 F2 F3 %s loads every file that its own validate accepts; a strict profile loads no other", async (profile, folder) => {
  const files = Object.entries(FILES).map(([name, text]) => [`project/${folder}/${name}/SKILL.md`, text]);
  sandbox = makeSandbox({
    ...Object.fromEntries(files),
    [`project/${folder}/flow/workflow.yaml`]: "steps: 7\n",
    "home/.config/knowhow/knowhow.json": JSON.stringify({ profile }),
  });
  const folderOf = (path: string) => path.split("/").at(-2) ?? "";
  const { results } = Object((await sandbox.run("validate", "--json")).json());
  const accepted = results.filter(({ ok }: { ok: boolean }) => ok);
  const { skills } = Object((await sandbox.run("list", "--json")).json());
  const loaded = skills.map(({ path }: { path: string }) => folderOf(path));
  const good = accepted.map(({ path }: { path: string }) => folderOf(path));
  expect(good).toContain(profile === "autopoiesis" ? "complete" : "plain");
  expect(good).not.toContain("no-frontmatter");
  expect(loaded).toEqual(expect.arrayContaining(good));
  // A strict profile loads nothing else, whatever the workflow of a skill looks like.
  if (profile === "metis") expect(loaded.toSorted()).toEqual(good.toSorted());
});
