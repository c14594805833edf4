import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { SandboxCommand, ScriptJob } from "../../script.ts";
import {
  loadSandboxRuntime,
  type SandboxRuntime,
  type SandboxRuntimeConfig,
} from "./load-sandbox-runtime.ts";
import { openRunner } from "./open-runner.ts";
import { sandboxRuntime } from "./sandbox-runtime.ts";
import { scriptRunner } from "./script-runner.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-srt-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LIMITS = {
  seconds: 20,
  memoryMb: 256,
  processes: 64,
  outputBytes: 10_000,
  artifactBytes: 1_000_000,
  artifacts: 5,
} as const;

const command = (more: Partial<SandboxCommand> = {}): SandboxCommand => ({
  program: process.execPath,
  args: ["-e", "process.stdout.write(process.argv[1] + process.env.KEY)", "it's; $HOME", "--"],
  env: { KEY: "value-of-a-key" },
  mounts: [],
  cwd: root,
  hosts: [],
  limits: LIMITS,
  ...more,
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A manager that notes what it is told and starts programs as they are. */
function fakeManager(errors: readonly string[] = []) {
  const configs: SandboxRuntimeConfig[] = [];
  const calls: string[] = [];
  const manager: SandboxRuntime = {
    initialize: async (config) => {
      configs.push(config);
      calls.push("initialize");
    },
    checkDependencies: () => ({ errors }),
    checkDependenciesAsync: async () => ({ errors }),
    waitForNetworkInitialization: async () => true,
    getLinuxHttpSocketPath: () => undefined,
    getProxyAuthToken: () => undefined,
    wrapWithSandboxArgv: async (line, shell) => {
      const [exe, args] = typeof shell === "string" ? [shell, ["-c"]] : [shell.exe, shell.args];
      return { argv: [exe, ...args, line], env: { ...process.env, OF_THE_HOST: "1" } };
    },
    cleanupAfterCommand: () => void calls.push("cleanup"),
    reset: async () => void calls.push("reset"),
  };
  return { manager, configs, calls };
}

describe.each([
  "darwin",
  "win32",
] as const)("the sandbox on %s, with a fake of sandbox-runtime", (platform) => {
  test("X10 a command gets its arguments, variables and input, and nothing of the environment", async () => {
    const { manager } = fakeManager();
    const sandbox = sandboxRuntime({ load: async () => manager, platform });
    process.env.KNOWHOW_CANARY = "canary";
    const show =
      "let i=''; process.stdin.on('data', d => i += d).on('end', () => console.log(JSON.stringify([process.argv.slice(1), process.env.KEY, i, process.env.KNOWHOW_CANARY ?? null])))";
    const ended = await sandbox.run(
      command({ args: ["-e", show, "it's; $HOME", '\n"x"'], stdin: new TextEncoder().encode("given") }),
    );
    delete process.env.KNOWHOW_CANARY;
    expect(ended.code).toBe(0);
    expect(JSON.parse(text(ended.stdout.bytes))).toEqual([
      ["it's; $HOME", '\n"x"'],
      "value-of-a-key",
      "given",
      null,
    ]);
  });

  test("X10 only what is mounted can be used, home and temporary files are hidden, hosts are those declared", async () => {
    const { manager, configs, calls } = fakeManager();
    const sandbox = sandboxRuntime({ load: async () => manager, platform });
    await sandbox.run(
      command({
        mounts: [
          { from: join(root, "skill"), to: "/skill", access: "read" },
          { from: join(root, "output"), to: "/output", access: "write" },
        ],
        hosts: ["api.example.com"],
      }),
    );
    const [config] = configs;
    expect(config?.network).toEqual({ allowedDomains: ["api.example.com"], deniedDomains: [] });
    expect(config?.filesystem.allowWrite).toEqual([join(root, "output")]);
    expect(config?.filesystem.denyWrite).toEqual([join(root, "skill")]);
    expect(config?.filesystem.allowRead).toEqual(
      expect.arrayContaining([join(root, "skill"), join(root, "output"), realpathSync(process.execPath)]),
    );
    expect(config?.filesystem.denyRead).toEqual(expect.arrayContaining([homedir(), realpathSync(tmpdir())]));
    if (platform === "darwin") expect(config?.filesystem.denyRead).toContain("/Users");
    expect(calls).toEqual(["initialize", "cleanup", "reset"]);
  });

  test("X10 it is reset after a failure, and commands wait for each other", async () => {
    const { manager, calls } = fakeManager();
    const sandbox = sandboxRuntime({ load: async () => manager, platform });
    const slow = sandbox.run(
      command({ args: ["-e", "setTimeout(() => {}, 10000)"], limits: { ...LIMITS, seconds: 0.3 } }),
    );
    const next = sandbox.run(command({ program: join(root, "missing") }));
    expect((await slow).stopped).toBe("time");
    expect(await next).toMatchObject({ code: 126 });
    expect(calls).toEqual(["initialize", "cleanup", "reset", "initialize", "cleanup", "reset"]);
  });

  test("X10 without the package, or with a problem of it, scripts are refused with the way to get it", async () => {
    const missing = sandboxRuntime({ load: async () => undefined, platform });
    expect(await missing.status()).toMatchObject({
      works: false,
      hint: expect.stringContaining(platform === "win32" ? "windows-install" : "npm install -g"),
    });
    await expect(missing.run(command())).rejects.toMatchObject({ code: "scripts.no-sandbox" });
    const broken = sandboxRuntime({ load: async () => fakeManager(["no account"]).manager, platform });
    expect(await broken.status()).toMatchObject({ works: false, reason: "no account" });
    const fine = sandboxRuntime({ load: async () => fakeManager().manager, platform });
    expect(await fine.status()).toMatchObject({ works: true });
  });

  test("X10 it is the sandbox of this platform", () => {
    const folders = { artifacts: root, packages: root };
    expect(openRunner(folders, platform).id).toBe("srt");
    expect(openRunner(folders, "linux").id).toBe("bubblewrap");
  });
});

const BENCH = fileURLToPath(
  new URL("../../../../../bench/node_modules/@anthropic-ai/sandbox-runtime/dist/index.js", import.meta.url),
);
const real = sandboxRuntime({
  load: () => (existsSync(BENCH) ? loadSandboxRuntime(BENCH) : loadSandboxRuntime()),
});
const status = await real.status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

describe.skipIf(!status.works)(`a script in the real sandbox-runtime, on Linux${why}`, () => {
  const job = (script: string, more: Partial<ScriptJob> = {}): ScriptJob => ({
    files: [{ path: "scripts/run.mjs", bytes: new TextEncoder().encode(script) }],
    script: "scripts/run.mjs",
    interpreter: { program: "node", args: [] },
    args: [],
    variables: { KEY: "value-of-a-key" },
    hosts: [],
    packages: [],
    limits: LIMITS,
    ...more,
  });
  const runner = scriptRunner(real, { artifacts: join(root, "artifacts"), packages: join(root, "packages") });

  test("X10 it writes to its output, reads what is granted, and reaches nothing else", async () => {
    mkdirSync(join(root, "work"));
    writeFileSync(join(root, "work/data"), "granted");
    writeFileSync(join(root, "secret"), "canary");
    const script = `
      import { readFileSync, writeFileSync } from "node:fs";
      import { connect } from "node:net";
      const attempt = (name, work) => { try { console.log(name, work()); } catch (error) { console.log(name, "refused"); } };
      attempt("key", () => process.env.KEY);
      attempt("work", () => readFileSync("data", "utf8"));
      attempt("secret", () => readFileSync(${JSON.stringify(join(root, "secret"))}, "utf8"));
      attempt("write", () => writeFileSync("new", "x"));
      attempt("skill", () => writeFileSync(process.env.KNOWHOW_SKILL + "/scripts/run.mjs", "x"));
      attempt("output", () => writeFileSync(process.env.KNOWHOW_OUTPUT + "/report", "done") ?? "written");
      connect(443, "1.1.1.1", () => console.log("network connected")).on("error", () => console.log("network refused"));
    `;
    const ended = await runner.run(job(script, { folder: { path: join(root, "work"), access: "read" } }));
    expect(text(ended.stdout.bytes), text(ended.stderr.bytes)).toBe(
      "key value-of-a-key\nwork granted\nsecret refused\nwrite refused\nskill refused\noutput written\nnetwork refused\n",
    );
    expect(ended.artifacts).toMatchObject([{ path: "report", size: 4 }]);
    expect(readFileSync(join(ended.folder ?? "", "report"), "utf8")).toBe("done");
  });
});
