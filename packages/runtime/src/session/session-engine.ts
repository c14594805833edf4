import type { Approver } from "../approver.ts";
import type { MatchAnswer, MatchQuery } from "../conversation.ts";
import type { Outcome } from "../diagnostics.ts";
import type { EventScope, KnowhowEvent } from "../events.ts";
import type { RunInputs } from "../execution/run/run-context.ts";
import type { Audience } from "../gate.ts";
import type { SearchOptions, SearchPage } from "../library.ts";
import type { FileSystem, Ports } from "../ports.ts";
import type { AuthoringMode, CommandPolicy, MatchingMode, Profile, RunsMode } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { RuntimeRuns } from "../runs/open-runs.ts";
import type { Serving } from "../serving/open-serving.ts";
import type { ContentUse, ServedSkill } from "../serving/open-skill.ts";
import type { Skill } from "../skill.ts";
import type { RunDefinition } from "../workflow.ts";
import type { NamedTool } from "./tools/define-tool.ts";

/** Where the skills of a run are read from. */
export interface DefinitionView {
  readonly library: SkillLibrary;
  readonly serving: Serving;
}

/** What a session needs from its runtime. */
export interface SessionEngine {
  readonly profile: Profile;
  readonly ports: Ports;
  /** The current library of the runtime. A session keeps its own until it adopts this one. */
  readonly current: () => SkillLibrary;
  /** Reads the files again, without asking servers; the newest library is current afterwards. */
  readonly reload: () => Promise<SkillLibrary>;
  readonly emit: (event: KnowhowEvent, scope?: EventScope) => void;
  /** Opens a skill for an audience. Default the model, and the current files. */
  readonly open: (skill: Skill, audience?: Audience, use?: ContentUse, files?: FileSystem) => ServedSkill;
  /** The tools of the conversation, under the profile's names. */
  readonly tools: readonly NamedTool[];
  /** The tools of a conversation in which the model may, or may not, propose skills. */
  readonly toolsFor: (mode: AuthoringMode) => readonly NamedTool[];
  /** Whether the model may propose skills: as requested, or as the profile says, unless the configuration forbids it. */
  readonly authoringOf: (asked: AuthoringMode | undefined) => AuthoringMode;
  /** Matches the words of a message against the skills of a library. */
  readonly match: (library: SkillLibrary, query: MatchQuery) => Promise<MatchAnswer>;
  /** Searches the skills of a library. */
  readonly search: (
    library: SkillLibrary,
    query: string,
    options: SearchOptions & Pick<MatchQuery, "isCandidate">,
  ) => Promise<SearchPage>;
  /** False if skills are turned off. */
  readonly isConfigured: boolean;
  /** How the user can currently invoke skills in a message. */
  readonly commands: CommandPolicy;
  /** Runs workflows. */
  readonly runs: RuntimeRuns;
  /** Reads what a run of a skill executes, from the library and the files of a conversation. */
  readonly define: (skill: Skill, view: DefinitionView) => Promise<Outcome<RunDefinition | undefined>>;
  /** The same for a run of one of its scripts. */
  readonly defineScript: (
    skill: Skill,
    call: { readonly script: string; readonly args: readonly string[] },
    view: Pick<DefinitionView, "serving">,
  ) => Promise<{ readonly definition: RunDefinition; readonly inputs: RunInputs }>;
  /** The runtime's approver, used if neither the call nor the session has one. */
  readonly approver: Approver | undefined;
  /** The requested mode, or the profile's, limited to what the configuration currently allows. */
  readonly modeOf: (asked: MatchingMode | undefined) => MatchingMode;
  /** The same for what a message that asks for a workflow causes. */
  readonly runsOf: (asked: RunsMode | undefined) => RunsMode;
}
