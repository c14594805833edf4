import type { ChildProcess } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import type { PipePool } from "./pipe-pool.ts";

/** The files that a process is started with. */
interface ProcessFiles {
  /** As `spawn` wants them: the streams, a file descriptor for input, two for talking, one for a filter, and others. */
  readonly stdio: ("pipe" | "ignore" | number)[];
  /** What belongs to the process is closed here. Returns the ends of its streams. */
  started(child: ChildProcess): {
    readonly stdin: Writable | null;
    readonly stdout: Readable | null;
    readonly stderr: Readable | null;
  };
}

/**
 * Opens the files of a process. Others that this process got from whoever started it are replaced by nothing, because a
 * child would have them, too.
 */
export async function openFiles({
  input,
  talks,
  hasFilter,
  others,
  pipes,
}: {
  /** What the process reads from its standard input. Default nothing. */
  readonly input: Uint8Array | undefined;
  readonly talks: boolean;
  readonly hasFilter: boolean;
  /** Further files, which stay open here. */
  readonly others: readonly number[];
  readonly pipes: PipePool | undefined;
}): Promise<ProcessFiles> {
  const stdin = input === undefined || pipes === undefined ? undefined : await openBytes(input);
  const stdout = await pipes?.take();
  const stderr = await pipes?.take();
  const stdio: ("pipe" | "ignore" | number)[] = [
    stdin ?? (input === undefined ? "ignore" : "pipe"),
    stdout?.other ?? "pipe",
    stderr?.other ?? "pipe",
    "pipe",
    ...(talks ? (["pipe", "pipe"] as const) : []),
    ...(hasFilter ? (["pipe"] as const) : []),
    ...others,
  ];
  const given = [stdin, stdout?.other, stderr?.other].filter((file) => file !== undefined);
  const inherited = inheritedFiles().filter((file) => file >= stdio.length && !given.includes(file));
  const nothing = inherited.length === 0 ? undefined : openSync("/dev/null", "r+");
  for (const file of inherited) {
    while (stdio.length < file) stdio.push("ignore");
    if (nothing !== undefined) stdio[file] = nothing;
  }
  return {
    stdio,
    started: (child) => {
      for (const file of [...given, ...(nothing === undefined ? [] : [nothing])]) closeSync(file);
      return {
        stdin: child.stdin,
        stdout: stdout?.own ?? child.stdout,
        stderr: stderr?.own ?? child.stderr,
      };
    },
  };
}

/** A file without a name, because reading a pipe by its path waits for a writer that is gone. */
async function openBytes(bytes: Uint8Array): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "knowhow-stdin-"));
  try {
    const path = join(folder, "stdin");
    await writeFile(path, bytes);
    // Another user id must be able to open it by the path of its file descriptor.
    await chmod(path, 0o644);
    return openSync(path, "r");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
