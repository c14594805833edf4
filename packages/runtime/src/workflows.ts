/** Workflows and their runs: what a host implements, and what it gets back. */
export { memoryRuns } from "./execution/engine/memory-runs.ts";
export type { PlannedScript, PlannedStep, RunPlan } from "./execution/workflow/run-plan.ts";
export {
  type ActionExecutionResult,
  type Durable,
  type DurableStepOptions,
  type DurableWait,
  type FindSecrets,
  type ModelAnswer,
  type ModelRequest,
  type RunHandler,
  type RunLimits,
  type RunModel,
  type RunPolicy,
  type RunQuery,
  type RunStart,
  type RunStatus,
  RunSuspended,
  type Runs,
  type RunTool,
  type RunView,
  type RunWait,
  type StepError,
  type StepOutcome,
  type StepStatus,
  StepUncertain,
  type ToolCallContext,
  type ToolRegistry,
  type WorkflowSettings,
} from "./run.ts";
export type { RuntimeRuns } from "./runs/open-runs.ts";
export type {
  CancelOptions,
  ChainElement,
  ExecuteOptions,
  ForkOptions,
  PruneOptions,
  ResumeOptions,
  ScriptStartOptions,
  StartOptions,
} from "./runs/run-options.ts";
export type {
  ErrorPolicy,
  JsonSchema,
  RetryPolicy,
  RunDefinition,
  SkillDefinition,
  SourcePosition,
  Step,
  StepAction,
  Workflow,
  WorkflowOutput,
} from "./workflow.ts";
