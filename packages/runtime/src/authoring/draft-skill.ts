import { joinPath } from "../basics/paths.ts";
import { summariseSkill } from "../format/summarise-skill.ts";
import { SKILL_FILE } from "../gate.ts";
import type { Hash } from "../ports.ts";
import type { ProposalTarget } from "../proposal.ts";
import type { Skill } from "../skill.ts";

/** The skill that a SKILL.md would become, to compare it with others before it exists. */
export function draftSkill(text: string, { name, directory }: ProposalTarget, hash: Hash): Skill {
  const {
    diagnostics: _,
    hasFrontmatter: __,
    firstParagraph: ___,
    ...content
  } = summariseSkill(text, { hash });
  return {
    ...content,
    name,
    description: content.description ?? "",
    path: joinPath(directory, SKILL_FILE),
    directory,
    origin: { provider: "agent", level: "agent", root: directory, priority: 0, order: 0 },
    source: "agent",
  };
}
