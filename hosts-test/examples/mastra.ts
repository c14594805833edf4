import { guardTools, skillsProcessor, skillTools } from "@knowhow/hosts/mastra";
import type { Approver, Session } from "@knowhow/runtime";
import { Agent, type AgentConfig, type MastraDBMessage, type ToolsInput } from "@mastra/core/agent";

/** An assistant with skills that takes one message after another. */
export function createAssistant(
  session: Session,
  model: AgentConfig["model"],
  hostTools: ToolsInput,
  ask?: Approver,
) {
  const agent = new Agent({
    id: "assistant",
    name: "Assistant",
    instructions: "You are a careful assistant.",
    model,
    tools: { ...guardTools(session, hostTools, { ask }), ...skillTools(session) },
    inputProcessors: [skillsProcessor(session)],
  });
  let history: MastraDBMessage[] = [];
  return async (text: string): Promise<string> => {
    const result = await agent.generate([...history, { role: "user", content: text }], { maxSteps: 20 });
    history = result.messages;
    return result.text;
  };
}
