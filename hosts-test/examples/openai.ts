import { callModelInputFilter, guardTools, skillTools } from "@knowhow/hosts/openai";
import type { Approver, Session } from "@knowhow/runtime";
import { Agent, type AgentInputItem, type Model, run, type Tool, user } from "@openai/agents";

/** An assistant with skills that takes one message after another. */
export function createAssistant(session: Session, model: Model, hostTools: Tool[], ask?: Approver) {
  const agent = new Agent({
    name: "Assistant",
    instructions: "You are a careful assistant.",
    model,
    tools: [...guardTools(session, hostTools, { ask }), ...skillTools(session)],
  });
  const filter = callModelInputFilter(session, { tools: hostTools });
  let history: AgentInputItem[] = [];
  return async (text: string): Promise<string> => {
    const result = await run(agent, [...history, user(text)], {
      callModelInputFilter: filter,
      toolNotFoundBehavior: "return_error_to_model",
      maxTurns: 20,
    });
    history = result.history;
    return result.finalOutput ?? "";
  };
}
