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

/**
 * Pipes that a program can also open by a path, as in `echo problem > /dev/stderr`. What Node connects processes with are
 * sockets, which cannot be opened. Linux only. A pipe is used once, and has no name from the beginning.
 */
export function pipePool(): PipePool {
  let ready: readonly number[] = [];
  let making: Promise<void> | undefined;
  const make = async (): Promise<void> => {
    const mkfifo = await findProgram("mkfifo");
    if (mkfifo === undefined) return;
    const folder = await mkdtemp(join(tmpdir(), "knowhow-pipes-"));
    try {
      const paths = Array.from({ length: BATCH }, (_, at) => join(folder, String(at)));
      // Another user id must be able to open it by the path of its file descriptor; nobody else can enter the directory.
      await promisify(execFile)(mkfifo, ["-m", "666", "--", ...paths]);
      ready = [...ready, ...paths.map((path) => openSync(path, "r+"))];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
  return {
    take: async () => {
      if (ready.length === 0) {
        making ??= make().finally(() => {
          making = undefined;
        });
        await making;
      }
      const [file, ...rest] = ready;
      ready = rest;
      return file === undefined ? undefined : open(file);
    },
  };
}

/** Opens both ends. The reader sees the end of the stream when no writer is left, so nothing may be open for both. */
function open(file: number): NamedPipe {
  const path = `/proc/self/fd/${file}`;
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const other = openSync(path, constants.O_WRONLY);
  closeSync(file);
  return { own: new Socket({ fd: reader, readable: true, writable: false }), other };
}
