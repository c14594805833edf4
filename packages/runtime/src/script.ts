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
  /** True if it can restrict a program to certain domains; without it, a command with hosts is refused. */
  readonly filtersHosts: boolean;
  /** Runs a program to its end. Rejects only if the program could not be started. */
  run(command: SandboxCommand, context?: SandboxContext): Promise<SandboxEnd>;
}

export interface SandboxContext {
  /** Stops the program and everything that it started. */
  readonly signal?: AbortSignal | undefined;
  /** Called with what the program writes, as it comes. */
  readonly onOutput?: ((chunk: SandboxChunk) => void) | undefined;
}
