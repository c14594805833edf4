import type { MatchAnswer, Message } from "../conversation.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { KnowhowEvent } from "../events.ts";
import type { SkillText } from "../library.ts";
import type { Ports } from "../ports.ts";
import type { MatchingMode, Profile } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Resource, Skill } from "../skill.ts";

/** What a session asks of the matcher. */
export interface MatchQuestion {
  readonly message: string;
  readonly messages: readonly Message[];
  readonly isCandidate: (name: string) => boolean;
  readonly suggestions: number;
  /** Names of skills that were used earlier in this conversation. */
  readonly recent: readonly string[];
  /** Milliseconds that the answer may wait for embedders to read new skills. */
  readonly timeoutMs: number;
}

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
  /** Finds the skills of a library that a message calls for. */
  readonly match: (library: SkillLibrary, question: MatchQuestion) => Promise<MatchAnswer>;
  /** True when skills may be started as commands. */
  readonly commands: boolean;
  /** The mode that a conversation asks for, or the profile's, at most what the configuration allows now. */
  readonly modeOf: (asked: MatchingMode | undefined) => MatchingMode;
}
