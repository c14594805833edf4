import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxCommand } from "../../script.ts";
import { ESCAPE_ATTEMPTS, type EscapeControl } from "../../testing/escape-attempts.ts";
import { runInCopy } from "../../testing/machine-copy.ts";
import { bubblewrap } from "./bubblewrap.ts";

const isRoot = process.getuid?.() === 0;

const sandbox = bubblewrap();
const status = await sandbox.status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

/** As root, a script gets another user id if nothing that it needs is private to root. */
const MODES = isRoot ? (["with the user id of root", "with another user id"] as const) : ["as user"];

describe.skipIf(!status.works).each(MODES)(
  `X10 a script that runs %s cannot leave the sandbox${why}`,
  (mode) => {
    let root = "";
    let servers: readonly Server[] = [];
    let port = 0;
    let accepted = 0;

    beforeAll(async () => {
      process.env.KNOWHOW_CANARY = "canary-in-the-environment";
      root = await realpath(await mkdtemp(join(tmpdir(), "knowhow-escapes-")));
      for (const name of ["skill", "work", "outside"])
        await mkdir(join(root, "shown", name), { recursive: true });
      await writeFile(join(root, "shown/skill/run.sh"), "#!/bin/sh\n");
      await writeFile(join(root, "shown/outside/secret"), "canary-in-a-file\n");
      await symlink(join(root, "shown/outside/secret"), join(root, "shown/skill/link"));
      if (mode === "with another user id") await chmod(root, 0o755);
      const listen = (at: string | number) =>
        new Promise<Server>((resolve) => {
          const made = createServer(() => {
            accepted += 1;
          });
          if (typeof at === "number") made.listen(at, "127.0.0.1", () => resolve(made));
          else made.listen(at, () => resolve(made));
        });
      const server = await listen(0);
      const address = server.address();
      port = typeof address === "object" && address !== null ? address.port : 0;
      servers = [server, await listen(join(root, "shown/outside/socket")), await listen(`\0knowhow-${port}`)];
    });

    afterAll(async () => {
      delete process.env.KNOWHOW_CANARY;
      for (const server of servers) server.close();
      await rm(root, { recursive: true, force: true });
    });

    const environment = () => ({
      PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      SECRET: join(root, "shown/outside/secret"),
      SOCKET: join(root, "shown/outside/socket"),
      PORT: String(port),
      HOST_PID: String(process.pid),
    });
    const attempt = async (script: string, marker: string) => {
      const output = await mkdtemp(join(root, "output-"));
      const command: SandboxCommand = {
        program: "/bin/bash",
        args: ["-c", `${script}\necho tried`],
        env: { ...environment(), MARKER: marker },
        mounts: [
          { from: join(root, "shown/skill"), to: "/skill", access: "read" },
          { from: join(root, "shown/work"), to: "/work", access: "read" },
          { from: output, to: "/output", access: "write" },
        ],
        cwd: "/skill",
        hosts: [],
        limits: {
          seconds: 20,
          memoryMb: 512,
          processes: 64,
          outputBytes: 100_000,
          artifactBytes: 9_000_000,
          artifacts: 100,
        },
        output,
      };
      return sandbox.run(command);
    };

    // Without a sandbox the same attempts succeed, so that the tests of them can fail.
    const tried = mode === MODES[0] ? ESCAPE_ATTEMPTS.filter(({ control }) => canTry(control)) : [];
    test.each(tried)("X10 outside, an attempt succeeds: $title", async ({ title, script, control }) => {
      const before = accepted;
      const marker = newMarker();
      const setup = "setup" in control ? control.setup : "";
      // More than one command, so that the shell stays the first process.
      const whole = `${setup}\n${script}\ntrue`;
      const env = { ...process.env, ...environment(), MARKER: marker, WHOLE: whole };
      const place = await mkdtemp(join(root, "copy-"));
      const said =
        control.by === "root"
          ? runInCopy(whole, {
              place,
              shown: join(root, "shown"),
              env,
              parts: "parts" in control ? control.parts : [],
            })
          : runOutside(whole, join(place, "said"), env);
      if (script.includes("$MARKER")) expect(processesWith(marker)).not.toEqual([]);
      else expect(said).toMatch(/ESCAPED/);
      for (const pid of processesWith(marker)) process.kill(pid, "SIGKILL");
      if (title.startsWith("connects to") && control.by === "anyone")
        await expect.poll(() => accepted).toBe(before + 1);
    });

    test.each(ESCAPE_ATTEMPTS)("X10 in the sandbox, it fails: $title", async ({ script }) => {
      const before = accepted;
      const marker = newMarker();
      const { stdout, stderr, stopped } = await attempt(script, marker);
      const said = new TextDecoder().decode(stdout.bytes);
      expect(said, new TextDecoder().decode(stderr.bytes)).toMatch(/tried\n$/);
      expect(said).not.toContain("ESCAPED");
      expect(said).not.toContain("canary");
      expect(stopped).toBeUndefined();
      expect(accepted).toBe(before);
      expect(processesWith(marker)).toEqual([]);
      expect(await readFile(join(root, "shown/outside/secret"), "utf8")).toBe("canary-in-a-file\n");
      expect(await readFile(join(root, "shown/skill/run.sh"), "utf8")).toBe("#!/bin/sh\n");
    });
  },
);

test("X10 nearly every attempt has been seen to succeed without a sandbox, and the others have a reason", () => {
  const without = ESCAPE_ATTEMPTS.filter(({ control }) => control.by === "nobody");
  expect(ESCAPE_ATTEMPTS.length).toBeGreaterThan(90);
  expect(without.length).toBeLessThan(6);
  expect(new Set(ESCAPE_ATTEMPTS.map(({ title }) => title)).size).toBe(ESCAPE_ATTEMPTS.length);
});

function canTry(control: EscapeControl): boolean {
  if (control.by !== "root") return control.by === "anyone";
  return isRoot && (!("needs" in control) || existsSync(control.needs));
}

/** Runs a script as it is. Its output goes to a file, because what it leaves behind would keep a pipe open. */
function runOutside(script: string, path: string, env: NodeJS.ProcessEnv): string {
  const file = openSync(path, "w+");
  spawnSync("/bin/bash", ["-c", script], {
    env,
    stdio: ["ignore", file, file],
    timeout: 15_000,
    killSignal: "SIGKILL",
  });
  closeSync(file);
  return readFileSync(path, "utf8");
}

let markers = 0;

/** Digits that are in no other command line. */
function newMarker(): string {
  markers += 1;
  return `${process.pid}${String(markers).padStart(4, "0")}`;
}

function processesWith(marker: string): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`1000.${marker}`);
      } catch {
        return false;
      }
    })
    .map(Number);
}
