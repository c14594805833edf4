export { createScanner, type SkillScanner, worstVerdict } from "./create-scanner.ts";
export { type Judge, type Judgement, withJudge } from "./judge/with-judge.ts";
export { readSubject } from "./read-subject.ts";
export { type SarifInput, toSarif } from "./report/to-sarif.ts";
export { RULES } from "./rules/all-rules.ts";
export type { RuleHit, ScanRule, SkillFacts } from "./rules/rule.ts";
export type { Signal, SignalKind } from "./signals/signal.ts";
export { SCANNER_ID, VERSION } from "./version.ts";
