/** Questions that ask for information, not for something to be done. */
const FACT: readonly RegExp[] = [
  /^(?:who|whose|when|where)\b/,
  /^how (?:many|much|old|big|tall|far|long|often|popular)\b/,
  /^(?:which|what)\b.*\b(?:should i (?:buy|get|choose)|best|good|better|cheapest|popular|latest|newest|difference|stand for|mean|called|cost)\b/,
  /^(?:what is|what's|what are|what was|what were|what does|define|tell me about)\b/,
  /^(?:is|are|was|were|does|do|did|has|have)\b(?! (?:a|an|the) (?:review|check|scan|test)\b)/,
  /^why (?:is|are|was|were|do|does|did)\b/,
];

/** True if a message reads like a question for information, which says little about whether a skill is needed. */
export function asksForFact(asked: string): boolean {
  const text = asked.trim().toLowerCase();
  return text.length < 160 && !text.includes("\n") && FACT.some((question) => question.test(text));
}
