import { realpath } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { inTurn } from "../../basics/in-turn.ts";
import { once } from "../../basics/once.ts";
import { KnowhowError } from "../../errors.ts";
import type { Sandbox, SandboxCommand, SandboxContext, SandboxEnd, SandboxStatus } from "../../script.ts";
import { LAUNCHER, launchInput } from "./launcher.ts";
import { loadSandboxRuntime, type SandboxRuntime } from "./load-sandbox-runtime.ts";
import { runProcess } from "./run-process.ts";
import { tooMuch } from "./too-much.ts";

/** Where people keep data, by platform. What a script may use is allowed again. Windows gives its account no rights at all. */
const DATA: Readonly<Record<string, readonly string[]>> = {
  darwin: ["/Users", "/Volumes", "/private/tmp", "/private/var/folders", "/private/var/root"],
  linux: ["/home", "/root", "/tmp", "/var/tmp", "/mnt", "/media", "/srv"],
};

const NOTES: readonly string[] = [
  "Scripts can read files of the system; home directories, other volumes and temporary files are hidden.",
  "Memory and the number of processes are not limited.",
];

/** Options for tests. */
interface SandboxRuntimeOptions {
  readonly load?: () => Promise<SandboxRuntime | undefined>;
  readonly platform?: string;
}

/**
 * The sandbox on macOS and Windows: `@anthropic-ai/sandbox-runtime`, which must be installed. A program sees the paths of
 * this machine without the user's data, writes only where it may, and reaches declared hosts only.
 */
export function sandboxRuntime({
  load = loadSandboxRuntime,
  platform = process.platform,
}: SandboxRuntimeOptions = {}): Sandbox {
  const manager = once(load);
  // There is one configuration per process.
  const turn = inTurn();

  const run = async (command: SandboxCommand, context: SandboxContext = {}): Promise<SandboxEnd> => {
    const runtime = await manager();
    if (runtime === undefined)
      throw new KnowhowError("scripts.no-sandbox", MISSING, { hint: hintFor(platform) });
    return turn(() => runWith(runtime, command, context, platform));
  };

  const status = once(async (): Promise<SandboxStatus> => {
    const hint = hintFor(platform);
    try {
      const runtime = await manager();
      if (runtime === undefined) return { works: false, reason: MISSING, hint };
      const { errors } = await runtime.checkDependenciesAsync();
      if (errors.length > 0) return { works: false, reason: errors.join("; "), hint };
      const { code, stderr } = await run(await trial());
      const said = new TextDecoder().decode(stderr.bytes).trim().slice(0, 300);
      if (code !== 0) return { works: false, reason: `sandbox-runtime does not work here: ${said}`, hint };
      return { works: true, notes: NOTES };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { works: false, reason: `sandbox-runtime does not work here: ${why.slice(0, 300)}`, hint };
    }
  });

  return { id: "srt", paths: "real", filtersHosts: status, status, run };
}

const MISSING = "@anthropic-ai/sandbox-runtime is not installed";

function hintFor(platform: string): string {
  const install = "npm install -g @anthropic-ai/sandbox-runtime (0.0.78 for Node 20) beside knowhow";
  if (platform === "win32") return `${install}, then npx @anthropic-ai/sandbox-runtime windows-install`;
  return platform === "linux" ? `${install}, and apt install bubblewrap socat ripgrep` : install;
}

async function runWith(
  runtime: SandboxRuntime,
  command: SandboxCommand,
  { signal, onOutput }: SandboxContext,
  platform: string,
): Promise<SandboxEnd> {
  const node = await realpath(process.execPath);
  const hidden = [...(DATA[platform] ?? []), homedir(), tmpdir()];
  const places = (access: "read" | "write") =>
    command.mounts.filter((mount) => mount.access === access).map(({ from }) => from);
  await runtime.initialize({
    network: { allowedDomains: command.hosts, deniedDomains: [] },
    filesystem: {
      denyRead: [...new Set(await Promise.all(hidden.map((path) => realpath(path).catch(() => path))))],
      allowRead: [node, ...places("read"), ...places("write")],
      allowWrite: places("write"),
      // A program must not change what only looks like its own.
      denyWrite: places("read"),
    },
  });
  try {
    const [line, shell] =
      platform === "win32"
        ? [LAUNCHER, { exe: node, args: ["-e"] }]
        : [`ulimit -c 0; exec ${quoted(node)} -e ${quoted(LAUNCHER)}`, "/bin/bash"];
    const { argv, env } = await runtime.wrapWithSandboxArgv(line, shell, undefined, signal, command.cwd);
    const [program = "", ...args] = argv;
    return await runProcess({
      program,
      args,
      // On Windows, these are for the helper, which gives programs the environment of another account.
      env: platform === "win32" ? defined(env) : { PATH: "/usr/bin:/bin:/usr/sbin:/sbin" },
      cwd: command.cwd,
      input: new Uint8Array(),
      stdin: launchInput(command),
      limits: command.limits,
      signal,
      onOutput,
      isTooMuch: tooMuch(() => command.output, command.limits),
    });
  } finally {
    runtime.cleanupAfterCommand();
    await runtime.reset();
  }
}

async function trial(): Promise<SandboxCommand> {
  return {
    program: await realpath(process.execPath),
    args: ["-e", "0"],
    env: {},
    mounts: [],
    cwd: await realpath("/"),
    hosts: [],
    limits: {
      seconds: 30,
      memoryMb: 256,
      processes: 16,
      outputBytes: 10_000,
      artifactBytes: 1_000_000,
      artifacts: 1,
    },
  };
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

function defined(env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  );
}
