import type { MatchAnswer, MatchQuery } from "../conversation.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { KnowhowEvent } from "../events.ts";
import type { SkillText } from "../library.ts";
import type { Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Resource, Skill } from "../skill.ts";

/** What a session needs of the runtime that made it. */
export interface SessionEngine {
  readonly profile: Profile;
  readonly ports: Ports;
  /** The newest library; a session stays on its own until it adopts this one. */
  readonly current: () => SkillLibrary;
  readonly emit: (event: KnowhowEvent) => void;
  /** A skill's file, read now. */
  readonly read: (skill: Skill) => Promise<SkillText>;
  /** A skill's other files, listed now. */
  readonly resources: (skill: Skill) => Promise<readonly Resource[]>;
  /** Judges a skill's file as it is now by the profile's rule set. */
  readonly validate: (skill: Skill) => Promise<readonly Diagnostic[]>;
  /** Advice on a skill as it is now. */
  readonly lint: (skill: Skill) => Promise<readonly Diagnostic[]>;
  /** Weighs the words of a message against the skills of a library. */
  readonly match: (library: SkillLibrary, query: MatchQuery) => Promise<MatchAnswer>;
  /** True when skills may be started as commands. */
  readonly commands: boolean;
}
