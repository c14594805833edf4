import { guardTools, prepareStep, skillTools } from "@knowhow/hosts/ai-sdk";
import type { Approver, Session } from "@knowhow/runtime";
import { generateText, isStepCount, type LanguageModel, type ModelMessage, type ToolSet } from "ai-7";

/** An assistant with skills that takes one message after another. */
export function createAssistant(session: Session, model: LanguageModel, hostTools: ToolSet, ask?: Approver) {
  const tools = { ...guardTools(session, hostTools, { ask }), ...skillTools(session) };
  const step = prepareStep(session, { instructions: "You are a careful assistant.", tools });
  const messages: ModelMessage[] = [];
  return async (text: string): Promise<string> => {
    messages.push({ role: "user", content: text });
    const result = await generateText({
      model,
      tools,
      messages,
      prepareStep: step,
      stopWhen: isStepCount(20),
    });
    messages.push(...result.responseMessages);
    return result.text;
  };
}
