import { describe, expect, onTestFinished, test } from "vitest";
import type { NodeRuntimeOptions } from "../../node/create-runtime.ts";
import { openWorkshop, skillMd } from "../../testing/workshop.ts";
import type { FileTree } from "../../testing/write-tree.ts";

const VAULT = "work/skills";
const user = (content: string) => ({ role: "user" as const, content });
const ask = (content: string) => ({ messages: [user(content)] });

const deploy = `Never deploy on Friday.

## Purpose

Deploy the site.

## Steps

1. Build it.

## Variants

- staging
`;

const skill = (name: string, fields: Record<string, unknown>, body: string): FileTree => ({
  [`${VAULT}/${name}/SKILL.md`]: skillMd({ name, ...fields }, body),
});

const vault: FileTree = {
  ...skill("deploy", { description: "Ships.", triggers: ["ship {what}"], tools: ["vault.deploy"] }, deploy),
  ...skill("plain", { description: "Plain.", triggers: ["plain talk"] }, "Speak plainly.\n"),
  [`${VAULT}/plain/assets/template.md`]: "# {{title}}\n",
};

async function open(files: FileTree = vault, options: NodeRuntimeOptions = {}) {
  const workshop = openWorkshop(files);
  onTestFinished(workshop.close);
  const start = { profile: "aios", tools: ["vault.deploy", "vault.read", "vault.write"], ...options };
  return { ...workshop, runtime: await workshop.start(start) };
}

describe("a skill that a message brings in unasked", () => {
  test("I5 loses nothing: free text, steps and variants come behind the named sections", async () => {
    const session = await (await open()).runtime.session();
    const { inject } = await session.turn(ask("please ship the site"));
    const text = inject[0]?.text ?? "";
    const places = ["Deploy the site.", "Never deploy on Friday.", "1. Build it.", "- staging"].map((part) =>
      text.indexOf(part),
    );
    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("I5 has the template that its section names instead of the section, before its other text", async () => {
    const body =
      "# Notes\n\nWrite it down.\n\n## Output Template\n\nUse assets/note.md.\n\n## Purpose\n\nKeep it.\n";
    const { runtime } = await open({
      "work/skills/note/SKILL.md": skillMd(
        { name: "note", description: "Takes notes.", triggers: ["take a note"] },
        body,
      ),
      "work/skills/note/assets/note.md": "# {{subject}}\n",
      "work/skills/note/assets/template.md": "# not this one\n",
    });
    const { inject } = await (await runtime.session()).turn(ask("take a note"));
    const text = inject[0]?.text ?? "";
    const parts = ["Keep it.", "# {{subject}}", "Write it down."].map((part) => text.indexOf(part));
    expect(parts.every((part) => part > 0)).toBe(true);
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(text).not.toContain("not this one");
    expect(text).not.toContain("Use assets/note.md.");
  });

  test("I5 has its body also where a template lies beside it", async () => {
    const session = await (await open()).runtime.session();
    const { inject } = await session.turn(ask("plain talk"));
    expect(inject[0]?.text).toContain("Speak plainly.");
    expect(inject[0]?.text).toContain("# {{title}}");
  });

  test.each(["model", "user"])("I5 S2 can be loaded in full afterwards, once, by the %s", async (who) => {
    const session = await (await open()).runtime.session();
    const messages = [user("ship the site")];
    await session.turn({ messages });
    const loadIt = async () => {
      if (who === "model") return (await session.call("skill_load", { name: "deploy" })).text;
      messages.push(user("/deploy"));
      return (await session.turn({ messages })).inject[0]?.text;
    };
    expect(await loadIt()).toContain(deploy.trim());
    expect(await loadIt()).toMatch(/loaded (?:earlier|above)/);
  });

  test("S3 uses up no limit, and leaves every limit to the user and the model", async () => {
    const { runtime } = await open();
    const session = await runtime.session({ maxActivations: 1 });
    const messages = [];
    for (let round = 0; round < 25; round += 1) {
      messages.push(user(`ship part ${round}`));
      const { inject } = await session.turn({ messages });
      expect(inject[0]?.text).toContain(`ARGUMENTS: what="part ${round}"`);
    }
    expect(session.toJSON().spent).toEqual({ activations: 0, tokens: 0 });
    expect((await session.call("skill_load", { name: "deploy" })).isError).toBe(false);
    expect((await session.call("skill_load", { name: "plain" })).text).toContain("activation limit (1)");
  });

  test("X7 narrows no tool until the user or the model asks for it", async () => {
    const { runtime } = await open();
    const session = await runtime.session({ toolScope: "restrict" });
    const tools = ["vault.deploy", "vault.read"];
    const turn = await session.turn({ ...ask("ship the site"), availableTools: tools });
    expect(turn.report.active).toEqual(["deploy"]);
    expect(turn.activeTools).toBeUndefined();
    expect(session.guard({ name: "vault.read", input: {} }, tools).verdict).not.toBe("deny");
    await session.call("skill_load", { name: "deploy" });
    expect(session.guard({ name: "vault.read", input: {} }, tools).verdict).toBe("deny");
    expect(session.guard({ name: "vault.deploy", input: {} }, tools).verdict).not.toBe("deny");
  });

  test("X7 S2 a whole body that came as a guess narrows tools from the load that points to it", async () => {
    const own = await open({
      "work/.agents/skills/deploy/SKILL.md": skillMd(
        { name: "deploy", description: "Ships.", triggers: ["ship the site"], "allowed-tools": "Read" },
        deploy,
      ),
    });
    const session = await (await own.start()).session({ toolScope: "restrict" });
    expect((await session.turn(ask("ship the site"))).inject[0]?.text).toContain(deploy.trim());
    expect(session.guard({ name: "Bash", input: { command: "ls" } }).verdict).not.toBe("deny");
    const { text, metadata } = await session.call("skill_load", { name: "deploy" });
    expect([text, metadata.already_loaded]).toEqual([expect.stringContaining("loaded earlier"), true]);
    expect(session.guard({ name: "Bash", input: { command: "ls" } }).verdict).toBe("deny");
  });

  test("S9 stays a guess when the conversation goes on elsewhere", async () => {
    const { runtime } = await open();
    const session = await runtime.session();
    await session.turn(ask("ship the site"));
    const restore = JSON.parse(JSON.stringify(session));
    const later = await runtime.session({ restore });
    expect((await later.call("skill_load", { name: "deploy" })).text).toContain(deploy.trim());
  });
});

describe("everything that one turn injects", () => {
  const long = (name: string) =>
    skill(
      name,
      { description: `Long ${name}.`, triggers: ["the long one"] },
      `${"word ".repeat(2_000)}end.\n`,
    );
  const many = { ...long("a-one"), ...long("b-two"), ...long("c-three") };

  test("I4 has one budget: in full while there is room, then by name and path, with a note", async () => {
    const { runtime, at } = await open(many);
    const session = await runtime.session({ injectBudget: 3_000 });
    const { inject, report } = await session.turn(ask("the long one"));
    expect(inject.map(({ kind, skill: name }) => `${kind} ${name}`)).toEqual([
      "skill a-one",
      "suggestion undefined",
    ]);
    expect(inject[1]?.text).toContain(`- b-two (${at(`${VAULT}/b-two/SKILL.md`)})\n- c-three (`);
    expect(inject.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(3_000);
    expect(report.notes.filter((note) => /by name only: its \d+ tokens/.test(note))).toHaveLength(2);
    expect((await session.call("skill_load", { name: "c-three" })).text).toContain("word end.");
  });

  test("I4 counts what does not fit even by name, and is silent where nothing fits", async () => {
    const { runtime } = await open(many);
    const small = await (await runtime.session({ injectBudget: 50 })).turn(ask("the long one"));
    expect(small.inject[0]?.text).toMatch(/\n\(\d more\)$/);
    expect(small.inject[0]?.tokens).toBeLessThanOrEqual(50);
    expect((await (await runtime.session({ injectBudget: 0 })).turn(ask("the long one"))).inject).toEqual([]);
  });

  test("I4 uses its budget to the last token", async () => {
    const { runtime } = await open(many);
    const namesWithin = async (injectBudget: number) =>
      (await (await runtime.session({ injectBudget })).turn(ask("the long one"))).inject[0];
    const all = await namesWithin(2_000);
    expect(all?.text.match(/^- /gm)).toHaveLength(3);
    expect((await namesWithin(all?.tokens ?? 0))?.text).toBe(all?.text);
    expect((await namesWithin((all?.tokens ?? 0) - 1))?.text).toContain("(1 more)");
  });

  test("I4 grows with the window, and what the user names comes in any case", async () => {
    const { runtime } = await open(many);
    const kinds = async (options: object) =>
      (await (await runtime.session(options)).turn(ask("the long one"))).inject.map(({ kind }) => kind);
    expect(await kinds({})).toEqual(["skill", "skill", "skill"]);
    expect(await kinds({ contextWindow: 8_000 })).toEqual(["suggestion"]);
    const named = await (await runtime.session({ injectBudget: 10 })).turn(ask("/a-one"));
    expect(named.inject).toMatchObject([{ kind: "skill", skill: "a-one" }]);
  });
});
