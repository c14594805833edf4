import { note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Switches off what protects the user. */
export const disabledProtection: ScanRule = {
  id: "disabled-protection",
  owasp: "AST06",
  title: "A command switches off what protects the machine or the agent",
  why: "Quarantine, virus scanner, firewall and the permissions of an agent stand between a mistake and its damage.",
  fix: "Leave the protection on, and ask the user for the one exception that is needed.",
  verdicts:
    "Asks for a review if something is downloaded and run as well, or if it is hidden. A note otherwise.",
  check: (facts) => [
    ...facts.of("disables-protection").map((signal): RuleHit => {
      const message = `${signal.detail ?? "a protection"} is switched off`;
      const isRisky =
        signal.detail === "the quarantine of downloaded files" &&
        facts.besides(signal, "runs-download", "locked-download");
      return isRisky || signal.hiddenBy === "encoding"
        ? review(signal, message, "high")
        : note(signal, message);
    }),
    ...facts.of("escalates").map((signal): RuleHit => note(signal, signal.detail ?? "more rights are taken")),
    ...facts.of("weakens").map((signal): RuleHit => note(signal, "the text asks to weaken a protection")),
    ...facts.of("all-tools").map((signal): RuleHit => note(signal, "the skill asks for all tools")),
  ],
};
