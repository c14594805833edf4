import { messageText } from "../basics/message-text.ts";
import { checkEmbedders } from "../config/check-runtime-options.ts";
import type { MatchAnswer, MatchOptions, MatchQuery } from "../conversation.ts";
import type { Engine } from "../engine.ts";
import type { OverlapOptions, OverlapReport } from "../evaluation/find-overlaps.ts";
import type { Matching } from "../indexing/open-matching.ts";
import type { Embedders, OpenEmbedders } from "../options.ts";
import { NO_COMMANDS } from "../profile.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import { commandPolicy } from "../session/commands.ts";
import { isVisible, type Skill } from "../skill.ts";

/** Options of `runtime.overlaps`. */
export type OverlapSearch = Pick<OverlapOptions, "min" | "onProgress" | "signal">;

/** Opens the matcher for the libraries of a runtime, with the embedders of the host or of the configuration. */
export async function openMatching({
  profile,
  ports,
  options: { embedders = [] },
}: Engine): Promise<Matching> {
  const { openMatching: open } = await import("../indexing/open-matching.ts");
  return open(profile, ports, typeof embedders === "function" ? await openEmbedders(embedders) : embedders);
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
  { library, engine, matching }: MatchParts,
  { mode, ...query }: MatchOptions = {},
): Promise<MatchAnswer> {
  const message = messageText(given);
  const { matchTurn, modeFor } = await import("../session/turn/match-turn.ts");
  const skills = library.list();
  const { unknown: _, ...answer } = await matchTurn(
    { ...query, message, isCandidate: (name) => isVisible(library.entry(name)?.state) },
    {
      skills,
      find: (name) => library.get(name),
      commands: commandPolicy(engine),
      automatic: engine.profile.matching.automatic,
      root: engine.ports.environment.cwd,
      weigh: async (asked) => (await matching()).matcher.match(skills, asked),
    },
    { ...engine.profile.matching, mode: modeFor(engine, mode) },
  );
  return answer;
}

/**
 * Finds skills that a message cannot tell apart, and phrases that match another skill than the one that declares them.
 */
export async function overlapsOf(
  { library, engine, matching }: MatchParts,
  options: OverlapSearch = {},
): Promise<OverlapReport> {
  const { findOverlaps } = await import("../evaluation/find-overlaps.ts");
  const { matchTurn } = await import("../session/turn/match-turn.ts");
  const { embedder, trial } = await matching();
  const seen = library.list().filter(({ name }) => isVisible(library.entry(name)?.state));
  const open = (skills: readonly Skill[]) => {
    const tried = trial();
    const context = {
      skills,
      find: (name: string) => library.get(name),
      commands: NO_COMMANDS,
      automatic: engine.profile.matching.automatic,
      root: engine.ports.environment.cwd,
      weigh: (asked: MatchQuery) => tried.match(skills, asked),
    };
    return (message: string, query: Omit<MatchQuery, "message">) =>
      matchTurn({ ...query, message }, context, engine.profile.matching);
  };
  return findOverlaps(seen, { ...options, embedder, open });
}
