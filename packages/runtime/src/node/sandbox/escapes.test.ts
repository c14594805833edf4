import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SandboxCommand } from "../../script.ts";
import { bubblewrap } from "./bubblewrap.ts";

const IN_MEMORY = [
  "import os, subprocess",
  'file = os.memfd_create("x")',
  'os.write(file, open("/usr/bin/id", "rb").read())',
  "os.fchmod(file, 0o6755)",
  'said = subprocess.run(["/proc/self/fd/%d" % file, "-u"], pass_fds=[file], capture_output=True).stdout',
  'print("ESCAPED") if said.strip() == b"0" else 0',
].join("\n");

const TRACE = ["import ctypes", 'print("ESCAPED") if ctypes.CDLL(None).ptrace(16, 1, 0, 0) == 0 else 0'].join(
  "\n",
);

/** A system call by its number, which libraries may have no function for. It has escaped unless it is not permitted. */
function systemCall(numbers: string, args: string): string {
  const lines = [
    "import ctypes, errno, os",
    `_, x64, _, arm64 = "${numbers}".split()`,
    'number = int(x64 if os.uname().machine == "x86_64" else arm64)',
    `result = ctypes.CDLL(None, use_errno=True).syscall(number, ${args})`,
    'print("ESCAPED") if result >= 0 or ctypes.get_errno() != errno.EPERM else 0',
  ];
  return `python3 - <<'EOF'\n${lines.join("\n")}\nEOF`;
}

/**
 * Attempts to leave the sandbox. `$SECRET` is the path of a file outside, `$PORT` a port of this machine, `$SOCKET` a
 * socket of this machine. Each prints ESCAPED if it succeeds, and `tried` at its end.
 */
const ATTEMPTS: readonly (readonly [title: string, script: string])[] = [
  // Files
  ["reads a file by its path", "cat $SECRET && echo ESCAPED"],
  ["reads the home directory of root", "ls /root && echo ESCAPED"],
  ["reads the homes of users", "ls /home/* && echo ESCAPED"],
  ["reads the list of users", "cat /etc/passwd && echo ESCAPED"],
  ["reads password hashes", "cat /etc/shadow && echo ESCAPED"],
  ["reads the name servers", "cat /etc/resolv.conf && echo ESCAPED"],
  ["reads logs", "ls /var/log && echo ESCAPED"],
  ["reads what services run", "ls /run/* && echo ESCAPED"],
  ["reads the root of the host through a process", "cat /proc/1/root$SECRET && echo ESCAPED"],
  ["reads through its own root", "cat /proc/self/root$SECRET && echo ESCAPED"],
  ["reads through a working directory", "cat /proc/self/cwd/../../../../../..$SECRET && echo ESCAPED"],
  ["reads with many dots", "cat /skill/../../../../../../..$SECRET && echo ESCAPED"],
  ["follows a link that it makes", "ln -s $SECRET /output/link; cat /output/link && echo ESCAPED"],
  ["follows a link of the skill", "cat /skill/link && echo ESCAPED"],
  ["writes to the skill", "echo x >> /skill/run.sh && echo ESCAPED"],
  ["deletes a file of the skill", "rm -f /skill/run.sh && echo ESCAPED"],
  ["renames the skill", "mv /skill /other && echo ESCAPED"],
  ["makes a file of the skill executable", "chmod 777 /skill/run.sh && echo ESCAPED"],
  ["writes to a folder that it may only read", "echo x > /work/new && echo ESCAPED"],
  ["writes to the system", "echo x > /usr/bin/knowhow-x && echo ESCAPED"],
  ["replaces a program", "cp /bin/true /usr/bin/ls && echo ESCAPED"],
  ["writes to the root directory", "echo x > /new && echo ESCAPED"],
  ["makes a directory at the root", "mkdir /new && echo ESCAPED"],
  ["writes settings of the system", "echo x > /etc/new && echo ESCAPED"],
  [
    "writes through a link out of its output",
    "ln -s $SECRET /output/out; echo changed > /output/out && cat $SECRET",
  ],
  [
    "makes a hard link to the skill and writes to it",
    "ln /skill/run.sh /output/hard && echo x >> /output/hard && echo ESCAPED",
  ],
  ["makes a hard link to a system file", "ln /usr/bin/true /output/hard && echo ESCAPED"],
  // Mounts and devices
  ["mounts the disk", "mount /dev/vda /tmp && echo ESCAPED"],
  ["mounts over a directory", "mount --bind /tmp /skill && echo ESCAPED"],
  ["makes the skill writable", "mount -o remount,rw /skill && echo ESCAPED"],
  ["makes the root writable", "mount -o remount,rw / && echo ESCAPED"],
  ["unmounts its output", "umount /output && echo ESCAPED"],
  ["makes a device", "mknod /output/disk b 8 0 && echo ESCAPED"],
  ["reads the memory of the kernel", "cat /dev/mem /dev/kmem && echo ESCAPED"],
  ["reads a disk", "cat /dev/vda /dev/sda && echo ESCAPED"],
  ["changes its root", "chroot /usr /bin/true && echo ESCAPED"],
  // Namespaces and rights
  ["makes a user namespace", "unshare --user true && echo ESCAPED"],
  ["makes a mount namespace", "unshare --mount true && echo ESCAPED"],
  ["makes a user namespace in which it is root", "unshare -Ur true && echo ESCAPED"],
  ["enters the namespaces of process 1", "nsenter -t 1 -a true && echo ESCAPED"],
  ["has a capability", "grep -E 'Cap(Eff|Prm|Bnd|Amb):.*[1-9a-f]' /proc/self/status && echo ESCAPED"],
  ["gains rights by a setuid program", "grep 'NoNewPrivs:.*0' /proc/self/status && echo ESCAPED"],
  ["becomes root", "su -c true root </dev/null && echo ESCAPED"],
  [
    "makes a setuid program that works",
    "cp /bin/id /output/id && chmod u+s /output/id && /output/id -u | grep -x 0 && echo ESCAPED",
  ],
  ["raises its limits", "ulimit -u 100000 && echo ESCAPED"],
  [
    "raises its priority",
    "nice -n -10 true 2>&1 | grep -v . && [ $(nice -n -10 nice) -lt 0 ] && echo ESCAPED",
  ],
  ["sets the name of the host", "hostname evil && echo ESCAPED"],
  ["sets the clock", "date -s 2000-01-01 && echo ESCAPED"],
  // Processes
  ["sees other processes", "[ $(ls -d /proc/[0-9]* | wc -l) -gt 12 ] && echo ESCAPED"],
  ["kills a process of the host", "kill -9 $HOST_PID && echo ESCAPED"],
  ["kills everything that it can, and the host lives", "kill -9 -1; true"],
  ["reads the memory of a process of the host", "cat /proc/$HOST_PID/environ && echo ESCAPED"],
  [
    "reads the environment of process 1",
    "tr '\\0' '\\n' < /proc/1/environ | grep KNOWHOW_CANARY && echo ESCAPED",
  ],
  ["sets the name of the host through /proc", "echo x > /proc/sys/kernel/hostname && echo ESCAPED"],
  [
    "has a program of its own run when another one crashes",
    "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && echo ESCAPED",
  ],
  [
    "changes how the kernel uses memory",
    "cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness && echo ESCAPED",
  ],
  ["changes the program that loads modules", "echo /tmp/x > /proc/sys/kernel/modprobe && echo ESCAPED"],
  ["turns the machine off", "echo o > /proc/sysrq-trigger && echo ESCAPED"],
  ["loads a kernel module", "modprobe loop && echo ESCAPED"],
  ["changes the score of its memory", "echo -1000 > /proc/self/oom_score_adj && echo ESCAPED"],
  // Network and sockets
  ["connects to a port of this machine", "exec 9<>/dev/tcp/127.0.0.1/$PORT && echo ESCAPED"],
  ["connects to the internet", "timeout 2 bash -c 'exec 9<>/dev/tcp/1.1.1.1/443' && echo ESCAPED"],
  ["sends a datagram", "timeout 2 bash -c 'echo x > /dev/udp/1.1.1.1/53' && echo ESCAPED"],
  ["looks up a name", "getent hosts example.com && echo ESCAPED"],
  [
    "has an interface other than its own loopback",
    "grep -v -E 'lo:|Inter|face' /proc/net/dev && echo ESCAPED",
  ],
  ["sees connections of the host", "[ $(wc -l < /proc/net/tcp) -gt 1 ] && echo ESCAPED"],
  [
    "connects to a socket by its path",
    'node -e \'require("net").connect(process.env.SOCKET, () => { console.log("ESCAPED"); process.exit(); }).on("error", () => {})\'',
  ],
  [
    "connects to an abstract socket",
    // Older versions of Node fill the name up with zeros.
    `python3 -c '
import os, socket
name = "\\0knowhow-" + os.environ["PORT"]
for address in (name, name.ljust(108, "\\0")):
    try:
        socket.socket(socket.AF_UNIX).connect(address)
        print("ESCAPED")
    except OSError: pass
'`,
  ],
  // Terminal and environment
  ["has a terminal", "(: < /dev/tty) && echo ESCAPED"],
  [
    "types into the terminal",
    'python3 -c \'import fcntl,termios; fcntl.ioctl(0, termios.TIOCSTI, b"x"); print("ESCAPED")\'',
  ],
  ["has a variable of the host", "env | grep KNOWHOW_CANARY && echo ESCAPED"],
  [
    "inherits an open file",
    "for f in /proc/self/fd/*; do readlink $f; done | grep -E 'secret|vitest|node' && echo ESCAPED",
  ],
  ["leaves a process behind", "setsid sleep 1000 & echo started"],
  [
    "leaves a process behind that ignores signals",
    "(trap '' TERM INT HUP; sleep 1000) & disown; echo started",
  ],
  // Keys, memory and the kernel
  ["reaches the keys of the user's session", systemCall("x64 250 arm64 219", "0, -3, 0")],
  ["adds a key", systemCall("x64 248 arm64 217", 'b"user", b"knowhow-x", b"x", 1, -3')],
  ["opens a ring of system calls", systemCall("x64 425 arm64 425", "1, (ctypes.c_char * 120)()")],
  ["opens a performance counter", systemCall("x64 298 arm64 241", "(ctypes.c_char * 120)(), 0, -1, -1, 0")],
  ["loads a program into the kernel", systemCall("x64 321 arm64 280", "5, (ctypes.c_char * 120)(), 120")],
  [
    "enters the namespaces of the host by a system call",
    systemCall("x64 308 arm64 268", "os.open('/proc/1/ns/net', 0), 0"),
  ],
  ["mounts with the newer calls", systemCall("x64 430 arm64 430", 'b"tmpfs", 0')],
  [
    "opens a file by a handle",
    systemCall(
      "x64 303 arm64 264",
      '-100, b"/skill/run.sh", (ctypes.c_char * 200)(b"\\x80"), (ctypes.c_int)(), 0',
    ),
  ],
  [
    "makes a user namespace with clone",
    'python3 -c \'import ctypes; p = ctypes.CDLL(None).clone; import os; r = ctypes.CDLL(None, use_errno=True).syscall(56 if os.uname().machine == "x86_64" else 220, 0x10000011, 0, 0, 0, 0); print("ESCAPED") if r > 0 else os._exit(0)\'',
  ],
  ["uses shared memory of the host", "ipcs -m | grep -E '^0x' && echo ESCAPED"],
  ["reads message queues of the host", "ls /dev/mqueue/* && echo ESCAPED"],
  [
    "talks to the bus of the system",
    "ls /run/dbus/system_bus_socket /var/run/dbus/system_bus_socket && echo ESCAPED",
  ],
  ["runs a program that is only in memory, as root", `python3 -c '${IN_MEMORY}'`],
  [
    "loads code by the loader of another program",
    "LD_PRELOAD=/skill/x.so true; cat /etc/ld.so.preload && echo ESCAPED",
  ],
  [
    "leaves its memory in a crash",
    "[ $(cat /proc/self/coredump_filter) != 00000000 ] && echo ESCAPED; ulimit -c 1 && echo ESCAPED",
  ],
  ["raises the size of its files", "ulimit -f unlimited && echo ESCAPED"],
  ["raises its memory", "ulimit -d unlimited && echo ESCAPED"],
  ["raises its open files", "ulimit -n 4096 && echo ESCAPED"],
  ["raises the limits of another process", "prlimit --pid 1 --nproc=100000 && echo ESCAPED"],
  ["traces the first process", `python3 -c '${TRACE}'`],
  [
    "watches files of the host",
    'timeout 1 python3 -c \'import ctypes, os; l = ctypes.CDLL(None); print("ESCAPED") if l.inotify_add_watch(l.inotify_init(), os.environ["SECRET"].encode(), 4095) >= 0 else 0\'',
  ],
  [
    "reads the control groups of the host",
    "cat /sys/fs/cgroup/cgroup.procs /sys/fs/cgroup/*/tasks && echo ESCAPED",
  ],
  ["reads messages of the kernel", "dmesg | head -1 | grep . && echo ESCAPED"],
  [
    "reads addresses of the kernel",
    "grep -v '^0000000000000000' /proc/kallsyms | head -1 | grep . && echo ESCAPED",
  ],
  [
    "leaves a storm of processes behind",
    "for i in 1 2 3 4 5 6 7 8; do (setsid sh -c 'while :; do sleep 1000 & sleep 0.01; done' &) ; done 2>/dev/null; echo started",
  ],
];

/** Attempts that succeed outside for every user, without harm. */
const CONTROLS: readonly string[] = [
  "reads a file by its path",
  "reads the list of users",
  "reads through its own root",
  "reads through a working directory",
  "sees other processes",
  "reads the memory of a process of the host",
  "gains rights by a setuid program",
  "has a variable of the host",
  "reaches the keys of the user's session",
  "adds a key",
  "leaves its memory in a crash",
  "raises its open files",
  "watches files of the host",
  "makes a user namespace with clone",
  "connects to a port of this machine",
  "connects to a socket by its path",
  "connects to an abstract socket",
  "reads logs",
  ...(process.getuid?.() === 0
    ? ["reads the home directory of root", "reads password hashes", "has a capability"]
    : []),
];

const sandbox = bubblewrap();
const status = await sandbox.status();
const why = status.works ? "" : ` (skipped: ${status.reason})`;

/** As root, a script gets another user id if nothing that it needs is private to root. */
const MODES =
  process.getuid?.() === 0 ? (["with the user id of root", "with another user id"] as const) : ["as user"];

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
      for (const name of ["skill", "work", "outside"]) await mkdir(join(root, name));
      await writeFile(join(root, "skill/run.sh"), "#!/bin/sh\n");
      await writeFile(join(root, "outside/secret"), "canary-in-a-file\n");
      await symlink(join(root, "outside/secret"), join(root, "skill/link"));
      if (mode === "with another user id") await chmod(root, 0o755);
      const listen = (at: string | number) =>
        new Promise<Server>((resolve) => {
          const made = createServer(() => {
            accepted += 1;
          });
          made.listen(at, () => resolve(made));
        });
      const server = await listen(0);
      const address = server.address();
      port = typeof address === "object" && address !== null ? address.port : 0;
      servers = [server, await listen(join(root, "outside/socket")), await listen(`\0knowhow-${port}`)];
    });

    afterAll(async () => {
      delete process.env.KNOWHOW_CANARY;
      for (const server of servers) server.close();
      await rm(root, { recursive: true, force: true });
    });

    const environment = () => ({
      PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
      SECRET: join(root, "outside/secret"),
      SOCKET: join(root, "outside/socket"),
      PORT: String(port),
      HOST_PID: String(process.pid),
    });
    const attempt = async (script: string) => {
      const output = await mkdtemp(join(root, "output-"));
      const command: SandboxCommand = {
        program: "/bin/bash",
        args: ["-c", `${script}\necho tried`],
        env: environment(),
        mounts: [
          { from: join(root, "skill"), to: "/skill", access: "read" },
          { from: join(root, "work"), to: "/work", access: "read" },
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

    // The same attempts succeed outside, so that they can fail: those that do no harm there.
    test.each(
      ATTEMPTS.filter(([title]) => CONTROLS.includes(title)),
    )("X10 outside, %s", async (title, script) => {
      const before = accepted;
      const { stdout } = spawnSync("/bin/bash", ["-c", script], {
        encoding: "utf8",
        env: { ...process.env, ...environment() },
        timeout: 15_000,
      });
      expect(stdout).toMatch(/ESCAPED|canary/);
      if (title.startsWith("connects to")) await expect.poll(() => accepted).toBe(before + 1);
    });

    test.each(ATTEMPTS)("X10 %s", async (_, script) => {
      const before = accepted;
      const { stdout, stderr, stopped } = await attempt(script);
      const said = new TextDecoder().decode(stdout.bytes);
      expect(said, new TextDecoder().decode(stderr.bytes)).toMatch(/tried\n$/);
      expect(said).not.toContain("ESCAPED");
      expect(said).not.toContain("canary");
      expect(stopped).toBeUndefined();
      expect(accepted).toBe(before);
      expect(await readFile(join(root, "outside/secret"), "utf8")).toBe("canary-in-a-file\n");
      expect(await readFile(join(root, "skill/run.sh"), "utf8")).toBe("#!/bin/sh\n");
    });
  },
);
