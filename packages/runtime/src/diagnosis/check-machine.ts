import { parentPath } from "../basics/paths.ts";
import { formatCount } from "../basics/words.ts";
import { isKnowhowError } from "../errors.ts";
import { type CheckItem, type DoctorCheck, item } from "./doctor-check.ts";
import type { Machine } from "./machine.ts";

/** The oldest supported version of Node. */
const OLDEST_NODE = [20, 19] as const;

/** Checks Node, the directories of knowhow and the audit log. */
export async function checkMachine(machine: Machine): Promise<readonly DoctorCheck[]> {
  return [checkNode(machine.nodeVersion), await checkDirectories(machine), await checkAudit(machine)];
}

function checkNode(version: string): DoctorCheck {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const [oldMajor, oldMinor] = OLDEST_NODE;
  const good = major > oldMajor || (major === oldMajor && minor >= oldMinor);
  const hint = `install Node ${oldMajor}.${oldMinor} or newer`;
  return {
    check: "node",
    status: good ? "ok" : "error",
    summary: `Node ${version}`,
    items: good ? [] : [item(`knowhow needs Node ${oldMajor}.${oldMinor} or newer`, { hint })],
  };
}

async function checkDirectories(machine: Machine): Promise<DoctorCheck> {
  const items: CheckItem[] = [];
  for (const [name, path] of Object.entries(machine.directories)) {
    const problem = await problemWith(path, machine);
    if (problem === undefined) continue;
    const hint = `${problem.hint}, or set KNOWHOW_${name.toUpperCase()}_DIR to another directory`;
    items.push(item(`the ${name} directory ${problem.what}`, { path: problem.path, hint }));
  }
  const { cache } = machine.directories;
  const shared = await machine.cacheProblem(cache);
  // One problem of a directory is enough.
  if (shared !== undefined && (await problemWith(cache, machine)) === undefined)
    items.push(
      item(`the cache directory ${shared}; it is not used, and a cache in the state directory is`, {
        path: cache,
        hint: "remove it, take write access from other users, or set KNOWHOW_CACHE_DIR to a directory of your own",
      }),
    );
  const status = items.length === 0 ? "ok" : "warning";
  const summary =
    items.length === 0
      ? "cache, config and state directories are writable"
      : "some directories cannot be used";
  return { check: "folders", status, summary, items };
}

async function checkAudit(machine: Machine): Promise<DoctorCheck> {
  const check = "audit";
  try {
    const { verdict } = await machine.verifyAudit();
    if (verdict.ok) {
      const summary =
        verdict.records === 0
          ? "the audit log is empty"
          : `the audit log is intact: ${formatCount(verdict.records, "record")}`;
      return { check, status: "ok", summary, items: [] };
    }
    const { file, line, reason } = verdict;
    const hint = "back up the folder, then move it away to start a new log";
    const broken = item(`line ${line}: ${reason}`, { path: file, hint });
    return { check, status: "error", summary: "the audit log was edited or damaged", items: [broken] };
  } catch (error) {
    // There is no log where there can be no folder, and `folders` says why.
    const cause = isKnowhowError(error) ? error.cause : error;
    const code: unknown = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
    if (code === "ENOTDIR") return { check, status: "ok", summary: "none", items: [] };
    const message = error instanceof Error ? error.message : String(error);
    return { check, status: "error", summary: "the audit log cannot be read", items: [item(message)] };
  }
}

interface DirectoryProblem {
  readonly path: string;
  readonly what: string;
  readonly hint: string;
}

/** Why a directory, or its nearest existing parent, is not writable; undefined if it is. */
async function problemWith(path: string, machine: Machine): Promise<DirectoryProblem | undefined> {
  const found = await machine.inspect(path);
  const parent = parentPath(path);
  if (found === "writable") return undefined;
  if (found === "absent" && parent !== path) return problemWith(parent, machine);
  if (found === "file")
    return { path, what: "cannot be created: there is a file in its place", hint: "move that file" };
  if (found === "other")
    return { path, what: "cannot be created", hint: "set HOME to a directory of your own" };
  return { path, what: "is not writable", hint: "make it writable" };
}
