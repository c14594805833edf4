import { callModelInputFilter, runTools, skillTools } from "@knowhow/hosts/openai";
import { Agent, type AgentInputItem, run, setTracingDisabled, tool, user } from "@openai/agents";
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { z } from "zod";
import { createAssistant } from "../examples/openai.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { proveAuthoring } from "../support/authoring-story.ts";
import { proveProcesses } from "../support/process-story.ts";
import { proveReading } from "../support/read-story.ts";
import { CLEARED, proveRewrites } from "../support/rewrite-story.ts";
import { proveRuns } from "../support/run-story.ts";
import { flatText, type Model, proveStory } from "../support/story.ts";
import type { HostFunctions } from "../support/workshop.ts";

setTracingDisabled(true);

const hostToolsOf = ({ bash, read, search }: HostFunctions) => [
  tool({
    name: "Bash",
    description: "Runs a command.",
    parameters: z.object({ command: z.string() }),
    execute: ({ command }) => bash(command),
  }),
  tool({
    name: "read",
    description: "Reads a file.",
    parameters: z.object({ path: z.string() }),
    execute: ({ path }) => read(path),
  }),
  tool({
    name: "web_search",
    description: "Searches the web.",
    parameters: z.object({ query: z.string() }),
    execute: ({ query }) => search(query),
  }),
];

const makeAgent: MakeAgent = (workshop, model, approve) =>
  createAssistant(workshop.session, scriptedModel(model), hostToolsOf(workshop), approve);

proveStory("OpenAI Agents", makeAgent);
proveAuthoring("OpenAI Agents", makeAgent);
proveAsk("OpenAI Agents", makeAgent);
proveReading("OpenAI Agents", makeAgent);
proveRuns("OpenAI Agents", makeAgent, (host, session) => runTools(session, hostToolsOf(host)));
proveProcesses("OpenAI Agents", "openai");

proveRewrites("OpenAI Agents", ({ session }, model, rewrite) => {
  const agent = new Agent({ name: "Assistant", model: scriptedModel(model), tools: skillTools(session) });
  const filter = callModelInputFilter(session);
  let history: AgentInputItem[] = [];
  return async (text) => {
    history = history.flatMap((item): AgentInputItem[] => {
      if (item.type !== "function_call" && item.type !== "function_call_result") return [item];
      if (rewrite === "drop") return [];
      return [item.type === "function_call" ? item : { ...item, output: CLEARED }];
    });
    const result = await run(agent, [...history, user(text)], { callModelInputFilter: filter });
    history = result.history;
    return result.finalOutput ?? "";
  };
});

function scriptedModel(model: Model) {
  const respond = modelResponder(({ request: { systemInstructions, input, tools } }) => {
    const items: readonly object[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
    const reply = model({
      system: systemInstructions ?? "",
      messages: items.map((item) => ({
        role: String(Reflect.get(item, "role") ?? Reflect.get(item, "type")),
        text: flatText(item),
      })),
      tools: tools.map(({ name }) => name),
    });
    return [
      reply.type === "text"
        ? assistantMessage(reply.text)
        : functionCall(reply.name, reply.input, { callId: reply.id }),
    ];
  });
  return new ScriptedModel(Array.from({ length: 20 }, () => respond));
}
