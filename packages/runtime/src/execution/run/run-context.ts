import type { Approver } from "../../approver.ts";
import type { JsonValue } from "../../basics/copy-json.ts";
import type { KnowhowEvent } from "../../events.ts";
import type { AuditLog, Awaitable, Hash } from "../../ports.ts";
import type {
  Durable,
  RunLimits,
  RunModel,
  RunNeed,
  RunPolicy,
  RunScripts,
  ToolRegistry,
} from "../../run.ts";
import type { SkillDefinition } from "../../workflow.ts";
import type { TemplateFilter } from "../template/template.ts";
import type { ToolScopeOptions } from "../tool-scope/tool-scope.ts";
import type { CompiledSkill } from "./compile-skill.ts";

/** The scope of tools around a run: declarations of the skills that are active where it is executed. */
export type RunScope = Partial<Omit<ToolScopeOptions, "mode" | "always" | "loaders">>;

/** Everything that a run needs from outside. */
export interface RunContext {
  readonly runId: string;
  /** When the run was started first. Templates see this time as now, so that a resumed run decides as before. */
  readonly startedAt: number;
  readonly durable: Durable;
  /** What the run was started with. It waits for what is missing of it, and for what steps need that must not fail. */
  readonly needs?: readonly RunNeed[] | undefined;
  readonly tools: ToolRegistry;
  /** Runs scripts. Default none. */
  readonly scripts?: RunScripts | undefined;
  readonly model?: RunModel | undefined;
  /** What the model is told about a skill without steps. Default its body as it is. */
  readonly instruct?: ((skill: SkillDefinition, given: PromptValues) => string) | undefined;
  /** True: without a model, a prompt pauses the run until whoever continues it gives the model's answer. */
  readonly promptsWait?: boolean | undefined;
  /** Asks the user now. Without it, or if the user answers later, the run pauses. */
  readonly approver?: Approver | undefined;
  readonly scope?: RunScope | undefined;
  readonly policy?: RunPolicy | undefined;
  readonly limits?: RunLimits | undefined;
  readonly hash: Pick<Hash, "sha256">;
  /** Key of the tokens of paused runs. */
  readonly secret: () => Awaitable<string>;
  readonly emit: (event: KnowhowEvent) => void;
  readonly audit?: AuditLog | undefined;
  /** Id of the conversation that the run belongs to, for the audit log. */
  readonly session?: string | undefined;
  readonly filters?: Readonly<Record<string, TemplateFilter>> | undefined;
  readonly timeZone?: string | undefined;
  /** Cancels the run. */
  readonly signal?: AbortSignal | undefined;
  /** Compiled skills by digest, shared by the runs of a process. */
  readonly compiled?: Map<string, CompiledSkill> | undefined;
  readonly now: () => number;
  /** From 0 to 1, for the jitter of retries. */
  readonly random: () => number;
  /** Calls back after so many milliseconds. The function that it returns stops that. */
  readonly timer: (ms: number, call: () => void) => () => void;
}

/** What the instructions of a skill without steps are completed with. */
export interface PromptValues {
  /** The inputs as text, by name. Instead of text from outside, where the model finds it. */
  readonly values: Readonly<Record<string, string>>;
  /** The template of the product, as it is in the file. */
  readonly template?: string | undefined;
}

/** Inputs of a run, secrets included. */
export type RunInputs = Readonly<Record<string, JsonValue>>;
