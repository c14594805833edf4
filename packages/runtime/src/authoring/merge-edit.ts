import { SKILL_FILE } from "../gate.ts";
import type { Proposal, ProposalContent, ProposalFile } from "../proposal.ts";
import { decodeText, isBinary } from "../serving/decode-text.ts";
import { draftPatch } from "./draft-patch.ts";
import { refused } from "./refused.ts";
import type { SkillEdit } from "./skill-edit.ts";

/** The existing skill that a proposal is merged into: the one that is named, else the nearest that can be changed. */
export function mergeTarget({ id, kind, checks }: Proposal, named: string | undefined): string {
  if (kind !== "create") throw refused(`the proposal ${id} is no new skill, so it cannot be merged`);
  const name = named ?? checks.near.find(({ canPatch }) => canPatch)?.name;
  if (name !== undefined) return name;
  throw refused(
    `the proposal ${id} is not similar to a skill that can be changed`,
    "name the skill that it should be merged into",
  );
}

/** The change of an existing skill that adds what a proposed one has in addition: text of its SKILL.md, and files. */
export function mergeEdit(
  { id, reason }: Proposal,
  { after }: ProposalContent,
  { name, files }: { readonly name: string; readonly files: readonly ProposalFile[] },
): SkillEdit {
  const textOf = (all: readonly ProposalFile[]) => {
    const own = all.find(({ path }) => path === SKILL_FILE);
    return own === undefined ? "" : decodeText(own.bytes);
  };
  const known = new Set(files.map(({ path }) => path));
  const others = after.filter(({ path, bytes }) => !known.has(path) && !isBinary(bytes));
  const current = textOf(files);
  const content = draftPatch(current, textOf(after));
  if (content === undefined && others.length === 0)
    throw refused(`the skill "${name}" already has everything that ${id} would add`, "reject the proposal");
  return {
    action: "edit",
    name,
    content: content ?? current,
    files: Object.fromEntries(others.map(({ path, bytes }) => [path, decodeText(bytes)])),
    reason: reason === undefined ? `what ${id} adds` : `what ${id} adds: ${reason}`,
  };
}
