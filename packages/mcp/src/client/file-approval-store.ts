import { join } from "node:path";
import { type RecordStore, recordFolder } from "@knowhow/runtime/node";
import type { Approval, ApprovalStore } from "./approvals.ts";
import { isRecord } from "./is-record.ts";
import { isLabel } from "./remote-server.ts";

const MAX_BYTES = 16 * 1024;

/** Keeps approvals below the user's state folder: one file each, so that two programs never overwrite each other. */
export function fileApprovalStore(stateDirectory: string): ApprovalStore {
  const approvalsOf = (label: string): RecordStore<Approval> => {
    if (!isLabel(label)) throw new TypeError("no label of a server");
    return recordFolder(join(stateDirectory, "mcp-approvals", label), {
      parse: (value) => readApproval(value, label),
      maxBytes: MAX_BYTES,
      sync: true,
    });
  };
  return {
    load: (label) =>
      approvalsOf(label)
        .list()
        .then((records) => records.map(({ value }) => value)),
    save: (approval) => approvalsOf(approval.label).put(approval.uri, approval),
    remove: async (label, uri) => {
      await approvalsOf(label).delete(uri);
    },
  };
}

/** What is not exactly an approval is none. */
function readApproval(value: unknown, label: string): Approval | undefined {
  if (!isRecord(value) || value.label !== label) return undefined;
  const { uri, digest, granted } = value;
  if (typeof uri !== "string" || typeof digest !== "string" || typeof granted !== "boolean") return undefined;
  return { label, uri, digest, granted };
}
