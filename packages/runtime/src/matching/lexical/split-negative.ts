/** A description split into what a skill is for and what it is not for. */
export interface PolarText {
  readonly positive: string;
  readonly negative: string;
}

/** Starts a sentence that says what a skill is not for. */
const STARTS_NEGATIVE =
  /^[\s\-–—*(]*(?:(?:please )?(?:do not|don'?t|never|avoid|skip)\b|not (?:for|when|intended|meant|suitable|to be used|needed)\b|(?:(?:this|the) )?(?:(?:skill|tool|agent|command) )?(?:is not|isn'?t|does not|doesn'?t|should not|shouldn'?t|must not|mustn'?t)\b|(?:not covered|out of scope):|nicht (?:für|verwenden|geeignet)|ne (?:pas|convient)|no (?:usar|para|es para)|不(?:要|适用|用于|用来|包括)|(?:用|使用)しない)/iu;

/** Starts such a part inside a sentence. */
const TURNS_NEGATIVE =
  /(?:[,;:(–—-]|\bbut\b|\band\b)\s*(?:(?:but|and)\s+)?(?:not (?:for|when|to)\b|do not use\b|don'?t use\b|never (?:for|use)\b|(?:does not|does NOT|doesn'?t) (?:cover|handle|include|support)\b|NOT\b)/u;

/** Separates the sentences that say what a skill is not for. Their words are weighted separately, not discarded. */
export function splitNegative(text: string): PolarText {
  if (!/\bnot\b|n'?t\b|never|avoid|skip|out of scope|nicht|\bno\b|\bne\b|不|しない/iu.test(text))
    return { positive: text, negative: "" };
  const positive: string[] = [];
  const negative: string[] = [];
  for (const sentence of sentencesOf(text)) {
    if (STARTS_NEGATIVE.test(sentence)) {
      negative.push(sentence);
      continue;
    }
    const turn = TURNS_NEGATIVE.exec(sentence);
    positive.push(turn === null ? sentence : sentence.slice(0, turn.index).trimEnd());
    if (turn !== null) negative.push(sentence.slice(turn.index));
  }
  return { positive: positive.join(" "), negative: negative.join(" ") };
}

/** The sentences of a text, by simple punctuation rules in linear time. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?;])\s+|(?<=[。！？；])|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}
