export { findInterpreter } from "./execution/scripts/find-interpreter.ts";
export type {
  CapturedStream,
  FindVariable,
  Interpreter,
  Sandbox,
  SandboxChunk,
  SandboxCommand,
  SandboxContext,
  SandboxEnd,
  SandboxLimits,
  SandboxMount,
  SandboxStatus,
  ScriptArtifact,
  ScriptFolder,
  ScriptGrant,
  ScriptJob,
  ScriptJobEnd,
  ScriptPackages,
  ScriptPlan,
  ScriptResult,
  ScriptRunner,
  StopReason,
} from "./script.ts";
export type { RuntimeScripts } from "./scripts/open-scripts.ts";
export type { ScriptOptions, ScriptRunOptions } from "./scripts/script-options.ts";
