import { note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Commands that delete everything. */
export const destructiveCommand: ScanRule = {
  id: "destructive-command",
  owasp: "AST03",
  title: "A command deletes a home directory or a disk, or uses the machine for mining",
  why: "It cannot be undone, or it works for somebody else.",
  fix: "Remove it, or limit it to a directory of the skill.",
  verdicts:
    "Asks for a review if a file that runs by itself contains it, or if it is hidden. A note for an example in prose, and for text that asks to delete all files.",
  check: (facts) => [
    ...facts.of("destroys", "mines").map((signal): RuleHit => {
      const message =
        signal.kind === "mines" ? "a program mines cryptocurrency" : "a command deletes everything";
      return signal.hiddenBy !== undefined ||
        signal.inScript === true ||
        signal.evidence.includes("--no-preserve-root") ||
        facts.besides(signal, "conceal", "override", "runs-decoded")
        ? review(signal, message, "high")
        : note(signal, message);
    }),
    ...facts.of("wipes-data").map((signal) => note(signal, "the text asks to delete or overwrite data")),
  ],
};
