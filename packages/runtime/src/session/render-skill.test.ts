import { rmSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../testing/workshop.ts";

let workshop: Workshop | undefined;
afterEach(() => workshop?.close());

const skills = "home/.agents/skills";

function open(): Workshop {
  workshop = openWorkshop({
    [`${skills}/fix/SKILL.md`]: skillMd(
      {
        name: "fix",
        description: "Fixes an issue.",
        arguments: [
          { name: "issue", required: true },
          { name: "mode", default: "careful" },
        ],
      },
      "Fix $issue in mode $mode.\n",
    ),
    [`${skills}/mine/SKILL.md`]: skillMd(
      { name: "mine", description: "x", "disable-model-invocation": true },
      "Only for me.\n",
    ),
    [`${skills}/tips/SKILL.md`]: skillMd({ name: "tips", description: "x", "user-invocable": false }),
    [`${skills}/dark/SKILL.md`]: skillMd({ name: "dark", description: "x" }),
  });
  return workshop;
}

const user = (args?: string) => ({ audience: "user" as const, ...(args === undefined ? {} : { args }) });

describe("a skill rendered for the user", () => {
  test("A1 I5 is what a session injects when the user invokes it by name", async () => {
    const runtime = await open().start();
    for (const [name, args] of [
      ["fix", "7 fast"],
      ["fix", ""],
      ["mine", "now"],
    ] as const) {
      const content = `/${name} ${args}`.trim();
      const { inject } = await (await runtime.session()).turn({ messages: [{ role: "user", content }] });
      const rendering = await runtime.render(name, user(args));
      expect(inject).toMatchObject([{ skill: name, text: rendering.ok ? rendering.text : "" }]);
      expect(inject[0]?.tokens).toBe(rendering.ok ? rendering.tokens : 0);
    }
  });

  test("A1 has its arguments filled in, and says which ones to ask for", async () => {
    const runtime = await open().start();
    expect(await runtime.render("fix", user("7 fast"))).toMatchObject({
      ok: true,
      name: "fix",
      text: expect.stringContaining("Fix 7 in mode fast."),
      missing: [],
    });
    expect(await runtime.render("fix", user())).toMatchObject({
      ok: true,
      text: expect.stringMatching(/Ask the user for: issue\.$/),
      missing: ["issue"],
    });
  });

  test("O1 counts as a load", async () => {
    const { start, events } = open();
    const runtime = await start();
    await runtime.render("fix", user("7"));
    expect(events.filter(({ type }) => type === "skill.loaded")).toMatchObject([
      { payload: { skill_id: "fix", load_reason: "on_demand" } },
    ]);
  });

  test("S7 is refused, with the reason, when it is unknown, not available, not for users, not admitted, or cannot be read", async () => {
    const { start, at, events } = open();
    const runtime = await start({ overrides: { dark: "off" } });
    expect(await runtime.render("something", user())).toMatchObject({
      message: 'no skill named "something"',
    });
    expect(await runtime.render("fx", user())).toEqual({
      ok: false,
      reason: "unknown",
      message: 'no skill named "fx"; did you mean "fix"?',
    });
    expect(await runtime.render("dark", user())).toEqual({
      ok: false,
      reason: "unavailable",
      message: 'the skill "dark" is off',
    });
    expect(await runtime.render("tips", user())).toMatchObject({ ok: false, reason: "not-user-invocable" });
    const refusing = await start({ admit: [() => ({ admitted: false, reason: "it is in quarantine" })] });
    expect(await refusing.render("fix", user("7"))).toMatchObject({
      ok: false,
      reason: "not-admitted",
      message: expect.stringContaining("it is in quarantine"),
    });
    rmSync(at(`${skills}/fix/SKILL.md`));
    expect(await runtime.render("fix", user("7"))).toMatchObject({ ok: false, reason: "unreadable" });
    expect(events.filter(({ type }) => type === "skill.loaded")).toEqual([]);
  });
});

describe("the tools of a runtime", () => {
  test("S8 are all skill tools of the profile, the same that a session has", async () => {
    const runtime = await open().start();
    const session = await runtime.session();
    expect(await runtime.tools()).toEqual(session.allTools());
    expect((await runtime.tools()).map(({ name }) => name)).toEqual([
      "skill_search",
      "skill_load",
      "skill_read",
      "skill_run",
    ]);
  });
});

describe("a session that outlives its conversations", () => {
  test("S3 gives a body in full again, and counts it against the limits by itself", async () => {
    const runtime = await open().start();
    const session = await runtime.session({ maxActivations: 1 });
    const load = (name: string, again: boolean) => session.call("skill_load", { name }, { again });
    const first = await load("fix", true);
    expect(first.isError).toBe(false);
    expect((await load("fix", true)).text).toBe(first.text);
    expect((await load("fix", false)).text).toContain("was loaded earlier");
    expect((await load("dark", true)).isError).toBe(false);
    expect((await load("dark", false)).text).toContain("was loaded earlier");
    const small = await runtime.session({ maxTokens: 1 });
    expect((await small.call("skill_load", { name: "fix" }, { again: true })).text).toContain("would exceed");
  });

  test("P1 serves bodies as they are now where the host asks for it, whatever the profile", async () => {
    const { start, write } = open();
    const body = (text: string) =>
      write({ "work/.metis/skills/fix/SKILL.md": skillMd({ name: "fix", description: "x" }, text) });
    body("Old.\n");
    const runtime = await start({ profile: "metis" });
    const [frozen, current] = [await runtime.session(), await runtime.session({ bodies: "on-load" })];
    body("New.\n");
    expect((await frozen.call("skill_load", { name: "fix" })).text).toContain("Old.");
    expect((await current.call("skill_load", { name: "fix" })).text).toContain("New.");
  });
});
