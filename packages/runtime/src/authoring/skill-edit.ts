import type { Kind } from "../basics/kind.ts";
import * as kinds from "../basics/kinds.ts";
import { PROPOSAL_KINDS, type ProposalKind } from "../proposal.ts";

/** A change of a skill, as a model or a host writes it. */
export interface SkillEdit {
  readonly action: ProposalKind;
  /** Name of the skill. */
  readonly name: string;
  /** `create` and `edit`: the whole SKILL.md. `write_file`: the whole file. */
  readonly content?: string;
  /** `write_file`: path of the file inside the skill. `patch`: default `SKILL.md`. */
  readonly path?: string;
  /** `patch`: text that occurs exactly once in the file. */
  readonly oldText?: string;
  /** `patch`: what replaces it. */
  readonly newText?: string;
  /** `create`: other files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Why the change is proposed. */
  readonly reason?: string;
  /** Digest of the skill that the change is based on. If the skill has changed since, the proposal is refused. */
  readonly base?: string;
}

/** The parts of a change, and their kinds. */
export const SKILL_EDIT: Readonly<Record<keyof SkillEdit, Kind | { kind: Kind; required: boolean }>> = {
  action: { kind: kinds.oneOf(PROPOSAL_KINDS), required: true },
  name: { kind: kinds.filledText, required: true },
  content: kinds.text,
  path: kinds.text,
  oldText: kinds.text,
  newText: kinds.text,
  files: kinds.recordOf(kinds.text, "an object from path to text"),
  reason: kinds.text,
  base: kinds.text,
};
