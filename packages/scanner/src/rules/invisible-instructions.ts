import type { Signal } from "../signals/signal.ts";
import { block, note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Characters that a model reads and a person does not see. */
export const invisibleInstructions: ScanRule = {
  id: "invisible-instructions",
  owasp: "AST04",
  title: "The text contains characters that nobody can see",
  why: "A model reads tag characters, variation selectors and zero-width characters; a person who reviews the file does not see them.",
  fix: "Remove the characters. knowhow shows them as U+XXXX.",
  verdicts:
    "Blocks if invisible characters spell a text, or if the direction of text is changed in a file without right-to-left writing. Asks for a review for many of them. A note for single ones.",
  check: (facts) => [
    ...facts.of("invisible-text").map((signal) => block(signal, "invisible characters spell a text")),
    ...facts.of("invisible-character").map(judge),
  ],
};

function judge(signal: Signal): RuleHit {
  const [kind = "", number = "1"] = (signal.detail ?? "").split(":");
  const count = Number(number);
  const message = `${count} invisible character${count === 1 ? "" : "s"} (${kind})`;
  if (kind === "tag") return count >= 4 ? block(signal, message) : review(signal, message, "high");
  if (kind === "bidi")
    return signal.hiddenBy === "invisible" ? block(signal, message) : review(signal, message, "high");
  if (kind === "selector" || kind === "filler" || kind === "zero-width")
    return count >= 16 ? review(signal, message, "high") : note(signal, message);
  if (kind === "private") return count >= 200 ? review(signal, message) : note(signal, message);
  return note(signal, message);
}
