import { describe, expect, it } from "vitest";
import { createRuntime } from "../runtime.ts";
import { fakePorts } from "../testing/fake-ports.ts";

const TREE = {
  "/home/ada/.agents/skills/git-helper/SKILL.md":
    "---\nname: git-helper\ndescription: Use it for git.\nallowed-tools: Bash(git:*)\n---\nBody\n",
};

async function open() {
  const runtime = await createRuntime(fakePorts(TREE));
  const session = await runtime.session({ toolScope: "restrict" });
  return { runtime, session };
}

/** A call as JavaScript makes it, without a compiler in between. */
function ask(target: object, method: string, ...args: readonly unknown[]): unknown {
  return Reflect.apply(Reflect.get(target, method), target, args);
}

async function refusal(target: object, method: string, ...args: readonly unknown[]): Promise<unknown> {
  try {
    await ask(target, method, ...args);
  } catch (error) {
    return error;
  }
  return undefined;
}

const bad = (message: string) => ({ code: "runtime.bad-option", message: expect.stringContaining(message) });

describe("X7 a session refuses options that cannot be meant", () => {
  it.each([
    [
      { toolScope: "strict" },
      '`toolScope` must be one of "advisory", "pre-approve", "restrict", got "strict"',
    ],
    [{ toolScope: "Restrict" }, "`toolScope` must be one of"],
    [{ toolscope: "restrict" }, '`toolscope` is an unknown option; did you mean "toolScope"?'],
    [{ grants: "Bash(git:*)" }, "`grants` must be an array of strings"],
    [{ contextWindow: "x" }, '`contextWindow` must be a number, at least 1, got "x"'],
    [{ contextWindow: "200k" }, "`contextWindow` must be a number"],
    [{ contextWindow: -1 }, "`contextWindow` must be a number, at least 1"],
    [{ contextWindow: Number.NaN }, "`contextWindow` must be a number"],
    [{ catalogFormat: "yaml" }, '`catalogFormat` must be one of "lines", "xml", "json"'],
    [{ matching: "always" }, "`matching` must be one of"],
    [{ matcher: {} }, "`matcher.list` must be a function"],
    [{ approver: "yes" }, "`approver` must be a function"],
    [{ skills: "pdf" }, "`skills` must be an array of strings"],
    [{ toolAliases: { Bash: "bash" } }, "`toolAliases.Bash` must be an array of strings"],
    [{ maxTokens: "all" }, "`maxTokens` must be a number"],
    [null, "session: the options must be a plain object"],
  ])("%j", async (options, message) => {
    const { runtime, session } = await open();
    expect(await refusal(runtime, "session", options)).toMatchObject(bad(message));
    if (options !== null) expect(await refusal(session, "fork", options)).toMatchObject(bad(message));
  });

  it.each([
    { contextWindow: 1 },
    { catalogBudget: 0, injectBudget: 0, contextBudget: 0, padTo: 0 },
    { maxActivations: 0, maxTokens: Number.POSITIVE_INFINITY },
    { ceiling: [{ skill: "a", allowed: [], disallowed: ["Bash"], remote: true }] },
    { scopeEnds: "never" },
    { scopeEnds: "turn", toolList: "constant" },
    { toolScope: "pre-approve", bodies: "cached", catalogFormat: "json" },
  ])("and accepts %j", async (options) => {
    const { runtime, session } = await open();
    expect(await refusal(runtime, "session", options)).toBeUndefined();
    expect(await refusal(session, "fork", options)).toBeUndefined();
  });

  it.each([
    [{ catalogBudget: -1 }, "`catalogBudget` must be a number, at least 0"],
    [{ maxActivations: -1 }, "`maxActivations` must be a number, at least 0"],
    [{ padTo: -1 }, "`padTo` must be a number, at least 0"],
    [{ ceiling: [{ skill: "a" }] }, "`ceiling[0].allowed` is missing"],
    [{ ceiling: [{ allowed: [] }] }, "`ceiling[0].skill` is missing"],
    [{ ceiling: "a" }, "`ceiling` must be an array of declarations"],
    [{ matcher: { list: () => [] } }, "`matcher.match` must be a function"],
    [{ library: {} }, "`library` must be a SkillLibrary"],
    [{ toolAliases: [] }, "`toolAliases` must be an object with an array of names per tool"],
  ])("and refuses %j", async (options, message) => {
    const { runtime } = await open();
    expect(await refusal(runtime, "session", options)).toMatchObject(bad(message));
  });

  it("and says which word was perhaps meant", async () => {
    const { runtime } = await open();
    expect(await refusal(runtime, "session", { toolScope: "restrict " })).toMatchObject({
      hint: 'did you mean "restrict"?',
    });
    expect(await refusal(runtime, "session", { toolScope: "restrict" })).toBeUndefined();
  });

  it("a fork is not restored from elsewhere", async () => {
    const { session } = await open();
    expect(await refusal(session, "fork", { restore: {} })).toMatchObject(
      bad("`restore` is an unknown option"),
    );
  });
});

describe("the calls of a session refuse what cannot be meant", () => {
  it.each([
    ["turn", [{ messages: "x" }], '`messages` must be an array of messages, got "x"'],
    ["turn", [{ messages: [null] }], "`messages[0]` must be a message with `role` and `content`, got null"],
    ["turn", [{ messages: [{ content: "x" }] }], "`messages[0].role` must be one of"],
    ["turn", [{ message: [] }], '`message` is an unknown option; did you mean "messages"?'],
    ["turn", [{ availableTools: "Bash" }], "`availableTools` must be an array of strings"],
    ["turn", [null], "turn: the options must be a plain object"],
    ["guard", [undefined], "guard: `call` must be a tool call"],
    ["guard", [{ tool: "Bash" }], "`call.tool` is an unknown part of a tool call"],
    [
      "guard",
      [{ name: "Bash", inpt: {} }],
      '`call.inpt` is an unknown part of a tool call; did you mean "input"?',
    ],
    [
      "authorize",
      [{ name: "Bash" }, { availableTool: [] }],
      '`availableTool` is an unknown option; did you mean "availableTools"?',
    ],
    ["authorize", [{ name: "Bash" }, { ask: true }], "`ask` must be a function"],
    ["release", [3], "`name` must be"],
    ["turn", [{ messages: [{ role: "User", content: "/a" }] }], "`messages[0].role` must be"],
    ["guard", [{ name: "Bash" }, "Bash"], "`availableTools` must be an array of"],
    ["call", ["skill_load", {}, { toolUseId: 5 }], "`toolUseId` must be a string"],
    ["call", ["skill_load", {}, { abort: 1 }], "call: `abort` is an unknown option"],
    ["resolve", ["skill://git-helper", { page: "1" }], "`page` must be a whole number"],
    [
      "resolve",
      ["skill://git-helper", { audiences: "user" }],
      '`audiences` is an unknown option; did you mean "audience"?',
    ],
    ["resolve", ["skill://git-helper", { audience: "client" }], "`audience` must be"],
    ["compacted", [{ keepTokens: "all" }], "`keepTokens` must be a number"],
    ["compacted", [{ keep: 1 }], "`keep` is an unknown option"],
    ["guard", ["Bash"], "must be a tool call with `name` and `input`"],
    ["guard", [{ name: "Bash", inputs: {} }], "is an unknown part of a tool call"],
    ["recover", ["hello"], "recover: `messages` must be"],
    ["recover", [[], { keepTokens: "all" }], "recover: `keepTokens` must be a number"],
  ])("%s %j", async (method, args, message) => {
    const { session } = await open();
    const error = await refusal(session, method, ...args);
    expect(error).toMatchObject(bad(message));
    expect(error).toMatchObject({ message: expect.stringMatching(`^${method}: `) });
  });

  it("a wrong tool scope never lets a call through that `restrict` denies", async () => {
    const { session } = await open();
    await session.call("skill_load", { name: "git-helper" });
    const call = { name: "Bash", input: { command: "rm -rf /" } };
    expect(session.guard(call, ["Bash"]).verdict).toBe("deny");
    expect(await refusal(session, "fork", { toolScope: "strict" })).toMatchObject(bad("toolScope"));
  });
});

describe("names that no skill has", () => {
  it("in skills, pins and preload are a note of the first turn, not an error", async () => {
    const { runtime } = await open();
    const session = await runtime.session({
      skills: ["git-*", "nosuch"],
      pins: ["git-helpr"],
      preload: ["git-helper", "none"],
    });
    expect((await session.turn()).report.notes).toEqual([
      '`skills`: no skill named "nosuch"',
      '`pins`: no skill named "git-helpr"; did you mean "git-helper"?',
      '`preload`: no skill named "none"',
    ]);
    expect((await session.turn()).report.notes).toEqual([]);
  });
});
