import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { once } from "../../basics/once.ts";
import { codeOf } from "../files/file-stat.ts";
import { nodeHash } from "../node-hash.ts";

/** Whether the process that created something is still running; `unknown` if this machine cannot tell. */
export type Liveness = "alive" | "gone" | "unknown";

const UNKNOWN = "00000000";
const OWNER = /^([0-9a-f]{8})-([0-9a-f]{8})-(\d+)-(\d+)-(\d+)$/;

/**
 * Identifies this process as `host-boot-namespace-pid-start`, which is unique on Linux. Other systems do not offer
 * boot, namespace and start to Node, and they are zero.
 */
export const currentOwner: () => string = once(() => {
  const { host, boot, space } = machine();
  return `${host}-${boot}-${space}-${process.pid}-${statOf("self")?.start ?? 0}`;
});

/** Whether the process identified by `currentOwner` is still running. */
export function livenessOf(owner: string): Liveness {
  const [, host, boot, space, pid, start] = OWNER.exec(owner) ?? [];
  const here = machine();
  if (host !== here.host) return "unknown";
  if (boot !== here.boot) return boot === UNKNOWN || here.boot === UNKNOWN ? "unknown" : "gone";
  if (space !== here.space) return "unknown";
  if (!isRunning(Number(pid))) return "gone";
  const now = statOf(String(pid));
  if (now?.isZombie === true) return "gone";
  return now === undefined || start === "0" || start === now.start ? "alive" : "gone";
}

const machine = once(() => {
  const boot = readText("/proc/sys/kernel/random/boot_id");
  return {
    host: short(`${hostname()}\n${readText("/etc/machine-id") ?? ""}`),
    boot: boot === undefined ? UNKNOWN : short(boot),
    space: /\d+/.exec(pidNamespace())?.[0] ?? "0",
  };
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** proc(5): the third field is the state, the 22nd the start time; the second may contain spaces and brackets. */
function statOf(pid: string): { readonly start: string; readonly isZombie: boolean } | undefined {
  const text = readText(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { start: fields[19] ?? "0", isZombie: fields[0] === "Z" || fields[0] === "X" };
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function short(text: string): string {
  return nodeHash.sha256(text).slice(0, 8);
}
