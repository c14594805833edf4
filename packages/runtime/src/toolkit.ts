import * as kinds from "./basics/kinds.ts";

export {
  type ApprovalContext,
  type ApprovalOutcome,
  type ApprovalQuestion,
  requestApproval,
} from "./approver.ts";
export { canonicalJson } from "./basics/canonical-json.ts";
export { checkArgument, checkOptions } from "./basics/check-options.ts";
export type { JsonValue } from "./basics/copy-json.ts";
export { compileGlob } from "./basics/globs.ts";
export { escapeHidden, withoutHidden } from "./basics/hidden-characters.ts";
export {
  type JsonArray,
  type JsonComment,
  type JsonDocument,
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonScalar,
  parseJsonc,
} from "./basics/json/parse-jsonc.ts";
export { JsonFault } from "./basics/json/scan-json.ts";
export type { Field, Fields, Kind, Problem, ValuePath } from "./basics/kind.ts";
export { mapConcurrently } from "./basics/map-concurrently.ts";
export { parseDuration } from "./basics/parse-duration.ts";
export { compareText, formatCount, formatNumber, nearestWord } from "./basics/words.ts";
export type { Client, ClientMcp, ClientProgram, ClientSkills, ConfigFilePattern } from "./clients/client.ts";
export { CLIENTS } from "./clients/clients.ts";
export { MCP_CLIENT_IDS, type McpClientId } from "./clients/mcp-client-ids.ts";
export { type DiagnosticDetail, diagnose } from "./diagnostics.ts";
export { type AuthorsRoot, findAuthorsRoot } from "./discovery/find-authors-root.ts";
export { findProject, type Project } from "./discovery/find-project.ts";
export { cancelledResult } from "./execution/engine/memory-runs.ts";
export { type EntryWriter, openDurable } from "./execution/engine/open-durable.ts";
export {
  answeredRun,
  badRunId,
  busyRun,
  existingRun,
  isRunId,
  unknownRun,
} from "./execution/engine/run-errors.ts";
export {
  applyEntry,
  canContinue,
  emptyState,
  hasEnded,
  keptEntries,
  MAX_EXECUTIONS,
  type RunEntry,
  type RunState,
  viewOf,
} from "./execution/engine/run-state.ts";
export { storeWatch } from "./execution/engine/work-loop.ts";
export { compileExpression, compileTemplate, compileValue } from "./execution/template/compile.ts";
export type {
  RenderLimits,
  Template,
  TemplateEnvironment,
  TemplateExpression,
  TemplateFacts,
  TemplateFilter,
  TemplateFilterUse,
  TemplateLookup,
  TemplateOptions,
  TemplateProblem,
  TemplateReference,
  TemplateResult,
  TemplateScope,
  ValueTemplate,
} from "./execution/template/template.ts";
export { type TemplateCache, templateCache } from "./execution/template/template-cache.ts";
export { TemplateError, type TemplateErrorCode } from "./execution/template/template-error.ts";
export { oneLine } from "./injection/escape-text.ts";
export { type RunArguments, runArguments } from "./runs/run-arguments.ts";
export { mayContainSecrets } from "./security/secret-files.ts";
export { changedSince, keptVerdict } from "./security/trust/open-ledger.ts";
export { contentChanged } from "./security/trust/open-trust.ts";
export {
  type ClientReader,
  type ClientSight,
  clientSights,
  describeReaders,
  describeSight,
  type FoundClient,
  readersOf,
  type SightContext,
  sightTitle,
} from "./serving/client-sight.ts";
export { contentTypeOf } from "./serving/content-type.ts";
export { parseSkillUrl, type SkillUrl } from "./serving/skill-url.ts";

export { kinds };
