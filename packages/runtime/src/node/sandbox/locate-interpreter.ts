import { realpathSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SandboxMount } from "../../script.ts";
import { findProgram } from "./find-program.ts";

/** A program that a sandbox can start, and what must be mounted for it. */
export interface LocatedProgram {
  /** Path inside the sandbox. */
  readonly program: string;
  readonly mounts: readonly SandboxMount[];
}

const SYSTEM = /^\/(?:usr|bin|sbin|lib|nix)\//;

/** Where an installation with a `bin` directory has its libraries. */
const LIBRARIES = ["lib", "lib64"];

/**
 * Finds a program by name. One outside of the system's directories, such as a Node of the user's version manager, is
 * mounted with its libraries, and nothing else: the directory around a `bin` can be the user's home. A script that only
 * starts another program is not used.
 */
export async function locateInterpreter(name: string): Promise<LocatedProgram | undefined> {
  const found = await findProgram(name);
  const candidates = [
    ...(found === undefined ? [] : [found]),
    ...(name === "node" ? [process.execPath] : []),
  ];
  for (const candidate of candidates) {
    const real = realpathSync(candidate);
    if (SYSTEM.test(candidate) && SYSTEM.test(real)) return { program: candidate, mounts: [] };
    if (!(await isBinary(real))) continue;
    const program = `/runtime/bin/${basename(real)}`;
    return {
      program,
      mounts: [{ from: real, to: program, access: "read" }, ...(await librariesOf(real))],
    };
  }
  return undefined;
}

/** The libraries of a program that was installed with a `bin` directory of its own. */
export async function librariesOf(program: string): Promise<readonly SandboxMount[]> {
  if (basename(dirname(program)) !== "bin") return [];
  const mounts: SandboxMount[] = [];
  for (const name of LIBRARIES) {
    const from = join(dirname(dirname(program)), name);
    const isThere = await stat(from).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isThere) mounts.push({ from, to: `/runtime/${name}`, access: "read" });
  }
  return mounts;
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
