export {
  type ApprovalAnswer,
  type ApprovalContext,
  type ApprovalOutcome,
  type ApprovalQuestion,
  type ApprovalRequest,
  type Approver,
  requestApproval,
} from "./approver.ts";
export { canonicalJson } from "./basics/canonical-json.ts";
export type { JsonValue } from "./basics/copy-json.ts";
export { compareText, nearestWord } from "./basics/words.ts";
export {
  DIAGNOSTIC_CODES,
  type DiagnosticCode,
  ERROR_CODES,
  type ErrorCode,
  type Severity,
} from "./codes.ts";
export type { ConfigFile, EmbedderChoice, MatchingConfig, McpConfig, ServerConfig } from "./config-file.ts";
export type {
  CatalogCost,
  CatalogForm,
  CatalogSummary,
  Injection,
  MatchAnswer,
  MatchOptions,
  MatchRequest,
  Message,
  RankedSkill,
  SkillMatch,
  SkillMatcher,
  ToolDefinition,
  ToolResult,
  Turn,
  TurnInput,
  TurnReport,
} from "./conversation.ts";
export { type Diagnostic, type DiagnosticDetail, diagnose, hasErrors, type Outcome } from "./diagnostics.ts";
export { findProject, type Project } from "./discovery/find-project.ts";
export { listResources } from "./discovery/list-files.ts";
export { type SkillSourceOptions, skillSource } from "./discovery/skill-source.ts";
export { isKnowhowError, KnowhowError } from "./errors.ts";
export { type EvaluateOptions, type EvaluationReport, evaluate } from "./evaluation/evaluate.ts";
export type { Overlap, OverlapReport } from "./evaluation/find-overlaps.ts";
export type { PhraseRecall, StolenPhrase } from "./evaluation/held-out-phrases.ts";
export type { Verdict } from "./evaluation/judge-answer.ts";
export type { LabelledMessage } from "./evaluation/parse-labelled.ts";
export { type LabelledSource, parseLabelled } from "./evaluation/parse-labelled.ts";
export type { Confusion, Evaluation, Recall, SkillEvaluation } from "./evaluation/sum-up.ts";
export type {
  EventListener,
  EventRecord,
  EventScope,
  KnowhowEvent,
  LoadReason,
  SkillLoaded,
} from "./events.ts";
export type { ToolCall, ToolDecision, ToolVerdict } from "./execution/tool-scope/tool-scope.ts";
export { estimateTokens } from "./format/estimate-tokens.ts";
export { type OutlineSection, outlineOf } from "./format/outline.ts";
export { parseSkillMd, type SkillMd } from "./format/parse-skill-md.ts";
export { RULE_SETS, type RuleRow, type RuleSet } from "./format/rule-sets.ts";
export { type SkillSections, sectionsOf } from "./format/sections.ts";
export { type Validation, type ValidationOptions, validateSkill } from "./format/validate-skill.ts";
export type {
  Admit,
  AdmitContent,
  AdmitListing,
  AdmitRequest,
  AdmitVerdict,
  Audience,
} from "./gate.ts";
export { type ArgumentSpec, type ArgumentValue, argumentSpecs } from "./injection/arguments/argument-spec.ts";
export { catalogFrame } from "./injection/catalog/catalog-frame.ts";
export {
  type CatalogOptions,
  type CatalogPlan,
  type CatalogReport,
  planCatalog,
} from "./injection/catalog/plan-catalog.ts";
export type { CatalogEntry, CatalogFormat, CatalogFrame } from "./injection/catalog/render-catalog.ts";
export { oneLine } from "./injection/escape-text.ts";
export type {
  Decision,
  Eligibility,
  LibraryEntry,
  LibrarySnapshot,
  Missing,
  Precedence,
  ReadRequest,
  Rejection,
  ResourceReading,
  RootReport,
  Scorer,
  SearchHit,
  SkillText,
} from "./library.ts";
export { lintLibrary, lintSkill } from "./lint/lint-skill.ts";
export type { LintCode, LintLibrarySkill, LintOptions, LintSkillInput } from "./lint/rule.ts";
export type { AiosMatch, SearchableSkill } from "./matching/aios/aios-match.ts";
export { findByDescription, type KeywordSearch } from "./matching/aios/find-by-description.ts";
export { findByDescriptionAsync, type SemanticSearch } from "./matching/aios/find-by-description-async.ts";
export { findByTrigger, type TriggerSearch, triggersOf } from "./matching/aios/find-by-trigger.ts";
export type { TriggerHit, TriggerIndex } from "./matching/triggers/trigger-index.ts";
export type {
  CustomRoot,
  Embedders,
  InlineSkill,
  LinkTarget,
  Narrowing,
  OpenEmbedders,
  OpenServers,
  OverrideRows,
  RuntimeOptions,
  SkillSource,
  WeightedEmbedder,
} from "./options.ts";
export type {
  AuditLog,
  AuditRecord,
  Awaitable,
  BlobStore,
  DirectoryEntry,
  Embedder,
  Environment,
  FileBytes,
  FileKind,
  FileStat,
  FileSystem,
  FileText,
  Hash,
  IndexedFile,
  IndexStore,
  Ports,
  RunningHash,
  SkillHead,
  SpanAttributes,
  SpanHandle,
  SpanName,
  SpanStart,
  Tokenizer,
  Tracer,
  Watcher,
  WatchHandle,
} from "./ports.ts";
export type {
  ActivationPolicy,
  CatalogPolicy,
  DiscoveryPolicy,
  FormatPolicy,
  MatchingMode,
  MatchingPolicy,
  Profile,
  Provider,
  ResolutionKey,
  ResolutionPolicy,
  RootPattern,
  ToolNaming,
  TrustDefault,
  WalkLimits,
} from "./profile.ts";
export { findProfile, PROFILES } from "./profiles/find-profile.ts";
export { type PiscesSettings, piscesOptions } from "./profiles/pisces.ts";
export { metisScorer } from "./resolution/search.ts";
export { type LibraryParts, SkillLibrary } from "./resolution/skill-library.ts";
export {
  createRuntime,
  type OpenOptions,
  type OverlapSearch,
  type Runtime,
} from "./runtime.ts";
export { memoryDecisionStore } from "./security/trust/memory-decision-store.ts";
export { changedSince, keptVerdict } from "./security/trust/open-ledger.ts";
export { contentChanged, type RuntimeTrust, type TrustSubject } from "./security/trust/open-trust.ts";
export { contentTypeOf } from "./serving/content-type.ts";
export type { HeldText, OpenFile, OpenSkill } from "./serving/open-skill.ts";
export { parseSkillUrl, type SkillUrl } from "./serving/skill-url.ts";
export type { AuthorizeOptions, ToolPermission } from "./session/authorize-call.ts";
export type { RenderOptions, RenderRefusal, SkillRendering } from "./session/render-skill.ts";
export type { Session } from "./session/session.ts";
export type { SessionOptions } from "./session/session-options.ts";
export type { Activation, SessionState } from "./session/session-state.ts";
export type {
  InstallHint,
  Level,
  Origin,
  Override,
  RealPlace,
  Requirements,
  Resource,
  Skill,
  SkillContent,
  SkillFields,
  SkillState,
  SkillSummary,
} from "./skill.ts";
export { isVisible } from "./skill.ts";
export type {
  DecideOptions,
  DecideTrust,
  DecisionStore,
  ListingPlace,
  SkillPlace,
  SourceTrust,
  TrustDecision,
  TrustKey,
  TrustPlace,
  TrustQuestion,
  TrustVerdict,
} from "./trust.ts";
