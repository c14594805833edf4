import type { Approver } from "../approver.ts";
import type { Kind } from "../basics/kind.ts";
import {
  abortSignal,
  callable,
  filledText,
  flag,
  number,
  oneOf,
  shape,
  texts,
  wholeNumber,
} from "../basics/kinds.ts";
import type { SandboxChunk, SandboxLimits, ScriptFolder } from "../script.ts";

/** What a script is run with. */
export interface ScriptOptions {
  readonly args?: readonly string[];
  /** A directory that the script may use, at `/work`, which is then its working directory. Default none. */
  readonly folder?: ScriptFolder;
  readonly limits?: Partial<SandboxLimits>;
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

/** A directory that is granted. */
export const FOLDER: Kind = shape({
  path: { kind: filledText, required: true },
  access: { kind: oneOf(["read", "write"]), required: true },
});

/** Limits that replace the defaults. */
export const LIMITS: Kind = shape({
  seconds: number(0.001, 86_400),
  memoryMb: wholeNumber(16, 1_048_576),
  processes: wholeNumber(1, 100_000),
  outputBytes: wholeNumber(1, 100_000_000),
  artifactBytes: wholeNumber(1, 100_000_000_000),
  artifacts: wholeNumber(0, 1_000_000),
} satisfies Readonly<Record<keyof SandboxLimits, Kind>>);

/** The options of `scripts.plan` and `scripts.run`. */
export const RUN_OPTIONS: Readonly<Record<keyof ScriptRunOptions, Kind>> = {
  args: texts,
  folder: FOLDER,
  limits: LIMITS,
  offline: flag,
  approver: callable,
  signal: abortSignal,
  onOutput: callable,
};
