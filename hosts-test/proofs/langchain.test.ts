import assert from "node:assert/strict";
import { it } from "node:test";
import { runTools, skillsMiddleware } from "@knowhow/hosts/langchain";
import type { ApprovalAnswer, ApprovalRequest, Approver } from "@knowhow/runtime";
import { AIMessage, type BaseMessage, RemoveMessage, ToolMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { Command, interrupt, MemorySaver } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { ClearToolUsesEdit, contextEditingMiddleware, createAgent } from "langchain";
import { z } from "zod";
import { createAssistant } from "../examples/langchain.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveAuthoring } from "../support/authoring-story.ts";
import { proveProcesses } from "../support/process-story.ts";
import { proveReading } from "../support/read-story.ts";
import { CLEARED, proveRewrites, type Rewrite } from "../support/rewrite-story.ts";
import { proveRuns } from "../support/run-story.ts";
import { ScriptedChatModel } from "../support/scripted-chat-model.ts";
import { call, proveStory, say, script } from "../support/story.ts";
import { type HostFunctions, openWorkshop } from "../support/workshop.ts";

const makeAgent: MakeAgent = (workshop, model, approve) =>
  createAssistant(workshop.session, new ScriptedChatModel(model), hostTools(workshop), approve);

proveStory("LangChain", makeAgent);
proveAuthoring("LangChain", makeAgent);
proveAsk("LangChain", makeAgent);
proveReading("LangChain", makeAgent);
proveRuns("LangChain", makeAgent, (host, session) => runTools(session, hostTools(host)));
proveProcesses("LangChain", "langchain");

proveRewrites("LangChain", ({ session }, model, rewrite) => {
  const agent = createAgent({
    model: new ScriptedChatModel(model),
    tools: [],
    middleware: [skillsMiddleware(session)],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: "1" } };
  return async (text) => {
    const { values } = await agent.graph.getState(config);
    const edits = (values.messages ?? []).flatMap((message: BaseMessage) => rewritten(message, rewrite));
    const messages = [...edits, { role: "user", content: text }];
    return (await agent.invoke({ messages }, config)).messages.at(-1)?.text ?? "";
  };
});

/** The update of the state that rewrites a message. */
function rewritten(message: BaseMessage, rewrite: Rewrite): BaseMessage[] {
  const { id } = message;
  const isCall = AIMessage.isInstance(message) && (message.tool_calls?.length ?? 0) > 0;
  if (id === undefined || !(isCall || ToolMessage.isInstance(message))) return [];
  if (rewrite === "drop") return [new RemoveMessage({ id })];
  if (!ToolMessage.isInstance(message)) return [];
  return [new ToolMessage({ id, tool_call_id: message.tool_call_id, content: CLEARED })];
}

it("lets the model load a skill again that LangChain's own context editing cleared", async () => {
  const workshop = await openWorkshop();
  const model = script(
    call("skill_load", { name: "pdf-forms" }),
    call("Bash", { command: "git log" }),
    call("skill_load", { name: "pdf-forms" }),
    say("done"),
  );
  const tools = hostTools(workshop);
  const edits = [
    new ClearToolUsesEdit({ trigger: { messages: 4 }, keep: { messages: 1 }, placeholder: CLEARED }),
  ];
  const agent = createAgent({
    model: new ScriptedChatModel(model),
    tools,
    middleware: [contextEditingMiddleware({ edits }), skillsMiddleware(workshop.session, { tools })],
  });
  await agent.invoke({ messages: [{ role: "user", content: "Fill in this form, please." }] });
  assert.match(model.requests[1]?.messages.at(-1)?.text ?? "", /Read references\/fields\.md/);
  assert.ok(model.requests[2]?.messages.some(({ text }) => text === CLEARED));
  assert.match(model.requests[3]?.messages.at(-1)?.text ?? "", /Read references\/fields\.md/);
  workshop.remove();
});

it("pauses a run with LangGraph's own interrupt, and runs the tool once when the user has answered", async () => {
  const workshop = await openWorkshop({ server: true });
  const model = script(
    call("skill_load", { name: "acme:pdf" }),
    call("Bash", { command: "git status" }),
    say("That is all."),
  );
  const tools = hostTools(workshop);
  const ask: Approver = (request) => interrupt<ApprovalRequest, ApprovalAnswer>(request);
  const agent = createAgent({
    model: new ScriptedChatModel(model),
    tools,
    middleware: [skillsMiddleware(workshop.session, { tools, ask })],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: "1" } };
  await agent.invoke({ messages: [{ role: "user", content: "What does this PDF say?" }] }, config);
  const [question] = (await agent.graph.getState(config)).tasks.flatMap(({ interrupts }) => interrupts);
  assert.deepEqual(workshop.ran, []);
  assert.ok(question, "the run did not pause");
  const { subject, arguments: input, digest }: ApprovalRequest = question.value;
  assert.deepEqual([subject, input], ["Bash", { command: "git status" }]);
  const answer: ApprovalAnswer = { answer: "yes", digest };
  const { messages } = await agent.invoke(new Command({ resume: answer }), config);
  assert.equal(messages.at(-1)?.text, "That is all.");
  assert.deepEqual(workshop.ran, ["Bash git status"]);
  workshop.remove();
});

it("continues from a checkpoint with a session of another process", async () => {
  const workshop = await openWorkshop();
  const checkpointer = new MemorySaver();
  const replies = script(say("loaded"), call("web_search", { query: "field 7" }), say("done"));
  const { requests } = replies;
  const model = new ScriptedChatModel(replies);
  await createAssistant(
    workshop.session,
    model,
    hostTools(workshop),
    undefined,
    checkpointer,
  )("/skill:pdf-forms");

  const saved = await checkpointer.getTuple({ configurable: { thread_id: "1" } });
  const restore = JSON.parse(JSON.stringify(saved?.checkpoint.channel_values.knowhow));
  const session = await workshop.knowhow.session({ toolScope: "restrict", matching: "explicit", restore });
  await createAssistant(session, model, hostTools(workshop), undefined, checkpointer)("Search for field 7.");

  assert.deepEqual(requests[1]?.messages.slice(0, 3), [
    ...(requests[0]?.messages ?? []),
    { role: "ai", text: "loaded" },
  ]);
  assert.equal(requests[1]?.system, requests[0]?.system);
  assert.ok(!requests[1]?.tools.includes("web_search"));
  assert.match(requests[2]?.messages.at(-1)?.text ?? "", /The tool "web_search" cannot be used now/);
  assert.deepEqual(workshop.ran, []);
  workshop.remove();
});

it("works in a custom graph with LangChain's own tools", async () => {
  const workshop = await openWorkshop();
  const { session } = workshop;
  const tools = session.allTools().map(({ name, description, inputSchema: schema }) =>
    tool(async (args, { toolCall }) => (await session.call(name, args, { toolUseId: toolCall?.id })).text, {
      name,
      description,
      schema,
    }),
  );
  const node = new ToolNode(tools);
  const tool_calls = [
    { id: "call_1", name: "skill_load", args: { name: "pdf-forms" }, type: "tool_call" as const },
  ];
  const { messages } = await node.invoke({ messages: [new AIMessage({ content: "", tool_calls })] });
  assert.match(messages[0].text, /Read references\/fields\.md/);
  assert.deepEqual(workshop.loaded, [["pdf-forms", "call_1"]]);
  workshop.remove();
});

function hostTools({ bash, read, search }: HostFunctions) {
  return [
    tool(({ command }) => bash(command), {
      name: "Bash",
      description: "Runs a command.",
      schema: z.object({ command: z.string() }),
    }),
    tool(({ path }) => read(path), {
      name: "read",
      description: "Reads a file.",
      schema: z.object({ path: z.string() }),
    }),
    tool(({ query }) => search(query), {
      name: "web_search",
      description: "Searches the web.",
      schema: z.object({ query: z.string() }),
    }),
  ];
}
