import type { ApprovalAnswer, Approver } from "@knowhow/runtime";
import { describe, expect, it } from "vitest";
import { openServerSession, openSession } from "../testing/open-session.ts";
import { skillsMiddleware } from "./langchain.ts";

const human = (content: string, id = "1") => ({ type: "human", content, id });
const tools = [{ name: "Bash" }, { name: "web_search" }];
const names = (items: readonly object[]) => items.map((item) => Reflect.get(item, "name"));

describe("S9 the adapter for LangChain", () => {
  it("S9 writes what is new and the session into the state, under an id that marks it", async () => {
    const session = await openSession();
    const update = await skillsMiddleware(session, { tools }).beforeModel({
      messages: [human("/skill:notes")],
    });
    expect(update.messages).toEqual([
      { role: "user", content: expect.stringContaining("Group the changes."), id: "knowhow:1:0" },
    ]);
    expect(update.knowhow).toEqual(session.toJSON());
  });

  it("S9 does not treat its own messages as the user's, even if another process wrote them", async () => {
    const session = await openSession();
    const messages = [human("Hello"), human("/skill:notes", "knowhow:1:0")];
    expect((await skillsMiddleware(session).beforeModel({ messages })).messages).toEqual([]);
  });

  it("S9 adds the list of skills to the prompt and shows only tools that may be called", async () => {
    const session = await openSession();
    const middleware = skillsMiddleware(session, { tools });
    await session.call("skill_load", { name: "forms" });
    await middleware.beforeModel({ messages: [human("Hello")] });
    const request = { messages: [], systemPrompt: "Be careful.", tools: [...tools, ...middleware.tools] };
    const seen = await middleware.wrapModelCall(request, (changed) => changed);
    expect(seen.systemPrompt).toMatch(/^Be careful\.\n\n## Available skills/);
    expect(names(seen.tools)).toEqual(["Bash", "skill_search", "skill_load", "skill_read"]);
  });

  it("S9 lets the model load a skill again that another middleware cut out of the call", async () => {
    const session = await openSession({ matching: "explicit" });
    const { beforeModel, wrapModelCall } = skillsMiddleware(session);
    const load = async () => (await session.call("skill_load", { name: "forms" })).text;
    const result = { type: "tool", content: await load(), id: "2" };
    const messages = [human("Hello"), result];
    await beforeModel({ messages });
    const pass = (sent: readonly object[]) =>
      wrapModelCall({ messages: sent, systemPrompt: "", tools: [] }, (changed) => changed);
    await pass(messages);
    expect(await load()).toContain("was loaded earlier");
    await pass([human("Hello"), { ...result, content: "[cleared]" }]);
    expect(await load()).toContain("Fill every field.");
  });

  it("S9 puts a tool that says no in the place of one that may not run", async () => {
    const session = await openSession();
    const { wrapToolCall } = skillsMiddleware(session, { tools });
    await session.call("skill_load", { name: "forms" });
    const run = (name: string, args: unknown) =>
      wrapToolCall({ toolCall: { name, args } }, async ({ tool }) => tool?.invoke({ args }) ?? "ran");
    expect(await run("Bash", { command: "git log" })).toBe("ran");
    expect(await run("web_search", {})).toContain("cannot be used now");
    expect(await run("skill_load", { name: "notes" })).toBe("ran");
  });

  it("S11 lets an interrupt of LangGraph pause the run, and asks again when it is resumed", async () => {
    const session = await openServerSession();
    const interrupt = Object.assign(new Error("interrupt"), { is_bubble_up: true });
    let answer: ApprovalAnswer | undefined;
    const ask: Approver = () => {
      if (answer === undefined) throw interrupt;
      return answer;
    };
    const { wrapToolCall } = skillsMiddleware(session, { tools, ask });
    const ran: unknown[] = [];
    const run = async () =>
      wrapToolCall({ toolCall: { name: "Bash", args: { command: "ls" } } }, async ({ tool, toolCall }) => {
        if (tool === undefined) ran.push(toolCall.args);
        return tool?.invoke(toolCall);
      });
    await expect(run()).rejects.toBe(interrupt);
    answer = { answer: "no" };
    expect(await run()).toContain("the user said no");
    expect(ran).toEqual([]);
    answer = { answer: "yes" };
    await run();
    expect(ran).toEqual([{ command: "ls" }]);
  });

  it("S9 makes tools that a tool node can run by a tool call", async () => {
    const load = skillsMiddleware(await openSession()).tools.find(({ name }) => name === "skill_load");
    expect(load).toMatchObject({ lc_runnable: true, schema: { type: "object" } });
    const call = { type: "tool_call", id: "call_1", name: "skill_load", args: { name: "forms" } };
    expect(await load?.invoke(call)).toContain("Fill every field.");
  });
});
