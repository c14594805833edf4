import { describe, expect, test } from "vitest";
import type { RuntimeOptions } from "../options.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const OWN = "/home/ada/.agents/skills";
const skill = (name: string, more = "") =>
  `---\nname: ${name}\ndescription: Writes the ${name}. Use when it is due.\n${more}---\nBody of ${name}.\n`;
const TREE = {
  "/project/.git/HEAD": "",
  "/project/.agents/skills/foreign/SKILL.md": skill("foreign"),
  [`${OWN}/notes/SKILL.md`]: skill("notes"),
  [`${OWN}/dark/SKILL.md`]: skill("dark"),
  [`${OWN}/tool/SKILL.md`]: skill("tool", "metadata:\n  requires:\n    bins: [no-such-program]\n"),
  [`${OWN}/flow/SKILL.md`]: skill("flow", "metadata:\n  workflow: workflow.yaml\n"),
  [`${OWN}/flow/workflow.yaml`]:
    "inputs:\n  topic: { type: string }\nsteps:\n  - id: ok\n    approve: Go on?\n",
};
const open = (options: RuntimeOptions = {}) =>
  createRuntime(fakePorts(TREE), { overrides: { dark: "off" }, ...options });

/** What the host is told about a message, by a new conversation and without one. */
async function notes(runtime: Runtime, message: string): Promise<readonly string[]> {
  const answer = await runtime.match(message, { mode: "explicit" });
  const session = await runtime.session({ matching: "explicit" });
  const { report } = await session.turn({ messages: [{ role: "user", content: message }] });
  expect(report.notes).toEqual(answer.notes);
  return answer.notes;
}

describe("S7 a command of a skill that cannot be used", () => {
  test.each([
    ["/foreign", "/foreign: the skill is pending; run `knowhow trust foreign` to review it and decide"],
    [
      "/skill:foreign now",
      "/foreign: the skill is pending; run `knowhow trust foreign` to review it and decide",
    ],
    ["/dark", "/dark: the skill is off"],
  ])("%s says why", async (message, note) => {
    expect(await notes(await open(), message)).toEqual([note]);
  });

  test.each([
    "/notes",
    "/foreign/path is a path",
    "foreign",
    "look at /foreign",
    "/nothing",
  ])("%s has no such note", async (message) => {
    expect(await notes(await open(), message)).toEqual([]);
  });

  test("says nothing about a skill that the host's list leaves out", async () => {
    const session = await (await open()).session({ skills: ["notes"] });
    const { report } = await session.turn({ messages: [{ role: "user", content: "/foreign" }] });
    expect(report.notes).toEqual([]);
  });
});

describe("S7 X1 a workflow that the user invokes by name", () => {
  test("is rendered with how to run it, in the words of a load", async () => {
    const runtime = await open();
    const rendered = await runtime.render("flow", { audience: "user" });
    const session = await runtime.session();
    const { text } = await session.call("skill_load", { name: "flow" });
    const line = /\n\n(This skill has a workflow\..*)$/s.exec(text)?.[1];
    expect(line).toContain("skill_run");
    expect(rendered).toMatchObject({ ok: true, text: expect.stringContaining(line ?? "nothing") });
    expect(await runtime.render("notes", { audience: "user" })).toMatchObject({
      text: expect.not.stringContaining("skill_run"),
    });
  });

  test("is rendered without it where workflows are turned off", async () => {
    const runtime = await open({ narrowing: [{ runs: "off" }] });
    expect(await runtime.render("flow", { audience: "user" })).toMatchObject({
      ok: true,
      text: expect.not.stringContaining("skill_run"),
    });
  });
});
