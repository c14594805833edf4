import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { SandboxContext, SandboxLimits } from "../../script.ts";
import { bubblewrap } from "./bubblewrap.ts";

const sandbox = bubblewrap();
const status = await sandbox.status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

const LIMITS: SandboxLimits = {
  seconds: 30,
  memoryMb: 256,
  processes: 40,
  outputBytes: 10_000,
  artifactBytes: 3_000_000,
  artifacts: 20,
};

describe.skipIf(!status.works)(`X10 a script cannot use up the machine${why}`, () => {
  let output = "";
  beforeEach(async () => {
    output = await mkdtemp(join(tmpdir(), "knowhow-limits-"));
  });
  afterEach(() => rm(output, { recursive: true, force: true }));

  const run = (
    script: string,
    limits: Partial<SandboxLimits> = {},
    context: SandboxContext = {},
    stdin?: string,
  ) =>
    sandbox.run(
      {
        ...(stdin === undefined ? {} : { stdin: new TextEncoder().encode(stdin) }),
        program: "/bin/bash",
        args: ["-c", script],
        env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
        mounts: [{ from: output, to: "/output", access: "write" }],
        cwd: "/output",
        hosts: [],
        limits: { ...LIMITS, ...limits },
        output,
      },
      context,
    );
  const said = ({ stdout }: Awaited<ReturnType<typeof run>>) => new TextDecoder().decode(stdout.bytes);

  test("X10 a script that takes too long is stopped with all that it started", async () => {
    const marker = "7531.4321";
    const { stopped, code } = await run(`sleep ${marker} & setsid sleep ${marker} & sleep ${marker}`, {
      seconds: 0.3,
    });
    expect({ stopped, code }).toEqual({ stopped: "time" });
    expect(commands().filter((command) => command.includes(marker))).toEqual([]);
  });

  test("X10 an abort stops a script with all that it started", async () => {
    const marker = "7531.8642";
    const aborter = new AbortController();
    const onOutput = () => aborter.abort();
    const { stopped } = await run(
      `setsid sleep ${marker} & trap '' TERM INT; echo ready; sleep ${marker}`,
      {},
      { signal: aborter.signal, onOutput },
    );
    expect(stopped).toBe("abort");
    expect(commands().filter((command) => command.includes(marker))).toEqual([]);
  });

  test("X10 an aborted signal stops a script at once", async () => {
    expect((await run("sleep 20", {}, { signal: AbortSignal.abort() })).stopped).toBe("abort");
  });

  test("X10 a fork bomb gets no more than its processes", async () => {
    const bomb = "i=0; while [ $i -lt 200 ]; do sleep 20 & i=$((i + 1)); echo $i; done";
    const lines = said(await run(`exec dash -c '${bomb}'`))
      .trim()
      .split("\n");
    expect(Number(lines.at(-1))).toBeGreaterThan(0);
    expect(Number(lines.at(-1))).toBeLessThan(LIMITS.processes);
  });

  test.each([
    ["paths that are too long to open", "for i in $(seq 100); do mkdir -p $d && cd $d; done; sleep 20"],
    ["names that are not text", "for i in 1 2; do head -c 2000000 /dev/zero > $'bad\\xff'$i; done; sleep 20"],
  ])("X10 %s do not hide what a script leaves behind", async (_, script) => {
    const limits = { artifacts: 1000 };
    expect((await run(`d=$(printf 'd%.0s' {1..50}); ${script}`, limits)).stopped).toBe("artifacts");
  });

  test("X10 a script that takes too much memory fails", async () => {
    const eat =
      "const all = []; for (let i = 0; i < 100; i++) all.push(Buffer.alloc(20e6, 1)); console.log('all');";
    expect(said(await run(`node -e "${eat}"; echo done`))).toBe("done\n");
  });

  test("X10 output is cut at its limit, and both streams are kept apart", async () => {
    const result = await run("head -c 20000 /dev/zero | tr '\\0' a; echo problem >&2");
    expect(result.stdout.bytes.length).toBe(LIMITS.outputBytes);
    expect(result.stdout.isCut).toBe(true);
    expect(new TextDecoder().decode(result.stderr.bytes)).toBe("problem\n");
    expect(result.stderr.isCut).toBe(false);
  });

  test("X10 streams can also be opened by their paths", async () => {
    const command =
      "cat /dev/stdin; echo one > /dev/stdout; echo two > /dev/stderr; echo three | tee /dev/stderr";
    const result = await run(command, {}, {}, "given\n");
    expect(said(result)).toBe("given\none\nthree\n");
    expect(new TextDecoder().decode(result.stderr.bytes)).toBe("two\nthree\n");
  });

  test("X10 many scripts at once keep their streams apart, and can open all of them by their paths", async () => {
    const all = await Promise.all(
      Array.from({ length: 9 }, (_, at) => run(`echo ${at} > /dev/stdout; echo e${at} > /dev/stderr`)),
    );
    expect(all.map(said)).toEqual(Array.from({ length: 9 }, (_, at) => `${at}\n`));
    expect(all.map(({ stderr }) => new TextDecoder().decode(stderr.bytes))).toEqual(
      Array.from({ length: 9 }, (_, at) => `e${at}\n`),
    );
  });

  test("X10 a script finds nothing in its streams that another one left there, and leaves no file open", async () => {
    const pipes = () =>
      readdirSync("/proc/self/fd").filter((file) =>
        linkOf(`/proc/self/fd/${file}`).includes("knowhow-pipes-"),
      );
    await run("echo first");
    const before = pipes().length;
    // Also from one that was stopped, so that what it wrote last may not have been read.
    await run("yes");
    for (let n = 0; n < 6; n++) {
      const result = await run("timeout 0.2 cat <> /dev/stdout | head -c 100; echo end");
      expect(said(result)).toBe("end\n");
    }
    expect(before).toBeGreaterThan(0);
    expect(pipes().length).toBe(before);
  });

  test("X10 a script knows the time zone of this machine", async () => {
    const zone = "/etc/localtime";
    const size = existsSync(zone) ? readFileSync(zone).length : 0;
    expect(Number(said(await run(`cat ${zone} | wc -c`)))).toBe(size);
  });

  test("X10 a script that floods its output is stopped", async () => {
    expect((await run("yes")).stopped).toBe("output");
  });

  test("X10 a script that writes too many bytes or files is stopped", async () => {
    // Without the errors of a full directory, which are output and have a limit of their own.
    const many = "while true; do i=$((i + 1)); echo x > f$i; done 2> /dev/null";
    expect((await run(many)).stopped).toBe("artifacts");
    const large = "while true; do i=$((i + 1)); head -c 1000000 /dev/zero >> large$i; done 2> /dev/null";
    expect((await run(large)).stopped).toBe("artifacts");
  });

  test("X10 a single file cannot be larger than the limit", async () => {
    const result = await run("head -c 9000000 /dev/zero > large; stat -c %s large; rm large");
    expect(Number(said(result))).toBeLessThanOrEqual(LIMITS.artifactBytes);
  });

  test("X10 files that are deleted while they are open are limited, too", async () => {
    const write =
      "import os\nfor n in range(30):\n  f = os.open(str(n), os.O_WRONLY | os.O_CREAT); os.unlink(str(n)); done = 0";
    const script = `${write}\n  try:\n    while done < 1000000: done += os.write(f, bytes(100000))\n  except OSError: pass\n  print(done)\n`;
    const lines = said(await run(`python3 -c '${script}'`))
      .trim()
      .split("\n");
    const written = lines.reduce((sum, line) => sum + Number(line), 0);
    expect(lines).toHaveLength(30);
    expect(written).toBeGreaterThan(1_000_000);
    expect(written).toBeLessThan(LIMITS.artifactBytes + 2_000_000);
  });

  test("X10 files of a script that was stopped are kept, and links and pipes are not", async () => {
    const made =
      "echo kept > a; ln a b; ln -s /etc/passwd c; mkfifo d; mkdir e; echo deep > e/f; chmod 000 e";
    expect((await run(`${made}; sleep 20`, { seconds: 1 })).stopped).toBe("time");
    expect(readdirSync(output).sort()).toEqual(["a", "b", "e"]);
    expect(readFileSync(join(output, "e/f"), "utf8")).toBe("deep\n");
  });

  test("X10 temporary files are limited, too", async () => {
    const result = await run(
      "cat /dev/zero > /tmp/all; cat /dev/zero > /dev/shm/all; du -cb /tmp /dev/shm | tail -1",
    );
    expect(Number.parseInt(said(result), 10)).toBeLessThanOrEqual(LIMITS.artifactBytes);
  });

  test("X10 the exit code and the signal of a script are told", async () => {
    expect((await run("exit 7")).code).toBe(7);
    const killed = await run("kill -KILL $$");
    expect(killed.code).toBe(137);
    expect(killed.stopped).toBeUndefined();
  });

  test("X10 values of variables are not in the list of processes", async () => {
    const secret = "value-of-a-variable-24680";
    const seen: string[][] = [];
    await sandbox.run(
      {
        program: "/bin/sh",
        args: ["-c", "echo ready; sleep 0.2"],
        env: { PATH: "/usr/bin:/bin", TOKEN: secret },
        mounts: [],
        cwd: "/",
        hosts: [],
        limits: LIMITS,
      },
      { onOutput: () => seen.push(commands().filter((command) => command.includes(secret))) },
    );
    expect(seen).toEqual([[]]);
  });

  test("X10 a variable that loads code is not used outside of the sandbox", async () => {
    const result = await sandbox.run({
      program: "/bin/sh",
      args: ["-c", "echo $LD_PRELOAD"],
      env: { PATH: "/usr/bin:/bin", LD_PRELOAD: "/nowhere/evil.so" },
      mounts: [],
      cwd: "/",
      hosts: [],
      limits: LIMITS,
    });
    // Each program that loads it complains; those outside of the sandbox must not.
    const complaints = new TextDecoder().decode(result.stderr.bytes).match(/evil\.so/g) ?? [];
    expect(said(result)).toBe("/nowhere/evil.so\n");
    expect(complaints.length).toBeLessThanOrEqual(2);
  });

  test("X10 nothing is mounted below another mount or over the system", async () => {
    const command = { program: "/bin/true", args: [], env: {}, cwd: "/", hosts: [], limits: LIMITS };
    const mount = (...places: readonly string[]) =>
      sandbox.run({
        ...command,
        mounts: places.map((to) => ({ from: output, to, access: "read" as const })),
      });
    for (const places of [
      ["/usr/x"],
      ["/proc"],
      ["/a", "/a/b"],
      ["/a/b", "/a"],
      ["/a", "/a"],
      ["/a/../etc"],
      ["a"],
      ["/"],
    ])
      await expect(mount(...places)).rejects.toThrow(/cannot be set up/);
  });
});

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** The command lines of all processes of this machine. */
function commands(): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, "utf8")];
      } catch {
        return [];
      }
    });
}
