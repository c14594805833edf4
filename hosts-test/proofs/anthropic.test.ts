import assert from "node:assert/strict";
import { after, it } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { anthropicLoop, type RunnableTool, runTools } from "@knowhow/hosts/anthropic";
import { createAssistant } from "../examples/anthropic.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveAuthoring } from "../support/authoring-story.ts";
import { type FakeMessagesApi, startMessagesApi } from "../support/fake-messages-api.ts";
import { proveProcesses } from "../support/process-story.ts";
import { proveReading } from "../support/read-story.ts";
import { CLEARED, proveRewrites, type Rewrite } from "../support/rewrite-story.ts";
import { proveRuns } from "../support/run-story.ts";
import { call, proveStory, say, script, stringIn } from "../support/story.ts";
import { type HostFunctions, openWorkshop } from "../support/workshop.ts";

const servers: FakeMessagesApi[] = [];
after(() => Promise.all(servers.map((server) => server.close())));

const makeAgent: MakeAgent = async (workshop, model, approve) => {
  const server = await startMessagesApi(model);
  servers.push(server);
  return createAssistant(workshop.session, clientOf(server), hostTools(workshop), approve);
};

proveStory("Anthropic SDK", makeAgent);
proveAuthoring("Anthropic SDK", makeAgent);
proveAsk("Anthropic SDK", makeAgent);
proveReading("Anthropic SDK", makeAgent);
proveRuns("Anthropic SDK", makeAgent, (host, session) => runTools(session, hostTools(host)));
proveProcesses("Anthropic SDK", "anthropic");

proveRewrites("Anthropic SDK", async ({ session }, model, rewrite) => {
  const server = await startMessagesApi(model);
  servers.push(server);
  const loop = anthropicLoop(session);
  let history: Anthropic.MessageParam[] = [];
  return async (text) => {
    history = history.flatMap((message) => rewritten(message, rewrite));
    history.push({ role: "user", content: text });
    for (;;) {
      const reply = await clientOf(server).messages.create({
        model: "claude-sonnet-5",
        max_tokens: 4_096,
        ...(await loop.request(history)),
      });
      history.push({ role: "assistant", content: reply.content });
      const results = await loop.answer(reply.content);
      if (results === undefined) return "";
      history.push(results);
    }
  };
});

function rewritten(message: Anthropic.MessageParam, rewrite: Rewrite): Anthropic.MessageParam[] {
  const { role, content } = message;
  if (typeof content === "string" || !content.some(({ type }) => type.startsWith("tool_"))) return [message];
  if (rewrite === "drop") return [];
  if (role !== "user") return [message];
  const cleared = content.map((block) =>
    block.type === "tool_result" ? { ...block, content: CLEARED } : block,
  );
  return [{ role, content: cleared }];
}

proveAsk("Anthropic SDK with its own tool runner", async (workshop, model, approve) => {
  const server = await startMessagesApi(model);
  servers.push(server);
  const loop = anthropicLoop(workshop.session, { tools: hostTools(workshop), ask: approve });
  return async (text) => {
    const { system, messages } = await loop.request([{ role: "user", content: text }]);
    const last = await clientOf(server).beta.messages.toolRunner({
      model: "claude-sonnet-5",
      max_tokens: 4_096,
      system,
      messages,
      tools: loop.runnable(),
      thread: false,
    });
    return last.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  };
});

it("sends the host's instructions and the list of skills as two blocks for the cache", () => {
  const [body] = servers[0]?.bodies ?? [];
  assert.deepEqual(
    body?.system.map(({ cache_control }) => cache_control),
    [{ type: "ephemeral" }, { type: "ephemeral" }],
  );
});

it("works in the SDK's own tool runner too", async () => {
  const workshop = await openWorkshop();
  const model = script(
    call("skill_load", { name: "pdf-forms" }),
    call("web_search", { query: "field 7" }),
    say("done"),
  );
  const server = await startMessagesApi(model);
  servers.push(server);
  const loop = anthropicLoop(workshop.session, { tools: hostTools(workshop) });
  const { system, messages } = await loop.request([{ role: "user", content: "Fill in this form, please." }]);
  const last = await clientOf(server).beta.messages.toolRunner({
    model: "claude-sonnet-5",
    max_tokens: 4_096,
    system,
    messages,
    tools: loop.runnable(),
    thread: false,
  });
  assert.deepEqual(
    last.content.map((block) => (block.type === "text" ? block.text : block.type)),
    ["done"],
  );
  assert.match(model.requests[1]?.messages.at(-1)?.text ?? "", /Read references\/fields\.md/);
  assert.match(model.requests[2]?.messages.at(-1)?.text ?? "", /cannot be used now/);
  assert.deepEqual(workshop.ran, []);
  workshop.remove();
});

function clientOf({ baseURL }: FakeMessagesApi): Anthropic {
  return new Anthropic({ apiKey: "none", baseURL, maxRetries: 0 });
}

function hostTools({ bash, read, search }: HostFunctions): RunnableTool[] {
  return [
    {
      name: "Bash",
      description: "Runs a command.",
      input_schema: { type: "object", properties: { command: { type: "string" } }, required: ["command"] },
      run: (input) => bash(stringIn(input, "command")),
    },
    {
      name: "read",
      description: "Reads a file.",
      input_schema: { type: "object", properties: { path: { type: "string" } }, required: ["path"] },
      run: (input) => read(stringIn(input, "path")),
    },
    {
      name: "web_search",
      description: "Searches the web.",
      input_schema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
      run: (input) => search(stringIn(input, "query")),
    },
  ];
}
