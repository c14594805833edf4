import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openWorkshop, skillMd, type Workshop } from "../../../../runtime/src/testing/workshop.ts";
import { connectInMemory } from "../../../testing/connect.ts";
import { createSkillServer } from "../create-skill-server.ts";

const skills = "work/.agents/skills";
let workshop: Workshop;
beforeEach(() => {
  workshop = openWorkshop({
    [`${skills}/fix/SKILL.md`]: skillMd(
      {
        name: "fix",
        description: "Fixes an issue.\u0007",
        arguments: [
          { name: "issue", description: "Its number", required: true, type: "number" },
          { name: "mode", enum: ["fast", "careful"], default: "careful" },
        ],
      },
      "Fix $issue in mode $mode.\n",
    ),
    [`${skills}/plain/SKILL.md`]: skillMd(
      { name: "plain", description: "x", "argument-hint": "what to do" },
      "Do: $ARGUMENTS\n",
    ),
    [`${skills}/mine/SKILL.md`]: skillMd(
      { name: "mine", description: "x", "disable-model-invocation": true },
      "Only for me.\n",
    ),
    [`${skills}/model/SKILL.md`]: skillMd({ name: "model", description: "x", "user-invocable": false }),
  });
});
afterEach(() => workshop.close());

async function open(options: Parameters<Workshop["start"]>[0] = {}) {
  const client = await connectInMemory(createSkillServer(await workshop.start(options), { watch: false }));
  const get = async (name: string, args: Record<string, string> = {}) => {
    const { messages } = await client.getPrompt({ name, arguments: args });
    return messages.map(({ content }) => (content.type === "text" ? content.text : "")).join();
  };
  return { client, get };
}

describe("the prompts of the server", () => {
  it("S10 are the skills that the user may invoke, with the arguments that they declare", async () => {
    const { client } = await open();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["fix", "mine", "plain"]);
    expect(prompts[0]).toEqual({
      name: "fix",
      description: "Fixes an issue.",
      arguments: [
        { name: "issue", description: "Its number; a number", required: true },
        { name: "mode", description: "one of fast, careful; default careful", required: false },
      ],
    });
    expect(prompts[2]?.arguments).toEqual([
      { name: "arguments", description: "what to do", required: false },
    ]);
  });

  it.each([
    ["commands are turned off", { commands: false }],
    ["the configuration turns commands off", { config: { commands: false } }],
    ["the profile has no commands", { profile: "metis" }],
  ])("S10 S6 D5 are not offered if %s", async (_why, options) => {
    workshop.write({ "home/.metis/skills/plain/SKILL.md": skillMd({ name: "plain", description: "x" }) });
    const { client, get } = await open(options);
    expect((await client.listPrompts()).prompts).toEqual([]);
    await expect(get("plain")).rejects.toThrow("not found");
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("skill_load");
  });

  it("S10 give the skill with its arguments filled in", async () => {
    const { get } = await open();
    expect(await get("fix", { issue: "7", mode: "fast" })).toContain("Fix 7 in mode fast.");
    expect(await get("fix", { issue: "7" })).toContain("Fix 7 in mode careful.");
    expect(await get("plain", { arguments: 'say "hi" to $1' })).toContain('Do: say "hi" to $1');
    expect(await get("mine")).toContain("Only for me.");
  });

  it("X1 S10 of a workflow have its inputs as arguments, without secrets, and tell the model to run it with them", async () => {
    workshop.write({
      [`${skills}/review/SKILL.md`]: skillMd(
        { name: "review", description: "Reviews a week." },
        "Review it.\n",
      ),
      [`${skills}/review/workflow.yaml`]: `inputs:
  week: { type: string, description: "The week, such as 2026-W47" }
  limit: { type: integer, default: 20 }
  mode: { enum: [fast, careful], default: fast }
  dry: boolean = false
  tags: { type: array, items: { type: string }, default: [] }
  token: { type: string, secret: true }
steps:
  - { id: s, wait: 1s }
`,
    });
    const { client, get } = await open();
    const { prompts } = await client.listPrompts();
    expect(prompts.find(({ name }) => name === "review")?.arguments).toEqual([
      { name: "week", description: "The week, such as 2026-W47", required: true },
      { name: "limit", description: "a number; default 20", required: false },
      { name: "mode", description: "one of fast, careful; default fast", required: false },
      { name: "dry", description: "a boolean; default false", required: false },
      { name: "tags", description: "as JSON", required: false },
    ]);
    const text = await get("review", { week: "12", limit: "5", dry: "true", tags: '["a"]' });
    expect(text).toContain("Review it.");
    expect(text).toContain(
      'call skill_run with {"name":"review","inputs":{"week":"12","limit":5,"dry":true,"tags":["a"]}}',
    );
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("skill_run");
    await expect(get("review", {})).rejects.toThrow("Missing: week");
    await expect(get("review", { week: "1", limit: "many" })).rejects.toThrow("must be a number");
    await expect(get("review", { week: "1", token: "x" })).rejects.toThrow("Unknown argument");
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "review" },
      argument: { name: "mode", value: "c" },
    });
    expect(completion.values).toEqual(["careful"]);
  });

  it.each([
    ["fix", {}, /Missing: issue/],
    ["fix", { issue: "seven" }, /must be a number/],
    ["fix", { issue: "7", mode: "slow" }, /one of fast, careful/],
    ["fix", { issue: "7", __proto: "x" }, /Unknown argument/],
    ["plain", { arguments: "x".repeat(70_000) }, /characters/],
    ["model", {}, /not found/],
    ["gone", {}, /not found/],
    ["__proto__", {}, /not found/],
  ])("S10 refuse %s with %o", async (name, args, message) => {
    const { get } = await open();
    await expect(get(name, args)).rejects.toThrow(message);
  });

  it("S10 complete arguments with choices, names of skills and paths of their files", async () => {
    workshop.write({ [`${skills}/fix/references/guide.md`]: "x" });
    const { client } = await open();
    const complete = async (
      ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string },
      name: string,
      value: string,
      given = {},
    ) =>
      (await client.complete({ ref, argument: { name, value }, context: { arguments: given } })).completion
        .values;
    expect(await complete({ type: "ref/prompt", name: "fix" }, "mode", "c")).toEqual(["careful"]);
    const { resourceTemplates } = await client.listResourceTemplates();
    const [skill, file] = resourceTemplates.map(({ uriTemplate }) => ({
      type: "ref/resource" as const,
      uri: uriTemplate,
    }));
    if (skill === undefined || file === undefined) throw new Error("a template is missing");
    expect(await complete(skill, "name", "f")).toEqual(["fix"]);
    expect(await complete(skill, "name", "mi")).toEqual([]);
    expect(await complete(file, "path", "ref", { name: "fix" })).toEqual(["references/guide.md"]);
    expect(await complete(file, "path", "", { name: "mine" })).toEqual([]);
    await expect(complete({ type: "ref/resource", uri: "file:///{x}" }, "x", "")).rejects.toThrow();
  });
});
