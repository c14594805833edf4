import type { Session, SessionOptions } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { DRIVERS } from "../testing/drivers.ts";
import { openSession } from "../testing/open-session.ts";
import { prepareStep, skillTools } from "./ai-sdk.ts";
import { anthropicLoop } from "./anthropic.ts";
import { skillsMiddleware } from "./langchain.ts";
import { skillsProcessor } from "./mastra.ts";
import { guardTools as guardOpenAiTools, skillTools as openAiTools } from "./openai.ts";
import { plainLoop } from "./plain.ts";

const HOST = ["bash", "web_search"];
const hello = { role: "user" as const, content: "Hello" };
const namesOf = (tools: readonly object[]) => tools.map((tool) => String(Reflect.get(tool, "name")));

/** The names of the tools in the next request of every adapter, with the host's tools `bash` and `web_search`. */
const LISTS: Readonly<Record<string, (session: Session) => () => Promise<readonly string[]>>> = {
  plain: (session) => {
    const tool = { description: "", inputSchema: {}, run: async () => "ran" };
    const loop = plainLoop(session, { tools: Object.fromEntries(HOST.map((name) => [name, tool])) });
    return async () => namesOf((await loop.request([hello])).tools);
  },
  "ai-sdk": (session) => {
    const tools = { ...Object.fromEntries(HOST.map((name) => [name, {}])), ...skillTools(session) };
    const step = prepareStep(session, { tools });
    return async () => (await step({ messages: [hello] })).activeTools;
  },
  openai: (session) => {
    const host = HOST.map((name) => ({ name, isEnabled: async () => true }));
    const tools = [...guardOpenAiTools(session, host), ...openAiTools(session)];
    return async () => {
      const enabled = await Promise.all(tools.map((tool) => tool.isEnabled()));
      return namesOf(tools.filter((_, index) => enabled[index]));
    };
  },
  anthropic: (session) => {
    const tools = HOST.map((name) => ({
      name,
      description: "",
      input_schema: { type: "object" } as const,
      run: () => "ran",
    }));
    const loop = anthropicLoop(session, { tools });
    return async () => namesOf((await loop.request([hello])).tools);
  },
  langchain: (session) => {
    const host = HOST.map((name) => ({ name }));
    const { beforeModel, wrapModelCall, tools } = skillsMiddleware(session, { tools: host });
    return async () => {
      const messages = [{ type: "human", content: "Hello" }];
      await beforeModel({ messages });
      const request = { messages, systemPrompt: "", tools: [...host, ...tools] };
      return namesOf((await wrapModelCall(request, (changed) => changed)).tools);
    };
  },
  mastra: (session) => {
    const tools = Object.fromEntries(HOST.map((name) => [name, {}]));
    const processor = skillsProcessor(session);
    return async () =>
      (await processor.processInputStep({ messages: [hello], systemMessages: [], tools })).activeTools;
  },
};

const SKILL_TOOLS = ["skill_search", "skill_load", "skill_read"];

/** The tools before and after a skill is loaded that lists `Bash(git:*)` and `Read`. */
async function beforeAndAfter(adapter: string, options: SessionOptions) {
  const session = await openSession({ matching: "explicit", ...options });
  const list = LISTS[adapter]?.(session);
  const before = await list?.();
  await session.call("skill_load", { name: "forms" });
  return { before, after: await list?.() };
}

describe.each(Object.keys(LISTS))("the tools that the adapter %s lists", (adapter) => {
  it("S9 never change with advisory lists of tools", async () => {
    const { before, after } = await beforeAndAfter(adapter, {});
    expect(before).toEqual([...HOST, ...SKILL_TOOLS]);
    expect(after).toEqual(before);
  });

  it("S9 X7 are those that the skill lists under restrict, by whatever name", async () => {
    const { before, after } = await beforeAndAfter(adapter, { toolScope: "restrict" });
    expect(before).toEqual([...HOST, ...SKILL_TOOLS]);
    expect(after).toEqual(["bash", ...SKILL_TOOLS]);
  });

  it("S9 never change under restrict if the list is constant", async () => {
    const options = { toolScope: "restrict", toolList: "constant" } as const;
    const { before, after } = await beforeAndAfter(adapter, options);
    // A constant list also has the tool that only a library with workflows needs.
    expect(before).toEqual([...HOST, ...SKILL_TOOLS, "skill_run"]);
    expect(after).toEqual(before);
  });
});

describe.each(Object.keys(DRIVERS))("the tools of a host with the adapter %s", (adapter) => {
  it("S9 X7 are refused when they are called, with the way to continue, until the skill is released", async () => {
    const session = await openSession({ toolScope: "restrict", toolList: "constant" });
    const call = DRIVERS[adapter]?.({ session, name: "web_search", run: () => "ran" });
    await session.call("skill_load", { name: "forms" });
    expect(await call?.({ query: "x" })).toBe(
      'The tool "web_search" cannot be used now: skill "forms" does not list the tool. ' +
        'The skill "forms" limits tools until the user starts another skill with /name, or the application releases it.',
    );
    session.release("forms");
    expect(await call?.({ query: "x" })).toBe("ran");
  });
});
