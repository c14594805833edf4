import { spawn } from "node:child_process";
import { Writable } from "node:stream";
import type { CapturedStream, SandboxChunk, SandboxEnd, SandboxLimits, StopReason } from "../../script.ts";

/** A process that cannot outlive its limits. */
export interface BoundedProcess {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What the process reads from file descriptor 3, so that other users of this machine do not see it. */
  readonly input: Uint8Array;
  /** What the process reads from its standard input. Default nothing. */
  readonly stdin?: Uint8Array | undefined;
  readonly limits: Pick<SandboxLimits, "seconds" | "outputBytes">;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: ((chunk: SandboxChunk) => void) | undefined;
  /** Called every 100 ms; true stops the process because of what it leaves behind. */
  readonly isTooMuch?: (() => Promise<boolean>) | undefined;
}

/** A program that writes this many times what is kept is stopped. */
const FLOOD = 16;
const WATCH_MS = 100;
/** How long pipes may stay open after the process ended, for what was written last. */
const DRAIN_MS = 500;

/** Runs a process to its end in a process group of its own, and kills the group when a limit is reached. */
export function runProcess(what: BoundedProcess): Promise<SandboxEnd> {
  const { program, args, env, cwd, input, stdin, limits, signal, onOutput, isTooMuch } = what;
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe", "pipe"],
    });
    feed(child.stdio[0], stdin);
    feed(child.stdio[3], input);
    const captured = { stdout: capture(limits.outputBytes), stderr: capture(limits.outputBytes) };
    let stopped: StopReason | undefined;

    const stop = (reason: StopReason): void => {
      stopped ??= reason;
      killGroup(child.pid);
    };
    const onAbort = () => stop("abort");
    const timer = setTimeout(() => stop("time"), limits.seconds * 1000);
    const watch = isTooMuch === undefined ? undefined : setInterval(() => void look(isTooMuch), WATCH_MS);
    let isLooking = false;
    const look = async (ask: () => Promise<boolean>): Promise<void> => {
      if (isLooking) return;
      isLooking = true;
      if (await ask().catch(() => false)) stop("artifacts");
      isLooking = false;
    };
    const settle = (): void => {
      clearTimeout(timer);
      clearInterval(watch);
      signal?.removeEventListener("abort", onAbort);
    };

    for (const stream of ["stdout", "stderr"] as const)
      child[stream]?.on("data", (bytes: Uint8Array) => {
        const kept = captured[stream].take(bytes);
        if (kept.length > 0) onOutput?.({ stream, bytes: kept });
        if (captured[stream].total() > limits.outputBytes * FLOOD) stop("output");
      });
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("exit", () => {
      killGroup(child.pid);
      setTimeout(() => {
        child.stdout?.destroy();
        child.stderr?.destroy();
      }, DRAIN_MS).unref();
    });
    child.once("close", (code, ended) => {
      settle();
      resolve({
        ...(code === null ? {} : { code }),
        ...(ended === null ? {} : { signal: ended }),
        ...(stopped === undefined ? {} : { stopped }),
        stdout: captured.stdout.end(),
        stderr: captured.stderr.end(),
        ms: performance.now() - began,
      });
    });
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}

function feed(stream: unknown, bytes: Uint8Array | undefined): void {
  if (!(stream instanceof Writable)) return;
  // A process that ends early does not read it.
  stream.on("error", () => {});
  stream.end(bytes);
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** Keeps the beginning of a stream. */
function capture(limit: number) {
  const parts: Uint8Array[] = [];
  let kept = 0;
  let total = 0;
  return {
    total: () => total,
    /** The part of the bytes that is kept. */
    take: (bytes: Uint8Array): Uint8Array => {
      total += bytes.length;
      const part = bytes.subarray(0, Math.max(0, limit - kept));
      if (part.length > 0) parts.push(part);
      kept += part.length;
      return part;
    },
    end: (): CapturedStream => ({ bytes: Buffer.concat(parts), isCut: total > kept }),
  };
}
