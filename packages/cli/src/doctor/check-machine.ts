import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import type { Io } from "../io/io.ts";
import { isSystemError } from "../io/system-error.ts";
import { type Check, type CheckItem, item } from "./check.ts";

/** The oldest Node that is tested. */
const OLDEST_NODE = [20, 19] as const;

/** Node and the folders of knowhow. */
export async function checkMachine(io: Io, cwd: string, nodeVersion: string): Promise<readonly Check[]> {
  return [checkNode(nodeVersion), await checkFolders(io, cwd)];
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

async function checkFolders(io: Io, cwd: string): Promise<Check> {
  const environment = nodeEnvironment({ cwd, home: io.home, variables: io.env });
  const folders = Object.entries(knowhowDirectories(environment));
  const items: CheckItem[] = [];
  for (const [name, path] of folders) {
    const trouble = await troubleWith(path);
    if (trouble === undefined) continue;
    const hint = `${trouble.hint}, or set KNOWHOW_${name.toUpperCase()}_DIR to another folder`;
    items.push(item(`the ${name} folder ${trouble.what}`, { path: trouble.path, hint }));
  }
  const status = items.length === 0 ? "ok" : "warning";
  const summary =
    items.length === 0 ? "cache, config and state folders are writable" : "some folders cannot be written";
  return { check: "folders", status, summary, items };
}

interface FolderTrouble {
  readonly path: string;
  readonly what: string;
  readonly hint: string;
}

/** Why nothing can be written into a folder, or into the nearest one above it that exists; undefined when it can. */
async function troubleWith(path: string): Promise<FolderTrouble | undefined> {
  try {
    const facts = await stat(path);
    if (facts.isFile())
      return { path, what: "cannot be written: a file stands in its place", hint: "move that file away" };
    if (!facts.isDirectory()) return { path, what: "has no place", hint: "set HOME to a folder of your own" };
    await access(path, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const isAbsent = isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR");
    if (isAbsent && dirname(path) !== path) return troubleWith(dirname(path));
    return { path, what: "cannot be written", hint: "make it writable" };
  }
}
