export type { ApprovalAnswer, ApprovalRequest, Approver } from "./approver.ts";
export { AUDIT_ACTIONS } from "./audit.ts";
export type { RuntimeProposals } from "./authoring/open-proposals.ts";
export {
  DIAGNOSTIC_CODES,
  type DiagnosticCode,
  ERROR_CODES,
  type ErrorCode,
  type Severity,
} from "./codes.ts";
export type { ConfigFile, EmbedderChoice, ServerConfig } from "./config-file.ts";
export type {
  CatalogCost,
  Injection,
  MatchAnswer,
  MatchJudgement,
  MatchOptions,
  MatchRequest,
  MatchThresholds,
  Message,
  RankedSkill,
  SkillMatch,
  SkillMatcher,
  ToolDefinition,
  ToolResult,
  Turn,
  TurnInput,
  TurnReport,
  TurnRun,
} from "./conversation.ts";
export { type Diagnostic, hasErrors, type Outcome } from "./diagnostics.ts";
export type { ContextFile } from "./discovery/agents-md.ts";
export { type SkillSourceOptions, skillSource } from "./discovery/skill-source.ts";
export { isKnowhowError, KnowhowError } from "./errors.ts";
export type { EventListener, EventRecord, KnowhowEvent } from "./events.ts";
export type { ToolCall, ToolDecision } from "./execution/tool-scope/tool-scope.ts";
export { estimateTokens } from "./format/estimate-tokens.ts";
export type { Admit, AdmitRequest, AdmitVerdict, Audience } from "./gate.ts";
export type { CatalogFormat } from "./injection/catalog/render-catalog.ts";
export type {
  Decision,
  LibraryEntry,
  LibrarySnapshot,
  Missing,
  PendingQuestion,
  ReadRequest,
  Rejection,
  ResourceReading,
  RootReport,
  SearchHit,
  SearchOptions,
  SearchPage,
  SkillText,
  UnseenFiles,
  UnseenInRoot,
  UnseenReason,
} from "./library.ts";
export type {
  CustomRoot,
  Embedders,
  InlineSkill,
  OpenEmbedders,
  OpenServers,
  RuntimeOptions,
  SkillSource,
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
  FileStat,
  FileSystem,
  FileText,
  Hash,
  IndexedFile,
  IndexStore,
  Ports,
  RunningHash,
  SkillHead,
  SpanHandle,
  SpanStart,
  Tokenizer,
  Tracer,
  Watcher,
  WatchHandle,
} from "./ports.ts";
export type { MatchingMode } from "./profile.ts";
export type { Proposal, ProposalStore, SkillWriter } from "./proposal.ts";
export { SkillLibrary } from "./resolution/skill-library.ts";
export { createRuntime, type OpeningRuntime, type Runtime } from "./runtime.ts";
export type {
  ScanFile,
  ScanFinding,
  ScanGap,
  Scanner,
  ScanReport,
  ScanSeverity,
  ScanSubject,
  ScanVerdict,
} from "./scan.ts";
export { memoryDecisionStore } from "./security/trust/memory-decision-store.ts";
export type { RuntimeTrust, TrustSubject } from "./security/trust/open-trust.ts";
export type { OpenFile, OpenSkill } from "./serving/open-skill.ts";
export type { AuthorizeOptions, ToolPermission } from "./session/authorize-call.ts";
export type { SkillCommand } from "./session/commands.ts";
export type { InsertedTexts } from "./session/history/inserted-texts.ts";
export type { RenderOptions, SkillRendering } from "./session/render-skill.ts";
export type { ResolveOptions } from "./session/resolve-url.ts";
export type { Session } from "./session/session.ts";
export type { SessionOptions } from "./session/session-options.ts";
export type { SessionState } from "./session/session-state.ts";
export {
  isVisible,
  type Level,
  type Origin,
  type Override,
  type Resource,
  type Skill,
  type SkillFields,
  type SkillSections,
  type SkillState,
} from "./skill.ts";
export type {
  DecideOptions,
  DecideTrust,
  DecisionStore,
  ListingPlace,
  SourceTrust,
  TrustDecision,
  TrustKey,
  TrustPlace,
  TrustQuestion,
  TrustVerdict,
} from "./trust.ts";
