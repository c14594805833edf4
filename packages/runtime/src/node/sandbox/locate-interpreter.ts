import { open, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { SandboxMount } from "../../script.ts";
import { findProgram } from "./find-program.ts";

/** A program that a sandbox can start, and what must be mounted for it. */
export interface LocatedProgram {
  /** Path inside the sandbox. */
  readonly program: string;
  readonly mounts: readonly SandboxMount[];
}

const SYSTEM = /^\/(?:usr|bin|sbin|lib|nix)\//;

/**
 * Finds a program by name. One outside of the system's directories, such as a Node of the user's version manager, is
 * mounted with the directory that it is installed in; a script that only starts another program is not used.
 */
export async function locateInterpreter(name: string): Promise<LocatedProgram | undefined> {
  const found = await findProgram(name);
  const candidates = [
    ...(found === undefined ? [] : [found]),
    ...(name === "node" ? [process.execPath] : []),
  ];
  for (const candidate of candidates) {
    const real = await realpath(candidate);
    if (SYSTEM.test(candidate) && SYSTEM.test(real)) return { program: candidate, mounts: [] };
    if (!(await isBinary(real))) continue;
    const home = dirname(dirname(real));
    if (home === "/" || home === "/root" || home === "/home") continue;
    return {
      program: `/runtime${real.slice(home.length)}`,
      mounts: [{ from: home, to: "/runtime", access: "read" }],
    };
  }
  return undefined;
}

async function isBinary(path: string): Promise<boolean> {
  const file = await open(path, "r");
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1") === "\x7fELF";
  } finally {
    await file.close();
  }
}
