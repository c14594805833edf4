import { createHash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../shared/is-record.ts";
import { readPrivate, writePrivate } from "../private-files.ts";
import { isLabel } from "../remote-server.ts";
import type { Approval, ApprovalStore } from "./approvals.ts";

const MAX_BYTES = 16 * 1024;

/** Keeps approvals below the person's state folder: one file each, so that two programs never overwrite each other. */
export function fileApprovalStore(stateDirectory: string): ApprovalStore {
  const folderOf = (label: string) => {
    if (!isLabel(label)) throw new TypeError("no label of a server");
    return join(stateDirectory, "mcp-approvals", label);
  };
  const fileOf = (label: string, uri: string) =>
    join(folderOf(label), `${createHash("sha256").update(uri).digest("hex")}.json`);
  return {
    load: (label) =>
      namesIn(folderOf(label)).flatMap((name) => readApproval(join(folderOf(label), name), label) ?? []),
    save: (approval) => writePrivate(fileOf(approval.label, approval.uri), `${JSON.stringify(approval)}\n`),
    remove: (label, uri) => rmSync(fileOf(label, uri), { force: true }),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  } catch {
    return [];
  }
}

/** What is not exactly an approval is none. */
function readApproval(path: string, label: string): Approval | undefined {
  try {
    const value: unknown = JSON.parse(readPrivate(path, MAX_BYTES) ?? "");
    if (!isRecord(value) || value.label !== label) return undefined;
    const { uri, digest, granted } = value;
    if (typeof uri !== "string" || typeof digest !== "string" || typeof granted !== "boolean")
      return undefined;
    return { label, uri, digest, granted };
  } catch {
    return undefined;
  }
}
