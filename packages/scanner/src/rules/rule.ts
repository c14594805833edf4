import type { ScanSeverity, ScanVerdict } from "@knowhow/runtime";
import type { Signal, SignalKind } from "../signals/signal.ts";

/** All signals of a skill. */
export interface SkillFacts {
  readonly name: string;
  readonly signals: readonly Signal[];
  /** The signals of some kinds, in the order of their places. */
  of(...kinds: readonly SignalKind[]): readonly Signal[];
  /** True if the file of a signal has a signal of one of these kinds. */
  besides(signal: Signal, ...kinds: readonly SignalKind[]): boolean;
  /** True if an address belongs to what the skill is about: its name is part of the host or the owner. */
  isRelated(signal: Signal): boolean;
  /** True if the host has exactly the name of the skill. On free pages anybody takes a name that only sounds like it. */
  isNamesake(signal: Signal): boolean;
}

/** A finding of a rule. */
export interface RuleHit {
  readonly signal: Signal;
  readonly message: string;
  readonly verdict: ScanVerdict;
  readonly severity: ScanSeverity;
}

/** A rule combines signals to findings. */
export interface ScanRule {
  readonly id: string;
  /** Id in the OWASP Agentic Skills Top 10. */
  readonly owasp: string;
  /** What the rule looks for, as a sentence. */
  readonly title: string;
  readonly why: string;
  readonly fix: string;
  /** When it blocks, when it asks for a review, and when it is only a note. */
  readonly verdicts: string;
  check(facts: SkillFacts): readonly RuleHit[];
}

/** A finding that blocks. */
export function block(signal: Signal, message: string): RuleHit {
  return { signal, message, verdict: "block", severity: "critical" };
}

/** A finding that needs a review. */
export function review(signal: Signal, message: string, severity: ScanSeverity = "medium"): RuleHit {
  return { signal, message, verdict: "review", severity };
}

/** A finding that leaves the verdict as it is. */
export function note(signal: Signal, message: string): RuleHit {
  return { signal, message, verdict: "safe", severity: "low" };
}
