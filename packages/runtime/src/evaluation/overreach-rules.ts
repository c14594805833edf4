/** A rule about a skill among others. The scanner has the rules about a skill alone. */
export interface OverreachRule {
  readonly id: string;
  /** Id in the OWASP Agentic Skills Top 10. */
  readonly owasp: string;
  /** What the rule looks for, as a sentence. */
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** When it asks for a review, and when it is only a note. */
  readonly verdicts: string;
}

/** A description that matches what other skills are for. */
export const STUFFED_DESCRIPTION: OverreachRule = {
  id: "stuffed-description",
  owasp: "AST04",
  title: "The description matches the messages of many unrelated skills",
  why: "A description that is full of words for every task is near to every message. The skill is then loaded instead of the right ones, and its text reaches conversations that it has nothing to do with.",
  fix: "Describe what the skill is for, and nothing else.",
  verdicts:
    "Asks for a review if the matcher ranks the skill among the first three for messages of at least 15 %, and at least eight, of the other skills, by a different word for most of them.",
};

/** A skill that is found by the phrases that another one claims. */
export const TRIGGER_THEFT: OverreachRule = {
  id: "trigger-theft",
  owasp: "AST04",
  title: "The skill is found first by phrases that other skills claim",
  why: "Whoever asks for one skill by its own phrase gets another one. Two skills for the same purpose do that to each other; one that does it to several is made for it.",
  fix: "Remove the phrases that belong to other skills, or remove one of two skills for the same purpose.",
  verdicts:
    "Asks for a review if the matcher prefers the skill for phrases of at least three other skills, although each of them claims its phrase. A note for two phrases or more of one or two skills.",
};

/** All of them. */
export const OVERREACH_RULES: readonly OverreachRule[] = [STUFFED_DESCRIPTION, TRIGGER_THEFT];
