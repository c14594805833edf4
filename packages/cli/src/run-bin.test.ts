import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox } from "./testing/sandbox.ts";
import { COPY_NOTE, workflowSkill } from "./testing/workflows.ts";

const bin = fileURLToPath(new URL("../bin/knowhow.js", import.meta.url));
const built = existsSync(fileURLToPath(new URL("../dist/main.cjs", import.meta.url)));

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

const surroundings = () => ({ cwd: sandbox.project, env: { HOME: sandbox.home, PATH: process.env.PATH } });
const start = (...argv: readonly string[]) =>
  spawnSync(process.execPath, [bin, ...argv], { ...surroundings(), encoding: "utf8" });

/** Starts a run, sends a signal after its first step, and returns its exit code and stderr. */
function stopAfterFirstStep(signal: "SIGINT" | "SIGKILL", ...argv: readonly string[]) {
  const child = spawn(process.execPath, [bin, ...argv], {
    ...surroundings(),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let err = "";
  child.stderr.on("data", (chunk) => {
    if (!err.includes("✓") && String(chunk).includes("✓")) child.kill(signal);
    err += String(chunk);
  });
  return new Promise<{ code: number | null; err: string }>((resolve) => {
    child.on("close", (code) => resolve({ code, err }));
  });
}

const SLOW = workflowSkill(
  "slow",
  'steps:\n  - { id: l, tool: files.list, with: { path: "." } }\n  - { id: w, wait: 1s }\n  - { id: r, tool: files.read, with: { path: a.md } }\noutput: "{{ r }}"\n',
);

describe.skipIf(!built)("runs of the installed program (skipped when it is not built)", () => {
  it("X8 pause and are continued by another process", async () => {
    sandbox = makeSandbox({ ...COPY_NOTE, "project/a.md": "hello" });
    await sandbox.trustAll();
    const first = start("run", "copy-note", "a.md", "--json");
    expect(first.status).toBe(5);
    const paused = JSON.parse(first.stdout);
    expect(paused).toMatchObject({ status: "paused", waiting: { step: "ok" } });
    const { runId, waiting } = paused;
    const done = start("resume", runId, "--approve", "--token", waiting.token, "--allow-write");
    expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('"approved": true') });
    expect(readFileSync(join(sandbox.project, "copy.md"), "utf8")).toBe("hello");
    expect(start("resume", runId, "--approve", "--token", waiting.token).status).toBe(1);
  });

  it.skipIf(process.platform === "win32").each(["SIGINT", "SIGKILL"] as const)(
    "X9 are continued after %s without repeating a step",
    async (signal) => {
      sandbox = makeSandbox({ ...SLOW, "project/a.md": "hello" });
      await sandbox.trustAll();
      const { code, err } = await stopAfterFirstStep(signal, "run", "slow");
      const [run] = JSON.parse(start("runs", "--json").stdout).runs;
      expect(run).toMatchObject({ skill: "slow", status: "running", idle: true });
      expect(start("runs").stdout).toMatch(/interrupted .*slow/);
      expect(start("runs", "show", run.runId).stdout).toContain(`knowhow resume ${run.runId}`);
      if (signal === "SIGINT") {
        expect(code).toBe(130);
        expect(err).toContain(`the run is kept: \`knowhow resume ${run.runId}\` continues it`);
      }
      const resumed = start("resume", run.runId);
      expect(resumed).toMatchObject({ status: 0, stdout: "hello\n" });
      expect(resumed.stderr).not.toContain("✓ l ");
      expect(JSON.parse(start("runs", "--json").stdout).runs).toMatchObject([
        { status: "succeeded", idle: false },
      ]);
    },
  );
});
