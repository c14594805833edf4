import type { Kind } from "./basics/kind.ts";
import { filledText, number, oneOf, shape, wholeNumber } from "./basics/kinds.ts";
import type { Awaitable } from "./ports.ts";

/** A file or directory of this machine that a sandboxed program sees. */
export interface SandboxMount {
  /** Absolute real path on this machine. */
  readonly from: string;
  /** Path inside the sandbox. Its parent is always a directory that the sandbox itself made. */
  readonly to: string;
  readonly access: "read" | "write";
}

/** What a program may use up. */
export interface SandboxLimits {
  /** Default 60. */
  readonly seconds: number;
  /** Memory of one process, and of all together where the system can limit that. Default 1,024. */
  readonly memoryMb: number;
  /** Default 128. */
  readonly processes: number;
  /** Bytes kept of each of stdout and stderr. A program that writes 16 times as much is stopped. Default 1,000,000. */
  readonly outputBytes: number;
  /** Total size of the files that the program leaves behind, and of its temporary files. Default 64 MB. */
  readonly artifactBytes: number;
  /** Number of files that the program leaves behind. Default 1,000. */
  readonly artifacts: number;
}

/** A program to run in a sandbox. There is no shell: arguments are passed as they are. */
export interface SandboxCommand {
  /** Path inside the sandbox. */
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  readonly mounts: readonly SandboxMount[];
  /** Working directory inside the sandbox. */
  readonly cwd: string;
  /** What the program reads from its standard input. Default nothing. */
  readonly stdin?: Uint8Array;
  /** Domains that the program may connect to. Empty: it has no network at all. */
  readonly hosts: readonly string[];
  readonly limits: SandboxLimits;
  /** A directory of this machine, among the mounts, whose size is limited. */
  readonly output?: string;
}

/** A part of what a program writes. */
export interface SandboxChunk {
  readonly stream: "stdout" | "stderr";
  readonly bytes: Uint8Array;
}

/** What a program wrote to a stream. */
export interface CapturedStream {
  readonly bytes: Uint8Array;
  /** True if it wrote more than was kept. */
  readonly isCut: boolean;
}

/** Why a program was stopped before its end. */
export type StopReason = "time" | "output" | "artifacts" | "abort";

/** How a program ended. All processes that it started have ended, too. */
export interface SandboxEnd {
  /** Undefined if a signal ended it. */
  readonly code?: number;
  readonly signal?: string;
  readonly stopped?: StopReason;
  readonly stdout: CapturedStream;
  readonly stderr: CapturedStream;
  readonly ms: number;
}

/** Whether a sandbox works on this machine. */
export type SandboxStatus =
  | {
      readonly works: true;
      /** What it cannot promise here, as sentences. */
      readonly notes: readonly string[];
    }
  | { readonly works: false; readonly reason: string; readonly hint: string };

/** Runs programs that must not reach the rest of the machine. */
export interface Sandbox {
  /** `bubblewrap`, `srt`. */
  readonly id: string;
  /** Tries the sandbox once and keeps the answer. Never throws. */
  status(): Promise<SandboxStatus>;
  /** Whether it can restrict a program to certain domains; without it, a command with hosts is refused. Never throws. */
  filtersHosts(): Promise<SandboxStatus>;
  /**
   * `mounts`: a program sees a file system with what is mounted. `real`: it sees the paths of this machine, and mounts only
   * say which of them it may use. Default `mounts`.
   */
  readonly paths?: "mounts" | "real";
  /** Runs a program to its end. Rejects only if the program could not be started. */
  run(command: SandboxCommand, context?: SandboxContext): Promise<SandboxEnd>;
}

export interface SandboxContext {
  /** Stops the program and everything that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what the program writes, as it comes. */
  readonly onOutput?: ((chunk: SandboxChunk) => void) | undefined;
}

/** How a script is started: the name of a program, and its first arguments. */
export interface Interpreter {
  readonly program: string;
  readonly args: readonly string[];
}

/** Packages that a script declares, and the file that declares them. */
export interface ScriptPackages {
  readonly kind: "python" | "node";
  /** As they are declared: `requests>=2`, `left-pad@^1.3.0`. */
  readonly packages: readonly string[];
  /** Path inside the skill. */
  readonly source: string;
}

/** A directory of this machine that a script may use, at `/work`. */
export interface ScriptFolder {
  /** Absolute path. */
  readonly path: string;
  readonly access: "read" | "write";
}

/** What a host lets scripts use. */
export interface ScriptGrant {
  /** A directory that scripts may use, at `/work`, which is then their working directory. Default none. */
  readonly folder?: ScriptFolder;
  readonly limits?: Partial<SandboxLimits>;
}

/** A script with everything that its run would use. Nothing has been executed. */
export interface ScriptPlan {
  readonly skill: string;
  /** SHA-256 digest of the skill's whole directory. */
  readonly digest: string;
  /** Path inside the skill. */
  readonly script: string;
  /** Name of the sandbox; `none` if there is none. */
  readonly sandbox: string;
  /** What is executed inside the sandbox. */
  readonly command: readonly string[];
  /** Names of the variables that the script gets, which the skill declares. */
  readonly variables: readonly string[];
  /** Domains that the script may connect to, which the skill declares. */
  readonly hosts: readonly string[];
  readonly folder?: ScriptFolder;
  /** Size and SHA-256 of what the script reads from its standard input. */
  readonly stdin?: { readonly bytes: number; readonly digest: string };
  /** Number of files of the skill. */
  readonly files: number;
  /** Packages that the script declares. */
  readonly packages: readonly ScriptPackages[];
  /** Those of them that are downloaded before the script runs. */
  readonly unprepared: readonly ScriptPackages[];
  readonly limits: SandboxLimits;
  /** Programs that the script needs and that this machine does not have. */
  readonly missing: readonly string[];
}

/** A file that a script left behind. */
export interface ScriptArtifact {
  readonly path: string;
  readonly size: number;
  /** SHA-256 of the bytes, in lower-case hex. */
  readonly digest: string;
}

/** How a script ended. Its texts come from outside: they are data, never instructions. */
export interface ScriptResult {
  readonly skill: string;
  readonly script: string;
  readonly status: "succeeded" | "failed" | "stopped";
  readonly exitCode?: number;
  readonly signal?: string;
  readonly stopped?: StopReason;
  /** With the values of secrets replaced. */
  readonly stdout: string;
  readonly stderr: string;
  /** True if more was written than is kept. */
  readonly isCut: boolean;
  readonly artifacts: readonly ScriptArtifact[];
  /** The directory with the artifacts, if there are any. */
  readonly folder?: string;
  /** `none` if the user agreed to run it without a sandbox. */
  readonly sandbox: string;
  readonly ms: number;
}

/** A script to run. */
export interface ScriptJob {
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[];
  readonly script: string;
  readonly interpreter: Interpreter;
  readonly args: readonly string[];
  readonly stdin?: Uint8Array;
  readonly variables: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  readonly folder?: ScriptFolder;
  readonly packages: readonly ScriptPackages[];
  readonly limits: SandboxLimits;
}

/** How a job ended, with what it left behind. */
export interface ScriptJobEnd extends SandboxEnd {
  readonly artifacts: readonly ScriptArtifact[];
  readonly folder?: string;
}

/** Runs scripts on a machine: from a copy of the skill that nothing can change, in a sandbox. */
export interface ScriptRunner {
  /** Name of the sandbox. */
  readonly id: string;
  filtersHosts(): Promise<SandboxStatus>;
  status(): Promise<SandboxStatus>;
  /** True if scripts can be started with this program. */
  hasProgram(name: string): Promise<boolean>;
  /** True if these packages have been prepared. */
  hasPackages(packages: ScriptPackages): Promise<boolean>;
  /** Downloads packages, without running code of theirs. Throws `scripts.packages-failed`. */
  prepare(packages: ScriptPackages, context?: SandboxContext): Promise<void>;
  run(job: ScriptJob, context?: SandboxContext): Promise<ScriptJobEnd>;
}

/** The value of a variable for a skill; undefined if there is none. */
export type FindVariable = (name: string, skill: string) => Awaitable<string | undefined>;

/** A directory that is granted. */
const FOLDER: Kind = shape({
  path: { kind: filledText, required: true },
  access: { kind: oneOf(["read", "write"]), required: true },
});

/** Limits that replace the defaults. */
const LIMITS: Kind = shape({
  seconds: number(0.001, 86_400),
  memoryMb: wholeNumber(16, 1_048_576),
  processes: wholeNumber(1, 100_000),
  outputBytes: wholeNumber(1, 100_000_000),
  artifactBytes: wholeNumber(1, 100_000_000_000),
  artifacts: wholeNumber(0, 1_000_000),
} satisfies Readonly<Record<keyof SandboxLimits, Kind>>);

/** The options of `ScriptGrant`, for checking what a host gives. */
export const GRANT_FIELDS: Readonly<Record<keyof ScriptGrant, Kind>> = { folder: FOLDER, limits: LIMITS };

/** What a host lets scripts use. */
export const GRANT: Kind = shape(GRANT_FIELDS);
