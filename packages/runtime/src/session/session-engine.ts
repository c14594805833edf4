import type { Approver } from "../approver.ts";
import type { MatchAnswer, MatchQuery } from "../conversation.ts";
import type { EventScope, KnowhowEvent } from "../events.ts";
import type { Audience } from "../gate.ts";
import type { Ports } from "../ports.ts";
import type { MatchingMode, Profile } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import type { Skill } from "../skill.ts";
import type { TrustVerdict } from "../trust.ts";
import type { NamedTool } from "./tools/define-tool.ts";

/** What a session needs of the runtime that made it. */
export interface SessionEngine {
  readonly profile: Profile;
  readonly ports: Ports;
  /** The newest library; a session stays on its own until it adopts this one. */
  readonly current: () => SkillLibrary;
  /** Looks at the files again; the newest library is current afterwards. */
  readonly reload: () => Promise<SkillLibrary>;
  readonly emit: (event: KnowhowEvent, scope?: EventScope) => void;
  /** Opens a skill for the model, or for whoever is named. */
  readonly open: (skill: Skill, audience?: Audience, trust?: TrustVerdict) => OpenSkill;
  /** The tools of the conversation, as the profile names them. */
  readonly tools: readonly NamedTool[];
  /** Weighs the words of a message against the skills of a library. */
  readonly match: (library: SkillLibrary, query: MatchQuery) => Promise<MatchAnswer>;
  /** False when skills are switched off. */
  readonly isConfigured: boolean;
  /** True when skills may be started as commands. */
  readonly commands: boolean;
  /** Asks the user where neither the call nor the session brings an approver of its own. */
  readonly approver: Approver | undefined;
  /** The mode that a conversation asks for, or the profile's, at most what the configuration allows now. */
  readonly modeOf: (asked: MatchingMode | undefined) => MatchingMode;
}
