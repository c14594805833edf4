import type { Message } from "../../conversation.ts";
import type { WeightedText } from "../lexical/lexical-query.ts";
import { sentencesOf } from "../lexical/split-negative.ts";
import { termsOf } from "../words/terms.ts";
import { requestText } from "./request-text.ts";
import { isSmallTalk } from "./small-talk.ts";

/** A message prepared for matching. */
export interface MatchableMessage {
  /** The user's words, without pasted text. */
  readonly asked: string;
  /** The text in which names and phrases are looked for: the user's words or, if there are none, the whole message. */
  readonly said: string;
  /** True if that is the whole message: nothing in it is pasted or quoted. */
  readonly isWhole: boolean;
  /** Texts to match by words. */
  readonly texts: readonly WeightedText[];
  /** Texts to match by meaning: the whole, then single sentences of a long message. */
  readonly meanings: readonly string[];
  /** False if nothing is requested: small talk, or only code. Only names and phrases can match then. */
  readonly asks: boolean;
}

const PASTED = 0.15;
const EARLIER = [0.25, 0.12] as const;

/** A message with fewer significant words is combined with earlier requests. */
const SHORT = 3;
const MAX_SENTENCES = 6;
const MAX_MEANING = 600;

/** Maximum number of user messages to search for an earlier request. */
const LOOK_BACK = 20;

/** Reads the newest message in the context of the last two requests before it. */
export function readRequest(message: string, messages: readonly Message[] = []): MatchableMessage {
  const { asked, pasted } = requestText(message);
  const telling = new Set(termsOf(asked)).size;
  const said = asked === "" ? pasted : asked;
  const isWhole = said === message.trim();
  if (telling === 0 || isSmallTalk(asked))
    return { asked, said, isWhole, texts: [], meanings: [], asks: false };
  const texts: WeightedText[] = [
    { text: asked, weight: 1 },
    ...(pasted === "" ? [] : [{ text: pasted, weight: PASTED }]),
  ];
  if (telling < SHORT) {
    for (const [index, text] of earlierRequests(message, messages).entries())
      texts.push({ text, weight: EARLIER[index] ?? 0 });
  }
  return { asked, said, isWhole, texts, meanings: meaningsOf(asked), asks: true };
}

function meaningsOf(asked: string): readonly string[] {
  const whole = asked.length <= MAX_MEANING ? asked : asked.slice(0, MAX_MEANING);
  const sentences = sentencesOf(asked).filter((sentence) => new Set(termsOf(sentence)).size >= 2);
  if (sentences.length < 2) return [whole];
  const ends = [...sentences.slice(0, MAX_SENTENCES / 2), ...sentences.slice(-MAX_SENTENCES / 2)];
  return [whole, ...new Set(ends)];
}

/** The last two requests of the user before this message, newest first. */
function earlierRequests(message: string, messages: readonly Message[]): readonly string[] {
  const asked: string[] = [];
  let seen = 0;
  for (let at = messages.length - 1; at >= 0 && seen < LOOK_BACK && asked.length < EARLIER.length; at -= 1) {
    const { role, content } = messages[at] ?? { role: "system", content: "" };
    if (role !== "user") continue;
    seen += 1;
    if (seen === 1 && content === message) continue;
    const text = requestText(content).asked;
    if (text !== "" && !isSmallTalk(text)) asked.push(text);
  }
  return asked;
}
