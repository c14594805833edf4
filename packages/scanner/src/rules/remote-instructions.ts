import { isThrowaway } from "../hosts/host-kind.ts";
import { note, type RuleHit, review, type ScanRule } from "./rule.ts";

/** Instructions that are fetched while the skill runs. */
export const remoteInstructions: ScanRule = {
  id: "remote-instructions",
  owasp: "AST05",
  title: "The skill fetches instructions from an address and follows them",
  why: "Whoever controls the address decides what the agent does, after the skill was reviewed.",
  fix: "Put the instructions into the skill.",
  verdicts: "Asks for a review if anybody can publish at that address without an account. A note otherwise.",
  check: (facts) =>
    facts.of("remote-instructions").map((signal): RuleHit => {
      const kind = signal.address?.kind ?? "placeholder";
      const message = `instructions are fetched from ${signal.address?.host || "an address"}`;
      const isOpen = isThrowaway(kind) || (kind === "free" && signal.hiddenBy !== undefined);
      return isOpen && !facts.isRelated(signal) ? review(signal, message, "high") : note(signal, message);
    }),
};
