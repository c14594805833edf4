import type { ApprovalQuestion } from "../approver.ts";
import type { AuditRecord } from "../ports.ts";
import type { Proposal } from "../proposal.ts";

/** Which conversation and run a question is about, and what was reviewed. */
export function rowOf({
  hash: digest,
  source: { session, run },
}: Proposal): Pick<AuditRecord, "digest" | "session" | "run"> {
  return {
    digest,
    ...(session === undefined ? {} : { session }),
    ...(run === undefined ? {} : { run }),
  };
}

/** What an approver shows. The files are in `proposals.get`, and the hash covers them. */
export function questionOf({
  id,
  kind,
  hash,
  target,
  files,
  before,
  source,
  checks,
  reason,
}: Proposal): ApprovalQuestion {
  const old = new Map(before.map((file) => [file.path, file]));
  const now = new Set(files.map(({ path }) => path));
  const changes = [
    ...files.flatMap(({ path, sha256 }) => {
      const was = old.get(path);
      if (was?.sha256 === sha256) return [];
      return [{ path, change: was === undefined ? "added" : "changed", sha256 }];
    }),
    ...before.filter(({ path }) => !now.has(path)).map(({ path }) => ({ path, change: "removed" })),
  ];
  return {
    kind: "proposal",
    subject: id,
    skill: target.name,
    arguments: {
      kind,
      hash,
      directory: target.directory,
      files: changes,
      source: { ...source, outside: [...source.outside] },
      findings: checks.diagnostics.length + (checks.scan?.findings.length ?? 0),
      asksFor: [...checks.asksFor],
      ...(reason === undefined ? {} : { reason }),
    },
    reason: `an agent proposes to ${WORDS[kind]} the skill "${target.name}"`,
  };
}

const WORDS = {
  create: "add",
  edit: "change",
  patch: "change",
  write_file: "change",
  delete: "delete",
} as const;
