import { setTracingDisabled, tool } from "@openai/agents";
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { z } from "zod";
import { createAssistant } from "../examples/openai.ts";
import { type MakeAgent, proveAsk } from "../support/ask-story.ts";
import { flatText, type Model, proveStory } from "../support/story.ts";

setTracingDisabled(true);

const makeAgent: MakeAgent = ({ session, bash, search }, model, approve) => {
  const hostTools = [
    tool({
      name: "Bash",
      description: "Runs a command.",
      parameters: z.object({ command: z.string() }),
      execute: ({ command }) => bash(command),
    }),
    tool({
      name: "web_search",
      description: "Searches the web.",
      parameters: z.object({ query: z.string() }),
      execute: ({ query }) => search(query),
    }),
  ];
  return createAssistant(session, scriptedModel(model), hostTools, approve);
};

proveStory("OpenAI Agents", makeAgent);
proveAsk("OpenAI Agents", makeAgent);

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
