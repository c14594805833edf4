import type { Approver } from "../approver.ts";
import type { Kind } from "../basics/kind.ts";
import { abortSignal, callable, filledText, flag, text, texts } from "../basics/kinds.ts";
import { GRANT_FIELDS, type SandboxChunk, type SandboxLimits, type ScriptGrant } from "../script.ts";

/** What a script is run with. */
export interface ScriptOptions extends ScriptGrant {
  readonly args?: readonly string[];
  /** What the script reads from its standard input. Default nothing. */
  readonly stdin?: string;
  /** Digest that the skill must have. Another content is refused. */
  readonly digest?: string;
}

/** Options of a run. */
export interface ScriptRunOptions extends ScriptOptions {
  /** True: runs without a network, whatever hosts the skill declares. Default false. */
  readonly offline?: boolean;
  /** Asks instead of the runtime's approver. */
  readonly approver?: Approver;
  readonly signal?: AbortSignal;
  /** Called with what the script writes, line by line, with the values of secrets replaced. */
  readonly onOutput?: (chunk: SandboxChunk) => void;
}

export const DEFAULT_LIMITS: SandboxLimits = {
  seconds: 60,
  memoryMb: 1024,
  processes: 128,
  outputBytes: 1_000_000,
  artifactBytes: 64_000_000,
  artifacts: 1000,
};

/** The options of `scripts.plan` and `scripts.run`. */
export const RUN_OPTIONS: Readonly<Record<keyof ScriptRunOptions, Kind>> = {
  args: texts,
  stdin: text,
  digest: filledText,
  ...GRANT_FIELDS,
  offline: flag,
  approver: callable,
  signal: abortSignal,
  onOutput: callable,
};
