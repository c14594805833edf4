import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, realpath, rename, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { KnowhowError } from "../../errors.ts";
import type { Sandbox, SandboxMount, ScriptJob, ScriptJobEnd, ScriptRunner } from "../../script.ts";
import { collectArtifacts } from "./collect-artifacts.ts";
import { findProgram } from "./find-program.ts";
import { type LocatedProgram, librariesOf, locateInterpreter } from "./locate-interpreter.ts";
import { packageStore } from "./package-store.ts";
import { removeTree } from "./remove-tree.ts";
import { stageFiles } from "./stage-files.ts";

/** Where a runner keeps what outlives a script. */
export interface ScriptFolders {
  /** Files that scripts leave behind: a directory for each run that left any. */
  readonly artifacts: string;
  /** Prepared packages. */
  readonly packages: string;
}

/**
 * Runs scripts in a sandbox. The skill is at `/skill`, a directory that the host grants at `/work`, and what the script
 * writes to `/output` is kept.
 */
export function scriptRunner(sandbox: Sandbox, folders: ScriptFolders): ScriptRunner {
  const store = packageStore(folders.packages);
  const copies = temporaryCopies();
  const isReal = sandbox.paths === "real";
  const locate = isReal ? findReal : locateInterpreter;
  return {
    id: sandbox.id,
    filtersHosts: () => sandbox.filtersHosts(),
    status: () => sandbox.status(),
    hasProgram: async (name) => (await locate(name)) !== undefined,
    hasPackages: async (packages) => (await store.find(packages)) !== undefined,
    prepare: (packages, context) => store.prepare(packages, context),
    run: async (job, context) => {
      const { interpreter, limits, hosts } = job;
      const located = await locate(interpreter.program);
      if (located === undefined)
        throw new KnowhowError("scripts.no-interpreter", `${interpreter.program} is not installed`, {
          hint: `install ${interpreter.program}, then try again`,
        });
      const base = mkdtempSync(join(realpathSync(tmpdir()), "knowhow-script-"));
      const remove = copies.keep(base);
      try {
        const [skill, output] = [join(base, "skill"), join(base, "output")];
        mkdirSync(skill);
        mkdirSync(output, { mode: 0o700 });
        await stageFiles(skill, job.files);
        // Another user must be able to reach the copy: as root, scripts run with the rights of nobody.
        if (process.getuid?.() === 0) chmodSync(base, 0o711);
        const own: readonly SandboxMount[] = [
          { from: skill, to: "/skill", access: "read" },
          { from: output, to: "/output", access: "write" },
          ...(job.folder === undefined
            ? []
            : [{ from: job.folder.path, to: "/work", access: job.folder.access }]),
        ];
        const packages = await packageMounts(job, store);
        const extra = isReal ? await realPlaces(base, packages) : [];
        const places = new Map([...own, ...packages].map(({ from, to }) => [to, isReal ? from : to]));
        const at = (path: string) => places.get(path) ?? path;
        const ended = await sandbox.run(
          {
            program: located.program,
            args: [...interpreter.args, `${at("/skill")}/${job.script}`, ...job.args],
            env: {
              ...job.variables,
              ...(isReal ? realEnvironment(base) : sandboxEnvironment(located.program)),
              ...(places.has("/packages") ? { PYTHONPATH: at("/packages") } : {}),
              PYTHONDONTWRITEBYTECODE: "1",
              KNOWHOW_SKILL: at("/skill"),
              KNOWHOW_OUTPUT: at("/output"),
            },
            mounts: [...own, ...located.mounts, ...packages, ...extra],
            ...(job.stdin === undefined ? {} : { stdin: job.stdin }),
            cwd: at(job.folder === undefined ? "/output" : "/work"),
            hosts,
            limits,
            output,
          },
          context,
        );
        return { ...ended, ...(await keep(output, job, folders.artifacts)) };
      } finally {
        // The answer does not wait for it.
        void remove().catch(() => {});
      }
    },
  };
}

/** Directories that are removed also when the process ends meanwhile; the sandbox ends with it. */
function temporaryCopies() {
  const kept = new Set<string>();
  const removeAll = () => {
    for (const base of kept) rmSync(base, { recursive: true, force: true });
  };
  return {
    /** Returns what removes it. What cannot be removed then is tried once more when the process ends. */
    keep: (base: string) => {
      // One listener for all, because Node warns of many.
      if (kept.size === 0) process.once("exit", removeAll);
      kept.add(base);
      return async (): Promise<void> => {
        await removed(base);
        kept.delete(base);
        if (kept.size === 0) process.off("exit", removeAll);
      };
    },
  };
}

async function removed(base: string): Promise<void> {
  try {
    await rm(base, { recursive: true, force: true });
  } catch {
    // A tree can be deeper than what `rm` can open, if the script was stopped before it was collected.
    removeTree(dirname(base), Buffer.from(basename(base)));
  }
}

/** A program at its real path. It may be in a place that is hidden otherwise, with its libraries. */
async function findReal(name: string): Promise<LocatedProgram | undefined> {
  const program = (await findProgram(name)) ?? (name === "node" ? process.execPath : undefined);
  if (program === undefined) return undefined;
  const real = await realpath(program);
  const places = new Set([program, real, ...(await librariesOf(real)).map(({ from }) => from)]);
  return { program, mounts: [...places].map((from) => ({ from, to: from, access: "read" as const })) };
}

function sandboxEnvironment(program: string): Readonly<Record<string, string>> {
  const own = program.startsWith("/runtime/") ? `${program.slice(0, program.lastIndexOf("/"))}:` : "";
  return {
    PATH: `${own}/usr/local/bin:/usr/bin:/bin`,
    HOME: "/home",
    TMPDIR: "/tmp",
    LANG: "C.UTF-8",
  };
}

/** Nothing of the user's environment but where programs are. */
function realEnvironment(base: string): Readonly<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? "/usr/bin:/bin",
    HOME: join(base, "home"),
    TMPDIR: join(base, "tmp"),
    LANG: "C.UTF-8",
  };
}

/** Directories that a sandbox with real paths cannot make itself. */
async function realPlaces(base: string, packages: readonly SandboxMount[]): Promise<readonly SandboxMount[]> {
  const made = ["home", "tmp"].map((name) => join(base, name));
  for (const path of made) await mkdir(path, { mode: 0o700 });
  const modules = packages.find(({ to }) => to === "/node_modules");
  // Node looks for packages in every directory above a script.
  if (modules !== undefined) await symlink(modules.from, join(base, "node_modules"));
  return made.map((from) => ({ from, to: from, access: "write" as const }));
}

/** Python looks in PYTHONPATH; Node looks for `node_modules` in every directory above a script. */
async function packageMounts(
  { packages }: ScriptJob,
  store: ReturnType<typeof packageStore>,
): Promise<readonly SandboxMount[]> {
  const mounts: SandboxMount[] = [];
  for (const needed of packages) {
    const from = await store.find(needed);
    if (from === undefined)
      throw new KnowhowError("scripts.packages-missing", `the packages of ${needed.source} are not prepared`);
    mounts.push({ from, to: needed.kind === "python" ? "/packages" : "/node_modules", access: "read" });
  }
  return mounts;
}

/** Moves what the script left behind to where it is kept. */
async function keep(
  output: string,
  { limits }: ScriptJob,
  folder: string,
): Promise<Pick<ScriptJobEnd, "artifacts" | "folder">> {
  const artifacts = await collectArtifacts(output, limits);
  if (artifacts.length === 0) return { artifacts };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const target = await mkdtemp(join(folder, "run-"));
  try {
    await rename(output, target);
  } catch {
    await cp(output, target, { recursive: true });
  }
  return { artifacts, folder: target };
}
