import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import type { Io } from "../io/io.ts";
import { isSystemError } from "../io/system-error.ts";
import { type Check, type CheckItem, item } from "./check.ts";

/** The oldest supported version of Node. */
const OLDEST_NODE = [20, 19] as const;

/** Checks Node and the directories of knowhow. */
export async function checkMachine(io: Io, cwd: string, nodeVersion: string): Promise<readonly Check[]> {
  return [checkNode(nodeVersion), await checkDirectories(io, cwd)];
}

function checkNode(version: string): Check {
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

async function checkDirectories(io: Io, cwd: string): Promise<Check> {
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  const directories = Object.entries(knowhowDirectories(environment));
  const items: CheckItem[] = [];
  for (const [name, path] of directories) {
    const problem = await problemWith(path);
    if (problem === undefined) continue;
    const hint = `${problem.hint}, or set KNOWHOW_${name.toUpperCase()}_DIR to another directory`;
    items.push(item(`the ${name} directory ${problem.what}`, { path: problem.path, hint }));
  }
  const status = items.length === 0 ? "ok" : "warning";
  const summary =
    items.length === 0
      ? "cache, config and state directories are writable"
      : "some directories are not writable";
  return { check: "folders", status, summary, items };
}

interface DirectoryProblem {
  readonly path: string;
  readonly what: string;
  readonly hint: string;
}

/** Why a directory, or its nearest existing parent, is not writable; undefined if it is. */
async function problemWith(path: string): Promise<DirectoryProblem | undefined> {
  try {
    const facts = await stat(path);
    if (facts.isFile())
      return { path, what: "cannot be created: there is a file in its place", hint: "move that file" };
    if (!facts.isDirectory())
      return { path, what: "cannot be created", hint: "set HOME to a directory of your own" };
    await access(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const isAbsent = isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (isAbsent && dirname(path) !== path) return problemWith(dirname(path));
    return { path, what: "is not writable", hint: "make it writable" };
  }
}
