import { recordAction } from "../audit.ts";
import { baseName, joinPath } from "../basics/paths.ts";
import { realPlaceOf } from "../basics/real-place.ts";
import { KnowhowError } from "../errors.ts";
import type { Decider } from "./apply-proposal.ts";
import { readTarget } from "./make-proposal.ts";
import type { ProposalParts } from "./proposal-parts.ts";
import { refused } from "./refused.ts";

/** A skill that was moved to the user's own skills. */
export interface PromotedSkill {
  readonly name: string;
  /** Directories. */
  readonly from: string;
  readonly to: string;
}

/**
 * Moves an agent-written skill to the user's own skills, where it is trusted like them. If the process is stopped
 * between the two writes, both copies are there, the user's own counts, and promoting again removes the other.
 */
export async function promoteSkill(name: string, by: Decider, parts: ProposalParts): Promise<PromotedSkill> {
  const { writer, userRoot, library, audit, emit } = parts;
  await library.reload();
  const entries = library.current().named(name);
  const entry = entries.find(({ skill }) => skill.origin.level === "agent");
  if (entry === undefined)
    throw new KnowhowError("runtime.unknown-skill", `no agent wrote a skill named "${name}"`, {
      hint: "`knowhow list` shows the level of every skill",
    });
  if (writer === undefined || userRoot === undefined)
    throw new KnowhowError("authoring.no-writer", "there is no folder for the user's own skills");
  if (entry.trust.state !== "trusted")
    throw refused(`"${name}" was not reviewed`, `run \`knowhow trust ${name}\` first`);
  const { skill } = entry;
  const from = realPlaceOf(skill).directory;
  const to = joinPath(userRoot, baseName(from));
  const { files, target } = await readTarget(skill, parts);
  const copy = entries.find((each) => realPlaceOf(each.skill).directory === to);
  const isCopied = copy !== undefined && (await readTarget(copy.skill, parts)).target.base === target.base;
  if (!isCopied && (entries.length > 1 || (await parts.exists(to))))
    throw refused(`another skill is named "${name}" already`, "rename or remove it first");
  const digest = target.base === undefined ? {} : { digest: target.base };
  await recordAction(audit, { action: "skill.promoted", actor: by, skill: name, ...digest });
  const id = `promote-${name}`;
  if (!isCopied) await writer.replace({ id, directory: to, files });
  await writer.replace({ id, directory: from, files: undefined });
  await library.reload();
  emit({ type: "skill.promoted", skill: name });
  return { name, from, to };
}
