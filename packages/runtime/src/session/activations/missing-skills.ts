import { messageText } from "../../basics/message-text.ts";
import type { Message } from "../../conversation.ts";
import { estimateTokens } from "../../format/estimate-tokens.ts";
import { outlineOf } from "../../format/outline.ts";
import type { SessionEngine } from "../session-engine.ts";
import type { Activation } from "../session-state.ts";
import type { Activations } from "./activations.ts";
import { fillArguments } from "./fill-arguments.ts";
import { writeInstructions } from "./write-skill.ts";

/** The active skills whose instructions are not in these messages in the version that is served now. */
export async function missingSkills(
  messages: readonly Pick<Message, "content">[],
  activations: Activations,
  engine: SessionEngine,
): Promise<readonly Activation[]> {
  const said = messages.map(({ content }) => messageText(content));
  const missing: Activation[] = [];
  for (const activation of activations.list()) {
    const texts = await instructionsOf(activation, activations, engine);
    if (!texts.some((text) => said.some((content) => content.includes(text)))) missing.push(activation);
  }
  return missing;
}

/** Every form in which the model may have got the instructions; none if that cannot be known. */
async function instructionsOf(
  { name, version, args, partial }: Activation,
  activations: Activations,
  { profile: { activation }, ports }: SessionEngine,
): Promise<readonly string[]> {
  const skill = activations.find(name);
  if (skill === undefined || partial === true) return [];
  const body = await activations.body(skill).catch(() => undefined);
  if (body?.version !== version) return [];
  const passage = { skill, body: fillArguments(skill, body.text, args, activation).text, args };
  const count = ports.tokenizer ?? estimateTokens;
  const isLong = count(body.text) > activation.outlineAbove;
  return [
    writeInstructions(passage, activation),
    ...(isLong ? [writeInstructions({ ...passage, outline: outlineOf(body.text, count) }, activation)] : []),
  ];
}
