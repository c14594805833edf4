import { canonicalJson } from "../basics/canonical-json.ts";
import { compareText } from "../basics/words.ts";
import { directoryDigest } from "../format/digest.ts";
import type { Hash } from "../ports.ts";
import type { Proposal, ProposalContent, ProposalFile, ProposalFileRow } from "../proposal.ts";

/** What the user reviews: everything but the decision about it. */
export type Reviewed = Omit<Proposal, "state" | "hash" | "decided">;

/** SHA-256 over everything that the user reviews. */
export function proposalHash(proposal: Reviewed | Proposal, hash: Hash): string {
  const { id, kind, target, files, before, digest, source, reason, at, revision, checks } = proposal;
  const reviewed = { id, kind, target, files, before, digest, source, reason, at, revision, checks };
  // Through JSON, because a key without a value must not matter.
  return hash.sha256(`knowhow-proposal-1\n${canonicalJson(JSON.parse(JSON.stringify(reviewed)))}`);
}

/** The rows of files, sorted by path. */
export function fileRows(files: readonly ProposalFile[], hash: Hash): readonly ProposalFileRow[] {
  return files
    .map(({ path, bytes, isExecutable }) => ({
      path,
      sha256: hash.sha256(bytes),
      size: bytes.length,
      isExecutable,
    }))
    .sort((a, b) => compareText(a.path, b.path));
}

/** True if the content is what the rows of the proposal say, and the proposal is what its hash says. */
export function isIntact(proposal: Proposal, content: ProposalContent, hash: Hash): boolean {
  const rowsOf = (files: readonly ProposalFile[]) => JSON.stringify(fileRows(files, hash));
  return (
    rowsOf(content.after) === JSON.stringify(proposal.files.map(inOrder)) &&
    rowsOf(content.before) === JSON.stringify(proposal.before.map(inOrder)) &&
    proposalHash(proposal, hash) === proposal.hash
  );
}

/** The digest that a directory with these files has. */
export function digestOfFiles(files: readonly ProposalFile[], hash: Hash): Promise<string> {
  return directoryDigest(
    files.map(({ path, bytes, isExecutable }) => ({ path, bytes, mode: isExecutable ? 0o755 : 0o644 })),
    hash,
  );
}

function inOrder({ path, sha256, size, isExecutable }: ProposalFileRow): ProposalFileRow {
  return { path, sha256, size, isExecutable };
}
