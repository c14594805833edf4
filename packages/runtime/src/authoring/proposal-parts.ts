import type { Approver } from "../approver.ts";
import type { EventScope, KnowhowEvent } from "../events.ts";
import type { AuditLog, Awaitable, Hash } from "../ports.ts";
import type { ProposalStore, SkillWriter } from "../proposal.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { RunView } from "../run.ts";
import type { RuntimeTrust } from "../security/trust/open-trust.ts";
import type { WholeSkill } from "../serving/whole-skill.ts";
import type { Skill } from "../skill.ts";
import type { CheckParts } from "./checks/check-proposal.ts";

/** What proposals need from their runtime. */
export interface ProposalParts {
  readonly store: ProposalStore;
  readonly writer: SkillWriter | undefined;
  readonly checks: Omit<CheckParts, "canPatch">;
  readonly hash: Hash;
  readonly now: () => number;
  readonly emit: (event: KnowhowEvent, scope?: EventScope) => void;
  readonly audit: AuditLog | undefined;
  readonly approver: () => Approver | undefined;
  readonly library: { current(): SkillLibrary; reload(): Promise<SkillLibrary> };
  /** Reads everything in the directory of a skill. */
  readonly whole: (skill: Skill) => Promise<WholeSkill>;
  /** True if there is anything at a path. */
  readonly exists: (path: string) => Awaitable<boolean>;
  readonly trust: Pick<RuntimeTrust, "decide" | "revoke">;
  readonly run: (id: string) => Promise<RunView | undefined>;
  /** The directory of agent-written skills; undefined if the host looks for none. */
  readonly agentRoot: () => string | undefined;
  /** The directory of the user's own skills; undefined if the profile has none. */
  readonly userRoot: string | undefined;
  /** Number of proposals and revisions that models may make in 24 hours. */
  readonly perDay: () => number;
}
