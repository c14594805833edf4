import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "./find-program.ts";

/** A pipe from another process to this one. */
export interface NamedPipe {
  /** The end of this process. */
  readonly own: Socket;
  /** File descriptor of the other end. It is closed here when the other process has it. */
  readonly other: number;
}

/** Makes pipes. */
export interface PipePool {
  /** Undefined if this machine has no named pipes. */
  take(): Promise<NamedPipe | undefined>;
}

/** Making them needs a program, so several are made at once. */
const BATCH = 8;

/** Opens a file neither for reading nor for writing, so that a pipe has no further end (fcntl.h, not known to Node). */
const O_PATH = 0o10000000;

/**
 * Pipes that a program can also open by a path, as in `echo problem > /dev/stderr`. What Node connects processes with are
 * sockets, which cannot be opened. Linux only. They have no name from the beginning, and are used again when nothing is left
 * that could write to them.
 */
export function pipePool(): PipePool {
  const ready: number[] = [];
  let making: Promise<number> | undefined;
  const make = (): Promise<number> => {
    making ??= makePipes()
      .then((made) => {
        ready.push(...made);
        return made.length;
      })
      .finally(() => {
        making = undefined;
      });
    return making;
  };
  return {
    take: async () => {
      // Others may have taken all of them meanwhile.
      while (ready.length === 0) if ((await make()) === 0) return undefined;
      const file = ready.pop();
      return file === undefined
        ? undefined
        : open(file, (isFree) => (isFree ? ready.push(file) : closeSync(file)));
    },
  };
}

async function makePipes(): Promise<readonly number[]> {
  const mkfifo = await findProgram("mkfifo");
  if (mkfifo === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), "knowhow-pipes-"));
  try {
    const paths = Array.from({ length: BATCH }, (_, at) => join(folder, String(at)));
    // Another user id must be able to open it by the path of its file descriptor; nobody else can enter the directory.
    await promisify(execFile)(mkfifo, ["-m", "666", "--", ...paths]);
    return paths.map((path) => openSync(path, O_PATH));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens both ends. Calls when the own end is closed: free is a pipe that has told its end, so that no writer is left. */
function open(file: number, onClose: (isFree: boolean) => void): NamedPipe {
  const path = `/proc/self/fd/${file}`;
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const other = openSync(path, constants.O_WRONLY);
  const own = new Socket({ fd: reader, readable: true, writable: false });
  let isFree = false;
  own.once("end", () => {
    isFree = true;
  });
  own.once("close", () => onClose(isFree));
  return { own, other };
}
