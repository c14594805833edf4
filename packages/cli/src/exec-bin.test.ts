import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bubblewrap } from "@knowhow/runtime/node";
import { afterEach, describe, expect, it } from "vitest";
import { makeSandbox, type Sandbox, skillText } from "./testing/sandbox.ts";

const bin = fileURLToPath(new URL("../bin/knowhow.js", import.meta.url));
const built = existsSync(fileURLToPath(new URL("../dist/main.cjs", import.meta.url)));
const { works } = await bubblewrap().status();

let sandbox: Sandbox;
afterEach(() => sandbox.remove());

describe.skipIf(!(built && works))("scripts of the installed program (skipped when it is not built)", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("X10 are killed by %s with all that they started, recorded, and leave nothing", async (signal, exit) => {
    const marker = `1000.${process.pid}${exit}`;
    sandbox = makeSandbox({
      "home/.agents/skills/slow/SKILL.md": skillText("slow", "Waits. Use when there is time."),
      "home/.agents/skills/slow/scripts/wait.sh": `trap '' INT TERM HUP\n(setsid sh -c 'setsid sleep ${marker} &' &)\nsleep 0.1; echo ready; sleep ${marker}\n`,
    });
    const tmp = join(sandbox.home, "tmp");
    mkdirSync(tmp);
    // As root, scripts run with another user id, which must reach the copy.
    for (const path of [join(sandbox.home, ".."), sandbox.home, tmp]) chmodSync(path, 0o755);
    const env = { HOME: sandbox.home, PATH: process.env.PATH, TMPDIR: tmp };
    const child = spawn(process.execPath, [bin, "exec", "slow", "wait", "--yes"], {
      cwd: sandbox.project,
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    child.stdout.once("data", () => {
      expect(running(marker)).not.toEqual([]);
      child.kill(signal);
    });
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(exit);
    expect(running(marker)).toEqual([]);
    expect(readdirSync(tmp)).toEqual([]);
    const audit = spawnSync(process.execPath, [bin, "audit", "--json"], {
      cwd: sandbox.project,
      env,
      encoding: "utf8",
    });
    expect(audit.stdout).toMatch(/"abort"|"stopped"/);
  });
});

/** Processes with these words on their command line. */
function running(words: string): readonly string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith(`sleep\0${words}`);
    } catch {
      return false;
    }
  });
}
