import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { Duplex, Writable } from "node:stream";
import type { CapturedStream, SandboxChunk, SandboxEnd, SandboxLimits, StopReason } from "../../script.ts";

/** A process that cannot outlive its limits. */
export interface BoundedProcess {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** User and group that the process has instead of those of this one. */
  readonly user?: number;
  /** What the process reads from file descriptor 3, so that other users of this machine do not see it. */
  readonly input: Uint8Array;
  /** What the process reads from its standard input. Default nothing. */
  readonly stdin?: Uint8Array | undefined;
  readonly limits: Pick<SandboxLimits, "seconds" | "outputBytes">;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput?: ((chunk: SandboxChunk) => void) | undefined;
  /** Called before the process can have read its input. If it throws, the process is killed. */
  readonly onSpawn?: ((pid: number) => void) | undefined;
  /**
   * Called with what the process wrote to file descriptor 5, when it has written a line to 4. There it reads another line
   * and goes on. If the call throws, the process is killed.
   */
  readonly onReady?: ((info: string) => void) | undefined;
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
  const { program, args, env, cwd, user, input, stdin, limits, signal, onOutput, isTooMuch } = what;
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const files = openFiles({ hasStdin: stdin !== undefined, talks: what.onReady !== undefined });
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: files.stdio,
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    files.close();
    let failure: unknown;
    /** What is thrown becomes the result, when the process has ended. */
    const guarded = (work: () => void): void => {
      try {
        work();
      } catch (error) {
        failure ??= error;
        killGroup(child.pid);
      }
    };
    guarded(() => child.pid !== undefined && what.onSpawn?.(child.pid));
    feed(child.stdio[0], stdin);
    feed(child.stdio[3], input);
    if (what.onReady !== undefined) converse(child.stdio, what.onReady, guarded);
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
      if (failure !== undefined) return reject(failure);
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

/**
 * The files of a process: its streams, then file descriptors for its input and for talking to it. Others that this process
 * got from whoever started it are replaced by nothing, because a child would have them, too.
 */
function openFiles({ hasStdin, talks }: { readonly hasStdin: boolean; readonly talks: boolean }) {
  const stdio: ("pipe" | "ignore" | number)[] = [hasStdin ? "pipe" : "ignore", "pipe", "pipe", "pipe"];
  if (talks) stdio.push("pipe", "pipe");
  const inherited = inheritedFiles().filter((file) => file >= stdio.length);
  if (inherited.length === 0) return { stdio, close: () => {} };
  const nothing = openSync("/dev/null", "r+");
  for (const file of inherited) {
    while (stdio.length < file) stdio.push("ignore");
    stdio[file] = nothing;
  }
  return { stdio, close: () => closeSync(nothing) };
}

/** The file descriptors that a child process would inherit, sorted. Node opens none of that kind. */
function inheritedFiles(): readonly number[] {
  const list = "/proc/self/fd";
  if (!existsSync(list)) return [];
  return readdirSync(list)
    .map(Number)
    .filter((file) => file > 2 && isInherited(file))
    .sort((a, b) => a - b);
}

const CLOSE_ON_EXEC = 0o2000000;

function isInherited(file: number): boolean {
  try {
    const [, flags = ""] =
      /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was that of the list itself.
    return false;
  }
}

/** Calls when the process is ready and everything that it tells has arrived, then lets it go on. */
function converse(
  stdio: readonly unknown[],
  onReady: (info: string) => void,
  guarded: (work: () => void) => void,
): void {
  const [line, told] = [stdio[4], stdio[5]];
  if (!(line instanceof Duplex && told instanceof Duplex)) return;
  let info = "";
  let waiting = 2;
  const arrived = (): void => {
    waiting -= 1;
    if (waiting > 0) return;
    guarded(() => {
      onReady(info);
      line.end("\n");
    });
  };
  told.on("data", (bytes: Uint8Array) => {
    info += new TextDecoder().decode(bytes);
  });
  told.once("end", arrived);
  line.once("data", arrived);
  for (const stream of [line, told]) stream.on("error", () => {});
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
