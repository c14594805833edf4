import { callModelInputFilter, guardTools, skillTools } from "@knowhow/hosts/openai";
import { Agent, type AgentInputItem, run, setTracingDisabled, tool, user } from "@openai/agents";
import { assistantMessage, functionCall, modelResponder, ScriptedModel } from "@openai/agents/testing";
import { z } from "zod";
import { converse, type RawModel } from "../support/conversation.ts";

setTracingDisabled(true);

await converse(({ session, bash, model, history }) => {
  let items: AgentInputItem[] = Array.isArray(history) ? history : [];
  const hostTools = [
    tool({
      name: "Bash",
      description: "Runs a command.",
      parameters: z.object({ command: z.string() }),
      execute: ({ command }) => bash(command),
    }),
  ];
  const agent = new Agent({
    name: "Assistant",
    instructions: "You are a careful assistant.",
    model: scripted(model),
    tools: [...guardTools(session, hostTools), ...skillTools(session)],
  });
  const filter = callModelInputFilter(session, { tools: hostTools });
  return {
    history: () => items,
    ask: async (text) => {
      const result = await run(agent, [...items, user(text)], { callModelInputFilter: filter });
      items = result.history;
    },
  };
});

function scripted(model: RawModel) {
  const respond = modelResponder(({ request: { systemInstructions, input, tools } }) => {
    const messages = typeof input === "string" ? [input] : input;
    const reply = model({ system: systemInstructions, messages, tools });
    return [
      reply.type === "text"
        ? assistantMessage(reply.text)
        : functionCall(reply.name, reply.input, { callId: reply.id }),
    ];
  });
  return new ScriptedModel(Array.from({ length: 20 }, () => respond));
}
