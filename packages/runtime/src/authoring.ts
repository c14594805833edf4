export { memoryProposalStore } from "./authoring/memory-proposal-store.ts";
export type { DecisionOptions, ProposalReview } from "./authoring/open-proposals.ts";
export type { PromotedSkill } from "./authoring/promote-skill.ts";
export type { SkillEdit } from "./authoring/skill-edit.ts";
export type { CatalogForm } from "./conversation.ts";
export { listResources } from "./discovery/list-files.ts";
export { type EvaluateOptions, type EvaluationReport, evaluate } from "./evaluation/evaluate.ts";
export type { Overlap, OverlapReport } from "./evaluation/find-overlaps.ts";
export type { Overreach } from "./evaluation/find-overreach.ts";
export type { PhraseRecall, StolenPhrase } from "./evaluation/held-out-phrases.ts";
export type { Verdict } from "./evaluation/judge-answer.ts";
export { OVERREACH_RULES, type OverreachRule } from "./evaluation/overreach-rules.ts";
export { type LabelledMessage, type LabelledSource, parseLabelled } from "./evaluation/parse-labelled.ts";
export type { Confusion, Evaluation, Recall, SkillEvaluation } from "./evaluation/sum-up.ts";
export {
  type GraphEdge,
  type GraphNode,
  graphWorkflow,
  type WorkflowGraph,
} from "./execution/workflow/graph-workflow.ts";
export { renderMermaid } from "./execution/workflow/render-mermaid.ts";
export { workflowSchema } from "./execution/workflow/workflow-schema.ts";
export type { Extraction } from "./format/extract-workflow.ts";
export { type OutlineSection, outlineOf } from "./format/outline.ts";
export { parseSkillMd, type SkillMd } from "./format/parse-skill-md.ts";
export { RULE_SETS, type RuleRow, type RuleSet } from "./format/rule-sets.ts";
export { sectionsOf } from "./format/sections.ts";
export { type Validation, type ValidationOptions, validateSkill } from "./format/validate-skill.ts";
export { type ArgumentSpec, type ArgumentValue, argumentSpecs } from "./injection/arguments/argument-spec.ts";
export { catalogFrame } from "./injection/catalog/catalog-frame.ts";
export {
  type CatalogOptions,
  type CatalogPlan,
  type CatalogReport,
  planCatalog,
} from "./injection/catalog/plan-catalog.ts";
export type { CatalogEntry, CatalogFrame } from "./injection/catalog/render-catalog.ts";
export { lintLibrary, lintSkill } from "./lint/lint-skill.ts";
export type { LintCode, LintLibrarySkill, LintOptions, LintSkillInput } from "./lint/rule.ts";
export type { AuthoringMode } from "./profile.ts";
export type {
  NearSkill,
  ProposalChecks,
  ProposalContent,
  ProposalFile,
  ProposalFileRow,
  ProposalKind,
  ProposalSource,
  ProposalState,
  ProposalTarget,
  SkillChange,
  StolenMessage,
} from "./proposal.ts";
export { makePortable, SCHEMA_LINE } from "./runs/make-portable.ts";
export { openTemplateSkill, type TemplateSkill } from "./runs/open-template-skill.ts";
export { checkWorkflow, hasWorkflow, openWorkflow } from "./runs/open-workflow.ts";
export type { SkillWorkflow } from "./runs/read-workflow.ts";
export { isWorkflowSkill } from "./runs/workflow-source.ts";
export type { OverlapSearch, OverreachSearch } from "./runtime.ts";
export {
  type ClientCatalog,
  type ClientCatalogOptions,
  type ClientPreview,
  type ClientRoom,
  type ConnectingClient,
  clientRoom,
  findingTool,
  planClientCatalog,
  previewClients,
  tokensWithin,
} from "./serving/client-catalog.ts";
export { describePreview } from "./serving/describe-preview.ts";
export { parseScript } from "./simulation/parse-script.ts";
export { playScript } from "./simulation/play-script.ts";
export type { PlayedLine, PlayedScript, PlayedTurn } from "./simulation/played.ts";
export type { ScriptFiles, ScriptProject } from "./simulation/project.ts";
export type { Script, ScriptAction, ScriptExpectation, ScriptLine } from "./simulation/script.ts";
