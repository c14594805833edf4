/**
 * System calls that no script needs, by name: [number on x64, number on arm64]. Namespaces do not cover keyrings, so a
 * script could read the keys of the user's session; the others are large parts of the kernel that bugs are found in, or
 * need rights that a script never has.
 */
const DENIED: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  open_by_handle_at: [304, 265],
  name_to_handle_at: [303, 264],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  syslog: [103, 116],
};

/** AUDIT_ARCH of the kernel, and which number of the table counts. */
const MACHINES: Readonly<Record<string, { readonly arch: number; readonly at: 0 | 1 }>> = {
  x64: { arch: 0xc000003e, at: 0 },
  arm64: { arch: 0xc00000b7, at: 1 },
};

/** Codes of classic BPF (linux/filter.h), and the answers of seccomp (linux/seccomp.h). */
const LOAD = 0x20;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const REFUSE = 0x00050000 | 1;
/** System calls of the x32 ABI, which x64 kernels have as a second way to each one. */
const X32 = 0x40000000;

/**
 * A filter for `bwrap --seccomp`: the calls above fail with EPERM, and so do all calls of another architecture, which have
 * other numbers. Undefined for machines that are not known.
 */
export function systemCallFilter(machine: string = process.arch): Buffer | undefined {
  const known = Object.hasOwn(MACHINES, machine) ? MACHINES[machine] : undefined;
  if (known === undefined) return undefined;
  const numbers = Object.values(DENIED).map((pair) => pair[known.at]);
  const toRefuse = (at: number) => numbers.length - at;
  const steps = [
    step(LOAD, 4),
    step(IF_EQUAL, known.arch, 1, 0),
    step(RETURN, REFUSE),
    step(LOAD, 0),
    step(IF_AT_LEAST, X32, toRefuse(0) + 1, 0),
    ...numbers.map((number, at) => step(IF_EQUAL, number, toRefuse(at), 0)),
    step(RETURN, ALLOW),
    step(RETURN, REFUSE),
  ];
  return Buffer.concat(steps);
}

/** One instruction: code, how many to pass over if true and if false, and a value. */
function step(code: number, value: number, ifTrue = 0, ifFalse = 0): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt16LE(code, 0);
  bytes.writeUInt8(ifTrue, 2);
  bytes.writeUInt8(ifFalse, 3);
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}
