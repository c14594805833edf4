import { isRecord } from "../../basics/is-record.ts";

/** The part of `@anthropic-ai/sandbox-runtime` that is used. There is one manager per process. */
export interface SandboxRuntime {
  initialize(config: SandboxRuntimeConfig): Promise<void>;
  checkDependencies(): { readonly errors: readonly string[] };
  checkDependenciesAsync(): Promise<{ readonly errors: readonly string[] }>;
  waitForNetworkInitialization(): Promise<boolean>;
  getLinuxHttpSocketPath(): string | undefined;
  getProxyAuthToken(): string | undefined;
  /** What must be started for a line of a shell, or for the last argument of a program. */
  wrapWithSandboxArgv(
    command: string,
    shell: string | { readonly exe: string; readonly args: readonly string[] },
    config: undefined,
    signal: AbortSignal | undefined,
    cwd: string,
  ): Promise<{
    readonly argv: readonly string[];
    readonly env: Readonly<Record<string, string | undefined>>;
  }>;
  cleanupAfterCommand(): void;
  reset(): Promise<void>;
}

/** What a program may reach. */
export interface SandboxRuntimeConfig {
  readonly network: {
    readonly allowedDomains: readonly string[];
    readonly deniedDomains: readonly string[];
  };
  readonly filesystem: {
    readonly denyRead: readonly string[];
    /** Counts more than what is denied. */
    readonly allowRead?: readonly string[];
    readonly allowWrite: readonly string[];
    readonly denyWrite: readonly string[];
  };
}

/** A variable, because the package is optional: compilers and bundlers must not require it. */
const PACKAGE: string = "@anthropic-ai/sandbox-runtime";

/** Loads the package if it is installed; undefined if it is not, or is not what is expected. */
export async function loadSandboxRuntime(name: string = PACKAGE): Promise<SandboxRuntime | undefined> {
  try {
    const module: unknown = await import(name);
    const manager = isRecord(module) ? module.SandboxManager : undefined;
    return isSandboxRuntime(manager) ? manager : undefined;
  } catch {
    return undefined;
  }
}

const METHODS = [
  "initialize",
  "checkDependencies",
  "checkDependenciesAsync",
  "waitForNetworkInitialization",
  "getLinuxHttpSocketPath",
  "getProxyAuthToken",
  "wrapWithSandboxArgv",
  "cleanupAfterCommand",
  "reset",
];

function isSandboxRuntime(value: unknown): value is SandboxRuntime {
  return isRecord(value) && METHODS.every((name) => typeof value[name] === "function");
}
