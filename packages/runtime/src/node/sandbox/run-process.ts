import { spawn } from "node:child_process";
import { Duplex, type Readable, Writable } from "node:stream";
import type { CapturedStream, SandboxChunk, SandboxEnd, SandboxLimits, StopReason } from "../../script.ts";
import type { PipePool } from "./pipe-pool.ts";
import { openFiles } from "./process-files.ts";

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
  /** What the process reads from file descriptor 6. Default it has none. */
  readonly filter?: Uint8Array | undefined;
  /** Open files that the process gets, too, with the next file descriptors. */
  readonly files?: readonly number[];
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
  /** Pipes for its streams. Default sockets, which programs cannot open as `/dev/stderr`. */
  readonly pipes?: PipePool;
}

/** A program that writes this many times what is kept is stopped. */
const FLOOD = 16;
const WATCH_MS = 100;
/** How long pipes may stay open after the process ended, for what was written last. */
const DRAIN_MS = 500;

/** Runs a process to its end in a process group of its own, and kills the group when a limit is reached. */
export async function runProcess(what: BoundedProcess): Promise<SandboxEnd> {
  const { program, args, env, cwd, user, input, stdin, limits, signal, onOutput, isTooMuch } = what;
  const files = await openFiles({
    input: stdin,
    talks: what.onReady !== undefined,
    hasFilter: what.filter !== undefined,
    others: what.files ?? [],
    pipes: what.pipes,
  });
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: files.stdio,
      ...(user === undefined ? {} : { uid: user, gid: user }),
    });
    const streams = files.started(child);
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
    feed(streams.stdin, stdin);
    feed(child.stdio[3], input);
    if (what.filter !== undefined) feed(child.stdio.at(6), what.filter);
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
      streams[stream]?.on("data", (bytes: Uint8Array) => {
        const kept = captured[stream].take(bytes);
        if (kept.length > 0) onOutput?.({ stream, bytes: kept });
        if (captured[stream].total() > limits.outputBytes * FLOOD) stop("output");
      });
    const closeStreams = (): void => {
      for (const stream of Object.values(streams)) stream?.destroy();
    };
    child.once("error", (error) => {
      settle();
      closeStreams();
      reject(error);
    });
    child.once("exit", () => {
      killGroup(child.pid);
      setTimeout(closeStreams, DRAIN_MS).unref();
    });
    child.once("close", async (code, ended) => {
      await Promise.all([closed(streams.stdout), closed(streams.stderr)]);
      settle();
      closeStreams();
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

function closed(stream: Readable | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null || stream.closed) resolve();
    else stream.once("close", resolve);
  });
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
    // Windows has no groups; there, the sandbox ends what the process started.
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
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
