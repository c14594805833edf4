import { messageText } from "../basics/message-text.ts";
import { once } from "../basics/once.ts";
import { checkEmbedders } from "../config/check-runtime-options.ts";
import type { MatchAnswer, MatchOptions, MatchQuery } from "../conversation.ts";
import type { Engine } from "../engine.ts";
import { isKnowhowError } from "../errors.ts";
import type { OverlapOptions, OverlapReport } from "../evaluation/find-overlaps.ts";
import type { Overreach, OverreachOptions } from "../evaluation/find-overreach.ts";
import type { OpenMatch } from "../evaluation/held-out-phrases.ts";
import type { LibraryMatcher } from "../indexing/library-matcher.ts";
import type { Matching } from "../indexing/open-matching.ts";
import type { Embedders, OpenEmbedders } from "../options.ts";
import { lowestRuns, NO_COMMANDS } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { isWorkflowSkill, WORKFLOW_FILE } from "../runs/workflow-source.ts";
import type { Serving } from "../serving/open-serving.ts";
import { unusableEntry } from "../session/audience.ts";
import { commandPolicy } from "../session/commands.ts";
import { isVisible, type Skill } from "../skill.ts";

/** Options of `runtime.overreach`. */
export type OverreachSearch = Pick<OverreachOptions, "onProgress" | "signal">;

/** Options of `runtime.overlaps`. */
export type OverlapSearch = Pick<OverlapOptions, "min" | "onProgress" | "signal">;

/** The matcher of a runtime, opened on first use with the embedders of the host or of the configuration. */
export interface KeptMatching {
  /** Rejects with a `KnowhowError` if a model that was asked for cannot be used. */
  readonly asConfigured: () => Promise<Matching>;
  /** For conversations, which go on: while embedders cannot be opened, skills are matched without them, with a note. */
  readonly asPossible: () => Promise<Matching>;
  /** Without embedders. */
  readonly byWords: () => Promise<Matching>;
}

/** Opens the matcher on first use. After a failure the next use tries again. */
export function keepMatching(engine: Engine): KeptMatching {
  const complete = once(async () => {
    const { embedders = [] } = engine.options;
    return openMatching(engine, typeof embedders === "function" ? await openEmbedders(embedders) : embedders);
  });
  const withWordsAlone = once(() => openMatching(engine, []));
  const unless = (isFatal: (error: unknown) => boolean) => async () => {
    try {
      return await complete();
    } catch (error) {
      if (isFatal(error)) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      return withNote(await withWordsAlone(), `skills are matched by words alone: ${reason}`);
    }
  };
  return {
    asConfigured: unless(isKnowhowError),
    asPossible: unless((error) => isKnowhowError(error) && error.code === "runtime.bad-option"),
    byWords: withWordsAlone,
  };
}

async function openMatching({ profile, ports }: Engine, embedders: Embedders): Promise<Matching> {
  const { openMatching: open } = await import("../indexing/open-matching.ts");
  return open(profile, ports, embedders);
}

function withNote(matching: Matching, note: string): Matching {
  const { matcher } = matching;
  const noted = <Answer extends { readonly notes: readonly string[] }>(answer: Answer): Answer => ({
    ...answer,
    notes: [...answer.notes, note],
  });
  return {
    ...matching,
    matcher: {
      match: async (...given) => noted(await matcher.match(...given)),
      search: async (...given) => noted(await matcher.search(...given)),
    },
  };
}

async function openEmbedders(open: OpenEmbedders): Promise<Embedders> {
  const embedders = await open(undefined);
  checkEmbedders(embedders);
  return embedders;
}

/** The parts of a runtime that matching needs. */
interface MatchParts {
  readonly library: SkillLibrary;
  readonly engine: Engine;
  readonly matching: () => Promise<Matching>;
}

/** Matches a message as the first turn of a new conversation would: no skill is active, and all are available. */
export async function matchMessage(
  given: string,
  { library, engine, matching, serving }: MatchParts & { readonly serving: Serving },
  { mode, ...query }: MatchOptions = {},
): Promise<MatchAnswer> {
  const message = messageText(given);
  const { matchTurn, modeFor } = await import("../session/turn/match-turn.ts");
  const skills = library.list();
  const allowed = modeFor(engine, mode);
  const { unknown: _, ...answer } = await matchTurn(
    { ...query, message, isCandidate: (name) => isVisible(library.entry(name)?.state) },
    {
      skills,
      find: (name) => library.get(name),
      withheld: (name) => unusableEntry(library, name),
      commands: commandPolicy(engine),
      automatic: engine.profile.matching.automatic,
      root: engine.ports.environment.cwd,
      weigh: async (asked) => (await matching()).matcher.match(skills, asked),
    },
    { ...engine.profile.matching, mode: allowed },
  );
  const isOff = lowestRuns(engine.profile.runs, engine.options.narrowing) === "off";
  const { splitWorkflows } = await import("../session/runs/split-workflows.ts");
  const { asked, rest } = await splitWorkflows(answer.matches, async (name) => {
    const skill = isOff ? undefined : library.get(name);
    return skill !== undefined && hasSteps(skill, serving);
  });
  return { ...answer, matches: asked === undefined ? rest : [asked, ...rest], mode: allowed };
}

/** True if a skill has a workflow. A skill whose files cannot be listed has none. */
async function hasSteps(skill: Skill, serving: Serving): Promise<boolean> {
  const known = isWorkflowSkill(skill);
  if (known !== undefined) return known;
  try {
    return (await serving.open(skill, "model").files()).value.some(({ path }) => path === WORKFLOW_FILE);
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return false;
  }
}

/**
 * Finds skills that a message cannot tell apart, and phrases that match another skill than the one that declares them.
 */
export async function overlapsOf(
  { library, engine, matching }: MatchParts,
  options: OverlapSearch = {},
): Promise<OverlapReport> {
  const { findOverlaps } = await import("../evaluation/find-overlaps.ts");
  const { embedder, trial } = await matching();
  const seen = library.list().filter(({ name }) => isVisible(library.entry(name)?.state));
  const matcher = trial();
  const open = (skills: readonly Skill[]) => trialMatch(skills, engine, matcher);
  return findOverlaps(seen, { ...options, embedder, open });
}

/** Finds skills that match what other skills are for: descriptions for everything, and phrases of others. */
export async function overreachOf(
  { library, engine, matching }: MatchParts,
  options: OverreachSearch = {},
): Promise<readonly Overreach[]> {
  const { findOverreach } = await import("../evaluation/find-overreach.ts");
  const { matcher } = await matching();
  const skills = library.list();
  return findOverreach(skills, { ...options, match: trialMatch(skills, engine, matcher) });
}

/** Matches messages against a list of skills as a turn would, without commands. */
export function trialMatch(
  skills: readonly Skill[],
  engine: Engine,
  matcher: Pick<LibraryMatcher, "match">,
): ReturnType<OpenMatch> {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const context = {
    skills,
    find: (name: string) => byName.get(name),
    commands: NO_COMMANDS,
    automatic: engine.profile.matching.automatic,
    root: engine.ports.environment.cwd,
    weigh: (asked: MatchQuery) => matcher.match(skills, asked),
  };
  return async (message, query) => {
    const { matchTurn } = await import("../session/turn/match-turn.ts");
    return matchTurn({ ...query, message }, context, engine.profile.matching);
  };
}
