import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { knowhowDirectories, nodeEnvironment } from "@knowhow/runtime/node";
import type { Io } from "../io.ts";
import { type Check, type CheckItem, item } from "./check.ts";

/** The oldest Node that is tested. */
const OLDEST_NODE = [20, 19] as const;

/** Node and the folders of knowhow. */
export async function checkMachine(io: Io, nodeVersion: string): Promise<readonly Check[]> {
  return [checkNode(nodeVersion), await checkFolders(io)];
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

async function checkFolders(io: Io): Promise<Check> {
  const environment = nodeEnvironment({ cwd: io.cwd, home: io.home, variables: io.env });
  const folders = Object.entries(knowhowDirectories(environment));
  const items: CheckItem[] = [];
  for (const [name, path] of folders) {
    if (await isWritable(path)) continue;
    const hint = `make it writable, or set KNOWHOW_${name.toUpperCase()}_DIR to another folder`;
    items.push(item(`the ${name} folder cannot be written`, { path, hint }));
  }
  const status = items.length === 0 ? "ok" : "warning";
  const summary =
    items.length === 0 ? "cache, config and state folders are writable" : "some folders cannot be written";
  return { check: "folders", status, summary, items };
}

/** True when the folder, or the nearest one above it that exists, can be written. */
async function isWritable(path: string): Promise<boolean> {
  try {
    await access(path, constants.W_OK);
    return true;
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isAbsent && dirname(path) !== path ? isWritable(dirname(path)) : false;
  }
}
