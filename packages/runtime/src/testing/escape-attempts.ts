import type { CopyPart } from "./machine-copy.ts";

/** An attempt to leave a sandbox, and how it succeeds where there is none. */
export interface EscapeAttempt {
  readonly title: string;
  /**
   * `$SECRET` is the path of a file outside, `$PORT` a port of this machine, `$SOCKET` a socket of this machine, `$HOST_PID`
   * a process outside. It prints ESCAPED if it succeeds, or leaves a process behind whose command line has `$MARKER`.
   */
  readonly script: string;
  readonly control: EscapeControl;
}

/** The same attempt without a sandbox, so that the test of it can fail. */
export type EscapeControl =
  /** It succeeds for every user, without harm. */
  | { readonly by: "anyone"; readonly setup: string }
  /** It succeeds for root in a copy of this machine. */
  | { readonly by: "root"; readonly setup: string; readonly parts: readonly CopyPart[] }
  /** It succeeds for root in a copy of this machine, if the kernel has this file. */
  | { readonly by: "root"; readonly needs: string }
  /** It cannot be tried. */
  | { readonly by: "nobody"; readonly reason: string };

const anyone = (setup = ""): EscapeControl => ({ by: "anyone", setup });
const root = (setup = "", parts: readonly CopyPart[] = []): EscapeControl => ({ by: "root", setup, parts });
const rootWith = (needs: string): EscapeControl => ({ by: "root", needs });
const nobody = (reason: string): EscapeControl => ({ by: "nobody", reason });

const IN_MEMORY = [
  "import os, subprocess",
  'file = os.memfd_create("x")',
  'os.write(file, open("/usr/bin/id", "rb").read())',
  "os.fchmod(file, 0o6755)",
  'said = subprocess.run(["/proc/self/fd/%d" % file, "-u"], pass_fds=[file], capture_output=True).stdout',
  'print("ESCAPED") if said.strip() == b"0" else 0',
].join("\n");

const TRACE = [
  "import ctypes",
  'print("ESCAPED") if ctypes.CDLL(None).ptrace(0x4206, 1, 0, 0) == 0 else 0',
].join("\n");

/** Gives the loopback interface an address of the internet, with a server for it. */
const INTERNET = `python3 - <<'EOF'
import fcntl, os, socket, struct
s = socket.socket()
def request(number, value): fcntl.ioctl(s, number, struct.pack("16s16s8x", b"lo", value))
request(0x8914, struct.pack("h14x", 0x1))
request(0x8916, struct.pack("=H2s4s8x", 2, b"", socket.inet_aton("1.1.1.1")))
server = socket.create_server(("1.1.1.1", 443))
if os.fork() == 0:
    os.setsid()
    for file in (0, 1, 2): os.close(file)
    server.accept()
EOF`;

/** Starts the whole script again in a terminal of its own. */
const TERMINAL = `if [ -z "$AGAIN" ]; then AGAIN=1 exec script -qec 'exec /bin/bash -c "$WHOLE"' /dev/null; fi`;

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

/** Attempts to leave a sandbox, of all kinds. */
export const ESCAPE_ATTEMPTS: readonly EscapeAttempt[] = attempts([
  // Files
  ["reads a file by its path", "cat $SECRET && echo ESCAPED", anyone()],
  ["reads the home directory of root", "ls /root && echo ESCAPED", root()],
  ["reads the homes of users", "ls /home/* && echo ESCAPED", root("mkdir -p /home/user/documents")],
  ["reads the list of users", "cat /etc/passwd && echo ESCAPED", anyone()],
  ["reads password hashes", "cat /etc/shadow && echo ESCAPED", root()],
  ["reads the name servers", "cat /etc/resolv.conf && echo ESCAPED", root("touch /etc/resolv.conf")],
  ["reads logs", "ls /var/log && echo ESCAPED", anyone()],
  ["reads what services run", "ls /run/* && echo ESCAPED", root("mkdir -p /run/service")],
  ["reads the root of the host through a process", "cat /proc/1/root$SECRET && echo ESCAPED", root()],
  ["reads through its own root", "cat /proc/self/root$SECRET && echo ESCAPED", anyone()],
  [
    "reads through a working directory",
    "cat /proc/self/cwd/../../../../../../../../../..$SECRET && echo ESCAPED",
    anyone(),
  ],
  ["reads with many dots", "cat /skill/../../../../../../..$SECRET && echo ESCAPED", root()],
  ["follows a link that it makes", "ln -s $SECRET /output/link; cat /output/link && echo ESCAPED", root()],
  ["follows a link of the skill", "cat /skill/link && echo ESCAPED", root()],
  ["writes to the skill", "echo x >> /skill/run.sh && echo ESCAPED", root()],
  ["deletes a file of the skill", "rm -f /skill/run.sh && echo ESCAPED", root()],
  ["renames the skill", "mv /skill /other && echo ESCAPED", root()],
  ["makes a file of the skill executable", "chmod 777 /skill/run.sh && echo ESCAPED", root()],
  ["writes to a folder that it may only read", "echo x > /work/new && echo ESCAPED", root()],
  ["writes to the system", "echo x > /usr/bin/knowhow-x && echo ESCAPED", root()],
  ["replaces a program", "cp /bin/true /usr/bin/ls && echo ESCAPED", root()],
  ["writes to the root directory", "echo x > /new && echo ESCAPED", root()],
  ["makes a directory at the root", "mkdir /new && echo ESCAPED", root()],
  ["writes settings of the system", "echo x > /etc/new && echo ESCAPED", root()],
  [
    "writes through a link out of its output",
    "ln -s $SECRET /output/out; echo changed > /output/out && grep -q changed $SECRET && echo ESCAPED",
    root(),
  ],
  [
    "makes a hard link to the skill and writes to it",
    "ln /skill/run.sh /output/hard && echo x >> /output/hard && echo ESCAPED",
    root(),
  ],
  ["makes a hard link to a system file", "ln /usr/bin/true /output/hard && echo ESCAPED", root()],
  // Mounts and devices
  [
    "mounts a disk",
    "for disk in /dev/vda /dev/sda /dev/nvme0n1; do mount $disk /tmp && echo ESCAPED; done",
    nobody("it would mount the disk of this machine twice"),
  ],
  ["mounts a file system in memory", "mount -t tmpfs tmpfs /tmp && echo ESCAPED", root()],
  ["mounts over a directory", "mount --bind /tmp /skill && echo ESCAPED", root()],
  [
    "makes the skill writable",
    "mount -o remount,rw,bind /skill && echo x > /skill/new && echo ESCAPED",
    root("mount --bind /skill /skill; mount -o remount,ro,bind /skill; echo x > /skill/new && exit"),
  ],
  [
    "makes the root writable",
    "mount -o remount,rw / && echo x > /new && echo ESCAPED",
    root("mount -o remount,ro /; echo x > /new && exit"),
  ],
  ["unmounts its output", "umount /output && echo ESCAPED", root("mount -t tmpfs tmpfs /output")],
  ["makes a device", "mknod /output/disk b 8 0 && echo ESCAPED", root()],
  [
    "reads the memory of the kernel",
    "for file in /dev/mem /dev/kmem /proc/kcore; do head -c 1 $file | grep -q . && echo ESCAPED; done",
    root("echo x > /dev/mem"),
  ],
  [
    "reads a disk",
    "for disk in /dev/vda /dev/sda /dev/nvme0n1; do head -c 1 $disk && echo ESCAPED; done",
    root("echo x > /dev/vda"),
  ],
  ["changes its root", "chroot /usr /bin/true && echo ESCAPED", root()],
  // Namespaces and rights
  ["makes a user namespace", "unshare --user true && echo ESCAPED", anyone()],
  ["makes a mount namespace", "unshare --mount true && echo ESCAPED", root()],
  ["makes a user namespace in which it is root", "unshare -Ur true && echo ESCAPED", anyone()],
  ["enters the namespaces of process 1", "nsenter -t 1 -a true && echo ESCAPED", root()],
  ["has a capability", "grep -E 'Cap(Eff|Prm|Bnd|Amb):.*[1-9a-f]' /proc/self/status && echo ESCAPED", root()],
  ["gains rights by a setuid program", "grep 'NoNewPrivs:.*0' /proc/self/status && echo ESCAPED", anyone()],
  ["becomes root", "su -c true root </dev/null && echo ESCAPED", root()],
  [
    "makes a setuid program that works",
    "cp /bin/id /output/id && chmod u+s /output/id && /output/id -u | grep -x 0 && echo ESCAPED",
    root(),
  ],
  ["raises its limits", "ulimit -u $(($(ulimit -u) + 1)) && echo ESCAPED", anyone("ulimit -S -u 5000")],
  ["raises its priority", '[ "$(nice -n -10 nice)" -lt 0 ] && echo ESCAPED', root()],
  ["sets the name of the host", "hostname evil && echo ESCAPED", root()],
  // By nothing: ADJ_SETOFFSET.
  ["sets the clock", systemCall("x64 159 arm64 171", "(ctypes.c_char * 208)(0, 1)"), root()],
  // Processes
  ["sees other processes", "[ $(ls -d /proc/[0-9]* | wc -l) -gt 12 ] && echo ESCAPED", anyone()],
  ["kills a process of the host", "kill -9 $HOST_PID && echo ESCAPED", anyone("sleep 60 & HOST_PID=$!")],
  ["kills everything that it can, and the host lives", "kill -9 -1; true", nobody("it would end the tests")],
  ["reads the memory of a process of the host", "cat /proc/$HOST_PID/environ && echo ESCAPED", anyone()],
  [
    "reads the environment of process 1",
    "tr '\\0' '\\n' < /proc/1/environ | grep KNOWHOW_CANARY && echo ESCAPED",
    root(),
  ],
  ["sets the name of the host through /proc", "echo x > /proc/sys/kernel/hostname && echo ESCAPED", root()],
  [
    "has a program of its own run when another one crashes",
    "cat /proc/sys/kernel/core_pattern > /proc/sys/kernel/core_pattern && echo ESCAPED",
    root(),
  ],
  [
    "changes how the kernel uses memory",
    "cat /proc/sys/vm/swappiness > /proc/sys/vm/swappiness && echo ESCAPED",
    root(),
  ],
  [
    "changes the program that loads modules",
    "cat /proc/sys/kernel/modprobe > /proc/sys/kernel/modprobe && echo ESCAPED",
    rootWith("/proc/sys/kernel/modprobe"),
  ],
  // Only its help, not what turns the machine off.
  [
    "gives the kernel a command",
    "echo h > /proc/sysrq-trigger && echo ESCAPED",
    rootWith("/proc/sysrq-trigger"),
  ],
  ["loads a kernel module", systemCall("x64 313 arm64 273", '-1, b"", 0'), root()],
  [
    "changes the score of its memory",
    "echo -1000 > /proc/self/oom_score_adj && echo ESCAPED",
    nobody("root itself may not do it in many containers"),
  ],
  // Network and sockets
  ["connects to a port of this machine", "exec 9<>/dev/tcp/127.0.0.1/$PORT && echo ESCAPED", anyone()],
  [
    "connects to the internet",
    "timeout 2 bash -c 'exec 9<>/dev/tcp/1.1.1.1/443' && echo ESCAPED",
    root(INTERNET, ["net"]),
  ],
  [
    "sends a datagram",
    "timeout 2 bash -c 'echo x > /dev/udp/1.1.1.1/53' && echo ESCAPED",
    root(INTERNET, ["net"]),
  ],
  [
    "looks up a name",
    "getent hosts example.com && echo ESCAPED",
    root('echo "192.0.2.1 example.com" >> /etc/hosts'),
  ],
  [
    "has an interface other than its own loopback",
    "grep -v -E 'lo:|Inter|face' /proc/net/dev && echo ESCAPED",
    root("ip link add knowhow0 type dummy 2> /dev/null"),
  ],
  ["sees connections of the host", "[ $(wc -l < /proc/net/tcp) -gt 1 ] && echo ESCAPED", anyone()],
  [
    "connects to a socket by its path",
    'node -e \'require("net").connect(process.env.SOCKET, () => { console.log("ESCAPED"); process.exit(); }).on("error", () => {})\'',
    anyone(),
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
    anyone(),
  ],
  // Terminal and environment
  ["has a terminal", "(: < /dev/tty) && echo ESCAPED", anyone(TERMINAL)],
  [
    "types into the terminal",
    'python3 -c \'import fcntl,termios; fcntl.ioctl(0, termios.TIOCSTI, b"x"); print("ESCAPED")\'',
    root(TERMINAL),
  ],
  ["has a variable of the host", "env | grep KNOWHOW_CANARY && echo ESCAPED", anyone()],
  [
    "inherits an open file",
    "for f in /proc/self/fd/*; do readlink $f; done | grep -E 'secret|vitest|node' && echo ESCAPED",
    anyone("exec 9< $SECRET"),
  ],
  // Keys, memory and the kernel
  ["reaches the keys of the user's session", systemCall("x64 250 arm64 219", "0, -3, 0"), anyone()],
  ["adds a key", systemCall("x64 248 arm64 217", 'b"user", b"knowhow-x", b"x", 1, -3'), anyone()],
  ["opens a ring of system calls", systemCall("x64 425 arm64 425", "1, (ctypes.c_char * 120)()"), root()],
  [
    "opens a performance counter",
    systemCall("x64 298 arm64 241", "(ctypes.c_char * 120)(), 0, -1, -1, 0"),
    root(),
  ],
  [
    "loads a program into the kernel",
    systemCall("x64 321 arm64 280", "5, (ctypes.c_char * 120)(), 120"),
    root(),
  ],
  [
    "enters the namespaces of the host by a system call",
    systemCall("x64 308 arm64 268", "os.open('/proc/1/ns/net', 0), 0"),
    root(),
  ],
  ["mounts with the newer calls", systemCall("x64 430 arm64 430", 'b"tmpfs", 0'), root()],
  [
    "opens a file by a handle",
    systemCall(
      "x64 303 arm64 264",
      '-100, b"/skill/run.sh", (ctypes.c_char * 200)(b"\\x80"), (ctypes.c_int)(), 0',
    ),
    root(),
  ],
  [
    "makes a user namespace with clone",
    'python3 -c \'import ctypes; p = ctypes.CDLL(None).clone; import os; r = ctypes.CDLL(None, use_errno=True).syscall(56 if os.uname().machine == "x86_64" else 220, 0x10000011, 0, 0, 0, 0); print("ESCAPED") if r > 0 else os._exit(0)\'',
    anyone(),
  ],
  ["uses shared memory of the host", "ipcs -m | grep -E '^0x' && echo ESCAPED", root("ipcmk -M 1")],
  [
    "reads message queues of the host",
    "ls /dev/mqueue/* && echo ESCAPED",
    root("mkdir /dev/mqueue; touch /dev/mqueue/queue"),
  ],
  [
    "talks to the bus of the system",
    "ls /run/dbus/system_bus_socket || ls /var/run/dbus/system_bus_socket && echo ESCAPED",
    root("mkdir -p /run/dbus; touch /run/dbus/system_bus_socket"),
  ],
  ["runs a program that is only in memory, as root", `python3 -c '${IN_MEMORY}'`, root()],
  [
    "loads code by the loader of another program",
    "LD_PRELOAD=/skill/x.so true; cat /etc/ld.so.preload && echo ESCAPED",
    root("touch /etc/ld.so.preload"),
  ],
  [
    "leaves its memory in a crash",
    "[ $(cat /proc/self/coredump_filter) != 00000000 ] && echo ESCAPED; ulimit -c 1 && echo ESCAPED",
    anyone(),
  ],
  ["raises the size of its files", "ulimit -f unlimited && echo ESCAPED", anyone("ulimit -S -f 1000")],
  ["raises its memory", "ulimit -d unlimited && echo ESCAPED", anyone("ulimit -S -d 4000000")],
  ["raises its open files", "ulimit -n 4096 && echo ESCAPED", anyone("ulimit -S -n 1024")],
  [
    "raises the limits of another process",
    "prlimit --pid 1 --nproc=100000 && echo ESCAPED",
    nobody("root itself may not do it in many containers"),
  ],
  ["traces the first process", `python3 -c '${TRACE}'`, root()],
  [
    "watches files of the host",
    'timeout 1 python3 -c \'import ctypes, os; l = ctypes.CDLL(None); print("ESCAPED") if l.inotify_add_watch(l.inotify_init(), os.environ["SECRET"].encode(), 4095) >= 0 else 0\'',
    anyone(),
  ],
  [
    "reads the control groups of the host",
    "cat /sys/fs/cgroup/cgroup.procs || cat /sys/fs/cgroup/*/tasks && echo ESCAPED",
    root("mount -t tmpfs tmpfs /sys/fs/cgroup; touch /sys/fs/cgroup/cgroup.procs"),
  ],
  ["reads messages of the kernel", "dmesg | head -1 | grep . && echo ESCAPED", root()],
  [
    "reads addresses of the kernel",
    "grep -v '^0000000000000000' /proc/kallsyms | head -1 | grep . && echo ESCAPED",
    root(),
  ],
  // What is left behind: the marker is seen in the list of processes.
  ["leaves a process behind", "setsid sleep 1000.$MARKER & sleep 0.1; echo started", anyone()],
  [
    "leaves a process behind that ignores signals",
    "(trap '' TERM INT HUP; sleep 1000.$MARKER) & disown; sleep 0.1; echo started",
    anyone(),
  ],
  [
    "leaves a process behind that has no parent of its own any more",
    "(setsid sh -c 'setsid sleep 1000.$MARKER & exit' &); sleep 0.2; echo started",
    anyone(),
  ],
  [
    "leaves a storm of processes behind",
    "for i in 1 2 3 4 5 6 7 8; do (setsid sh -c 'while :; do sleep 1000.$MARKER & sleep 0.01; done' &) ; done 2>/dev/null; echo started",
    nobody("it would not end without the sandbox"),
  ],
]);

function attempts(
  rows: readonly (readonly [title: string, script: string, control: EscapeControl])[],
): readonly EscapeAttempt[] {
  return rows.map(([title, script, control]) => ({ title, script, control }));
}
