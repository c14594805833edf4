import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { KnowhowError } from "../../errors.ts";
import type { SandboxContext, SandboxEnd, ScriptPackages } from "../../script.ts";
import { findProgram } from "./find-program.ts";
import { runProcess } from "./run-process.ts";

const LIMITS = { seconds: 600, outputBytes: 200_000 } as const;
const UNFINISHED = "new-";
/** No download takes this long, so its directory was left behind by a process that was killed. */
const ABANDONED_MS = 2 * LIMITS.seconds * 1000;

/** Packages by what declares them: the same declaration is downloaded once. */
export interface PackageStore {
  /** The directory with the packages; undefined if they are not prepared. */
  find(packages: ScriptPackages): Promise<string | undefined>;
  prepare(packages: ScriptPackages, context?: SandboxContext): Promise<void>;
}

/**
 * Downloads packages into a cache with the user's own package manager: uv or pip for Python, npm for Node. Only built
 * packages are used and no script of theirs is run, so nothing of them is executed outside of the sandbox.
 */
export function packageStore(root: string): PackageStore {
  const placeOf = async (packages: ScriptPackages) => {
    const target = join(root, await keyOf(packages));
    return { target, inside: packages.kind === "python" ? target : join(target, "node_modules") };
  };
  const find: PackageStore["find"] = async (packages) => {
    const { inside } = await placeOf(packages);
    const isThere = await stat(inside).then(
      (found) => found.isDirectory(),
      () => false,
    );
    return isThere ? inside : undefined;
  };
  return {
    find,
    prepare: async (packages, context = {}) => {
      if ((await find(packages)) !== undefined) return;
      await mkdir(root, { recursive: true, mode: 0o700 });
      await removeAbandoned(root);
      const work = await mkdtemp(join(root, UNFINISHED));
      try {
        const [program = "", ...args] = await commandFor(packages, work);
        const ended = await runProcess({
          program,
          args,
          env: inherited(),
          cwd: work,
          input: new Uint8Array(),
          limits: LIMITS,
          ...context,
        });
        if (ended.code !== 0) throw failed(packages, ended);
        // Complete only under its final name, so that an interrupted download is never used.
        const { target } = await placeOf(packages);
        await rename(work, target).catch(async (error: unknown) => {
          if ((await find(packages)) === undefined) throw error;
        });
      } finally {
        await rm(work, { recursive: true, force: true });
      }
    },
  };
}

async function removeAbandoned(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const path = join(root, name);
    const age = await stat(path).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    );
    if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

async function commandFor({ kind, packages }: ScriptPackages, target: string): Promise<readonly string[]> {
  if (kind === "node") {
    const npm = await findProgram("npm");
    if (npm === undefined) throw missing("npm");
    await writeFile(join(target, "package.json"), "{}\n");
    const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error"];
    return [npm, "install", ...quiet, "--", ...packages];
  }
  const options = ["--target", target, "--only-binary", ":all:"];
  const [uv, python] = [await findProgram("uv"), await findProgram("python3")];
  // For the Python that runs scripts, not for one that uv would choose.
  const own = python === undefined ? [] : ["--python", python];
  if (uv !== undefined) return [uv, "pip", "install", ...own, ...options, "--", ...packages];
  if (python === undefined) throw missing("uv or python3 with pip");
  return [
    python,
    "-m",
    "pip",
    "install",
    "--disable-pip-version-check",
    "--quiet",
    ...options,
    "--",
    ...packages,
  ];
}

/** The package manager belongs to the user, so it gets the user's settings. */
function inherited(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}

/** Packages with compiled parts fit one platform and one version of their interpreter, such as `python3.12`. */
async function keyOf({ kind, packages }: ScriptPackages): Promise<string> {
  const python = kind === "python" ? await findProgram("python3") : undefined;
  const version =
    kind === "node" ? process.versions.modules : python === undefined ? "" : basename(await realpath(python));
  const what = JSON.stringify([kind, packages, process.platform, process.arch, version]);
  return createHash("sha256").update(what).digest("hex");
}

function missing(program: string): KnowhowError {
  return new KnowhowError(
    "scripts.packages-failed",
    `packages cannot be prepared: ${program} is not installed`,
    {
      hint: `install ${program}`,
    },
  );
}

function failed({ source }: ScriptPackages, { stopped, stderr }: SandboxEnd): KnowhowError {
  const said = new TextDecoder().decode(stderr.bytes).trim().split("\n").slice(-5).join("\n").slice(-1000);
  const why =
    stopped === "abort"
      ? "the download was interrupted"
      : stopped === "time"
        ? `the download took longer than ${LIMITS.seconds / 60} minutes`
        : said;
  return new KnowhowError(
    "scripts.packages-failed",
    `the packages of ${source} could not be prepared: ${why}`,
  );
}
