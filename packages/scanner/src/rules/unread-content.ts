import type { RuleHit, ScanRule } from "./rule.ts";

/** Content that could not be inspected. */
export const unreadContent: ScanRule = {
  id: "unread-content",
  owasp: "AST08",
  title: "Some content could not be inspected",
  why: "Nothing can be said about a skill of which a part was not read.",
  fix: "Replace the file by one that can be read: plain text, source code, an ordinary zip file without a password.",
  verdicts:
    "The verdict is `incomplete`: programs, bytecode, encrypted or damaged archives, unknown formats, and everything above a size or depth limit.",
  check: (facts) => [
    ...facts.of("unread").map(
      (signal): RuleHit => ({
        signal,
        message: `not inspected: ${signal.detail ?? "unknown"}`,
        verdict: "incomplete",
        severity: "medium",
      }),
    ),
    ...facts.of("program-file").map(
      (signal): RuleHit => ({
        signal,
        message: "a compiled program, whose source is not part of the skill",
        verdict: "incomplete",
        severity: "high",
      }),
    ),
    ...facts.of("bytecode").map(
      (signal): RuleHit => ({
        signal,
        message: "compiled Python code, which can differ from its source",
        verdict: "incomplete",
        severity: "high",
      }),
    ),
    ...facts.of("locked-archive").map(
      (signal): RuleHit => ({
        signal,
        message: "an archive with a password",
        verdict: "incomplete",
        severity: "high",
      }),
    ),
  ],
};
