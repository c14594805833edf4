import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { StateRun } from "./state-task.ts";

/** How a child process ended. */
export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  /** Rounds that were done. */
  readonly done: number;
  readonly stderr: string;
}

/** A running child process. */
export interface Child {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Waits until so many rounds are done, or the process ended. */
  reaches(rounds: number): Promise<void>;
}

/** Real processes that write state. */
export interface StateChildren {
  start(run: StateRun, prefix?: readonly string[]): Child;
  /** Lets a process kill itself before each of its system calls in turn, until one run comes to its end. */
  killAtEveryStep(run: () => StateRun, check: (killAt: number) => Promise<void>): Promise<number>;
  remove(): void;
}

/** Bundles the child's program once: a child that has to compile takes a second to start. */
export async function stateChildren(): Promise<StateChildren> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-child-")));
  const program = join(folder, "child.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("state-child.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
  });
  // Also a process without rights has to read it.
  chmodSync(folder, 0o755);
  chmodSync(program, 0o644);
  const start: StateChildren["start"] = (run, prefix = []) => {
    const [command = "", ...args] = [...prefix, process.execPath, program, JSON.stringify(run)];
    return watch(spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] }));
  };
  return {
    start,
    killAtEveryStep: async (run, check) => {
      for (let killAt = 1; ; killAt += 1) {
        const { code, signal, stderr } = await start({ ...run(), killAt }).ended;
        if (signal !== "SIGKILL") {
          if (code !== 0) throw new Error(`the child failed: ${stderr}`);
          return killAt - 1;
        }
        await check(killAt);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function watch(child: ChildProcess): Child {
  let done = 0;
  let stderr = "";
  let isOver = false;
  const wake = new Set<() => void>();
  const notify = () => {
    for (const each of wake) each();
  };
  child.stdout?.on("data", (text) => {
    done += String(text).split("\n").length - 1;
    notify();
  });
  child.stderr?.on("data", (text) => {
    stderr += String(text);
  });
  const ended = once(child, "close").then(([code, signal]): Ended => {
    isOver = true;
    notify();
    return { code, signal, done, stderr };
  });
  return {
    process: child,
    ended,
    reaches: async (rounds) => {
      while (done < rounds && !isOver) await new Promise<void>((resolve) => wake.add(resolve));
    },
  };
}
