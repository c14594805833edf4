/** Questions that ask for information, not for something to be done, each with an example. */
export const FACT_EXAMPLES: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["who invented the telephone", /^(?:who|whose)\b/],
  ["when is the next eclipse", /^(?:when|where) (?:is|are|was|were|did|does|do|will)\b/],
  ["how old is the universe", /^how (?:many|much|old|big|tall|far|long|often|popular)\b/],
  [
    "which phone should i buy",
    /^(?:which|what)\b.*\b(?:should i (?:buy|get|choose)|cheapest|most popular|newest|stand for|called)\b/,
  ],
  ["what does entropy mean", /^(?:what (?:does|do|did)\b.*\bmean|define\b|tell me about\b)/],
  [
    "what is the capital of peru",
    /^(?:what is|what's|what are|what was|what were) (?:the|a|an)\b(?! .*\b(?:best|stand for|called|newest)\b)/,
  ],
  [
    "is it true that bats are blind",
    /^(?:is|are|was|were|does|do|did|has|have) (?:it|there|you|people|humans|they|he|she)\b/,
  ],
];

const LONGEST = 160;

/** True if a message reads like a question for information, which says little about whether a skill is needed. */
export function asksForFact(asked: string): boolean {
  const text = asked.trim().toLowerCase();
  return (
    text.length < LONGEST && !text.includes("\n") && FACT_EXAMPLES.some(([, pattern]) => pattern.test(text))
  );
}
