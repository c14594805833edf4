import type { Signal } from "../signals/signal.ts";
import { note, type RuleHit, review, type ScanRule, type SkillFacts } from "./rule.ts";

/** Text that turns the agent against its user. */
export const deceptiveInstructions: ScanRule = {
  id: "deceptive-instructions",
  owasp: "AST01",
  title: "The text tells the agent to ignore instructions, to hide something or to act without asking",
  why: "Such sentences are how an injected text takes over an agent. Alone they also occur in ordinary skills; together with data that leaves the machine they rarely do.",
  fix: "Read the sentence in its context. Remove it if the skill works without it.",
  verdicts:
    "Asks for a review if the text wants something concealed and also sends data to, or fetches something from, an address that anybody can register, or reads secrets. A note otherwise.",
  check: (facts) => [
    ...facts.of("conceal").map((signal) => judge(facts, signal, "the text asks to conceal something")),
    ...facts
      .of("override")
      .map((signal) => judge(facts, signal, "the text asks to ignore other instructions")),
    ...facts.of("authority").map((signal) => note(signal, "the text claims an authority or a consent")),
    ...facts.of("skip-approval").map((signal) => note(signal, "the text asks to act without asking")),
    ...facts
      .of("always-first")
      .map((signal) => note(signal, "the text asks for an action around every task")),
    ...facts.of("steers").map((signal) => note(signal, "the text steers what the agent recommends")),
    ...facts
      .of("grabs-attention")
      .map((signal) => note(signal, "the text wants the skill to be used for every task")),
    ...facts
      .of("mixed-script")
      .map((signal) => review(signal, "a word mixes letters that look alike from several scripts")),
  ],
};

function judge(facts: SkillFacts, signal: Signal, message: string): RuleHit {
  const isLeak = facts
    .of("sends-data", "sends", "sends-secret", "runs-download")
    .some(
      ({ address, path }) =>
        path === signal.path &&
        address !== undefined &&
        ["collector", "paste", "files", "address"].includes(address.kind),
    );
  const isTheft =
    signal.kind === "conceal" &&
    facts
      .of("asks-secret")
      .some(
        ({ path, line, evidence }) =>
          path === signal.path && Math.abs(line - signal.line) <= SAME_TOPIC && KEY_FILE.test(evidence),
      );
  return isLeak || isTheft ? review(signal, message, "high") : note(signal, message);
}

/** How many lines apart two sentences about one thing may stand. */
const SAME_TOPIC = 10;
const KEY_FILE = /~\/\.ssh|\bid_rsa\b|\.aws\/credentials/;
