import { type PlainRequest, type PlainTool, plainLoop } from "@knowhow/hosts/plain";
import type { Approver, Message, Session } from "@knowhow/runtime";

/** What a model answers: the final text, or tool calls. */
export interface Answer {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
}

/** Your call to a model; the tools are plain JSON Schema. */
export type CallModel = (request: PlainRequest<Message>) => Promise<Answer>;

/** An assistant with skills that takes one message after another. */
export function createAssistant(
  session: Session,
  callModel: CallModel,
  hostTools: Readonly<Record<string, PlainTool>>,
  ask?: Approver,
) {
  const loop = plainLoop(session, { system: "You are a careful assistant.", tools: hostTools, ask });
  const history: Message[] = [];
  return async (text: string): Promise<string> => {
    history.push({ role: "user", content: text });
    for (;;) {
      const answer = await callModel(await loop.request(history));
      history.push({ role: "assistant", content: answer.text });
      if (answer.calls.length === 0) return answer.text;
      for (const call of answer.calls) {
        const result = await loop.answer(call);
        history.push({ role: "tool", content: result.text });
      }
    }
  };
}
