/**
 * Starts in turn: `true` as a plain process, in our sandbox, as the script of a skill, and in the peer's sandbox. Prints the
 * milliseconds of each start as JSON.
 * Arguments: number of rounds, module of the runtime, module of sandbox-runtime.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [rounds = "20", ours = "", peer = ""] = process.argv.slice(2);
const { bubblewrap, scriptRunner } = await import(ours);
const { SandboxManager } = await import(peer);
const sandbox = bubblewrap();
const status = await sandbox.status();
if (!status.works) throw new Error(status.reason);
await SandboxManager.initialize({
  network: { allowedDomains: [], deniedDomains: [] },
  filesystem: { denyRead: ["/root", "/home"], allowWrite: [], denyWrite: [] },
});

/** @param {string} program @param {readonly string[]} args @param {NodeJS.ProcessEnv} env @returns {Promise<void>} */
const run = (program, args, env) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`exit code ${code}`))));
  });

const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-bench-")));
const limits = {
  seconds: 10,
  memoryMb: 256,
  processes: 16,
  outputBytes: 1000,
  artifactBytes: 1_000_000,
  artifacts: 1,
};
/** What a script always has: a place for its files. */
const output = mkdtempSync(join(root, "output-"));
const runner = scriptRunner(sandbox, {
  artifacts: join(root, "artifacts"),
  packages: join(root, "packages"),
});
/** A small skill, which is copied for each run. */
const files = ["SKILL.md", "references/guide.md", "scripts/run.sh"].map((path) => ({
  path,
  bytes: Buffer.from(path.endsWith(".sh") ? "exec true\n" : "text\n".repeat(800)),
}));

const WAYS = {
  "plain process": () => run("/usr/bin/true", [], {}),
  knowhow: async () => {
    const { code } = await sandbox.run({
      program: "/usr/bin/true",
      args: [],
      env: {},
      mounts: [{ from: output, to: "/output", access: "write" }],
      output,
      cwd: "/",
      hosts: [],
      limits,
    });
    if (code !== 0) throw new Error(`exit code ${code}`);
  },
  "knowhow, script of a skill": async () => {
    const { code } = await runner.run({
      files,
      script: "scripts/run.sh",
      interpreter: { program: "sh", args: [] },
      args: [],
      variables: {},
      hosts: [],
      packages: [],
      limits,
    });
    if (code !== 0) throw new Error(`exit code ${code}`);
  },
  "sandbox-runtime": async () => {
    const { argv, env } = await SandboxManager.wrapWithSandboxArgv("true");
    const [program = "", ...args] = argv;
    await run(program, args, { PATH: "/usr/bin:/bin", ...env });
    SandboxManager.cleanupAfterCommand();
  },
};

/** @type {Record<string, number[]>} */
const taken = Object.fromEntries(Object.keys(WAYS).map((name) => [name, []]));
for (let round = 0; round < Number(rounds); round += 1)
  for (const [name, way] of Object.entries(WAYS)) {
    const begun = performance.now();
    await way();
    taken[name]?.push(performance.now() - begun);
  }
await SandboxManager.reset();
rmSync(root, { recursive: true, force: true });
process.stdout.write(JSON.stringify(taken));
process.exit(0);
