import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { bubblewrap } from "./bubblewrap.ts";
import { noSandbox } from "./no-sandbox.ts";
import { openCgroup } from "./open-cgroup.ts";
import { stageFiles } from "./stage-files.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "knowhow-outside-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LIMITS = {
  seconds: 20,
  memoryMb: 256,
  processes: 40,
  outputBytes: 10_000,
  artifactBytes: 1_000_000,
  artifacts: 5,
} as const;
const COMMAND = {
  program: "/bin/bash",
  env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
  mounts: [],
  cwd: "/",
  hosts: [],
  limits: LIMITS,
} as const;

const sandbox = bubblewrap();
const status = await sandbox.status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

describe.skipIf(!status.works)(`what a script gets from the process that starts it${why}`, () => {
  test("X10 no file that this process inherited, and nothing that it talks to the sandbox with", async () => {
    writeFileSync(join(root, "secret"), "canary");
    const source = fileURLToPath(new URL("bubblewrap.ts", import.meta.url));
    const script = "cat <&7; for file in /proc/self/fd/*; do readlink $file; done";
    const program = `
      import { bubblewrap } from ${JSON.stringify(source)};
      const ended = await bubblewrap().run(${JSON.stringify({ ...COMMAND, args: ["-c", script] })});
      process.stdout.write(ended.stdout.bytes);
    `;
    await build({
      stdin: { contents: program, resolveDir: root, loader: "ts" },
      bundle: true,
      platform: "node",
      format: "esm",
      outfile: join(root, "child.mjs"),
      logLevel: "silent",
    });
    const child = (line: string) =>
      spawnSync("/bin/bash", ["-c", `exec 7< ${root}/secret 8< ${root}/secret; ${line}`], {
        encoding: "utf8",
      });
    expect(child("cat <&7").stdout).toBe("canary");
    const { stdout } = child(`${process.execPath} ${root}/child.mjs`);
    expect(stdout).not.toContain("canary");
    const files = stdout
      .trim()
      .split("\n")
      .filter((file) => !/^(?:\/dev\/null|\/proc\/.*|.*knowhow-pipes-.*)$/.test(file));
    expect(stdout).toContain("/dev/null");
    expect(files).toEqual([]);
  });

  const group = openCgroup(LIMITS);
  test.skipIf(!group.limits.memory)(
    "X10 the memory of all processes together is limited, where there are control groups",
    async () => {
      const hold = 'b = bytearray(150 * 1024 * 1024); import time; time.sleep(1); print("held")';
      const script = (count: number) =>
        `for i in $(seq ${count}); do python3 -c '${hold}' & done; wait; true`;
      const held = async (count: number) => {
        const { stdout } = await sandbox.run({ ...COMMAND, args: ["-c", script(count)] });
        return new TextDecoder().decode(stdout.bytes).match(/held/g)?.length ?? 0;
      };
      expect(await held(1)).toBe(1);
      expect(await held(3)).toBeLessThan(3);
    },
  );
  afterAll(() => group.close());

  test("X10 control groups are removed when the script has ended, and those of a process that was killed", async () => {
    const [, own = ""] =
      /^\d+:(?:[^:]*,)?pids(?:,[^:]*)?:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8")) ?? [];
    const parent = join("/sys/fs/cgroup/pids", own);
    if (!openCgroups(parent)) return;
    const [old, fresh] = [join(parent, "knowhow-0123abcd0123abcd"), join(parent, "knowhow-0123abcd0123abce")];
    for (const path of [old, fresh]) mkdirSync(path);
    utimesSync(old, 0, 0);
    const { stdout } = await sandbox.run({
      ...COMMAND,
      args: ["-c", "cat /proc/self/cgroup; sleep 0.1 & true"],
    });
    const [name = "none"] = /knowhow-\w+/.exec(Buffer.from(stdout.bytes).toString()) ?? [];
    const left = [old, fresh, join(parent, name)].map((path) => existsSync(path));
    rmdirSync(fresh);
    expect(left).toEqual([false, true, false]);
  });

  test("X10 the name of a control group tells nothing about who started the script", async () => {
    const { stdout } = await sandbox.run({ ...COMMAND, args: ["-c", "cat /proc/self/cgroup"] });
    const shown = Buffer.from(stdout.bytes).toString().split("\n");
    expect(shown.filter((line) => line.includes("knowhow") && !/\/knowhow-[0-9a-f]{16}$/.test(line))).toEqual(
      [],
    );
  });
});

/** True if groups can be made below this one: of the separate hierarchies, as root. */
function openCgroups(parent: string): boolean {
  return process.getuid?.() === 0 && existsSync(join(parent, "cgroup.procs"));
}

describe.skipIf(process.platform === "win32")("without a sandbox", () => {
  test("X10 what a script started ends with it", async () => {
    const marker = "7531.9753";
    const { stopped, code } = await noSandbox().run({
      ...COMMAND,
      args: ["-c", `sleep ${marker} & echo started`],
    });
    // Not only when the time is up.
    expect([stopped, code]).toEqual([undefined, 0]);
    const running = readdirSync("/proc").filter((pid) => {
      const file = `/proc/${pid}/cmdline`;
      return /^\d+$/.test(pid) && existsSync(file) && readFileSync(file, "utf8").includes(marker);
    });
    expect(running).toEqual([]);
  });
});

test.each([
  "../evil",
  "a/../../evil",
  "/evil",
  "a//b",
  "./a",
])("X10 a path that leaves the copy of a skill is refused: %s", async (path) => {
  await expect(stageFiles(join(root, "skill"), [{ path, bytes: new Uint8Array() }])).rejects.toThrow(
    "invalid path",
  );
  expect(existsSync(join(root, "evil"))).toBe(false);
});
