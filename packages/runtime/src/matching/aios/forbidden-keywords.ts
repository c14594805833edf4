import { isNegated } from "../triggers/negation.ts";
import { readMessage } from "../triggers/read-message.ts";
import { keywordsOf } from "./keywords.ts";

/** A user says what not to do near the start; a long message ends with pasted text. */
const MAX_WORDS = 2_000;

/** The keywords that a message only forbids: "explain" in "don't explain it", unless it also asks for an explanation. */
export function forbiddenKeywords(query: string): ReadonlySet<string> {
  const message = readMessage(query);
  const forbidden = new Set<string>();
  const requested = new Set<string>();
  for (const [index, { text }] of message.words.slice(0, MAX_WORDS).entries())
    for (const keyword of keywordsOf(text)) (isNegated(message, index) ? forbidden : requested).add(keyword);
  for (const keyword of requested) forbidden.delete(keyword);
  return forbidden;
}
