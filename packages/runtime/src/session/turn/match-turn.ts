import type { MatchAnswer, MatchQuery, SkillMatch, SkillMatcher } from "../../conversation.ts";
import type { Engine } from "../../engine.ts";
import { lowestMode, type MatchingMode, type MatchingPolicy } from "../../profile.ts";
import { type ExplicitContext, explicitMatches } from "./explicit-matches.ts";

/** What a message is matched against. */
export interface TurnContext extends ExplicitContext {
  /** Names of skills whose bodies the model has; default none. */
  readonly active?: readonly string[];
  /** Weighs the words of a message against all skills. */
  readonly weigh: (query: MatchQuery) => Promise<MatchAnswer>;
  /** A host's own matcher, asked instead of all else. */
  readonly matcher?: SkillMatcher | undefined;
}

/**
 * The one answer to "which skills does this message call for": what the user named, what applies by itself, and, where
 * the mode allows it, what the words say. The decisions are final: `load` is loaded, `suggest` is suggested.
 */
export async function matchTurn(
  query: MatchQuery,
  context: TurnContext,
  policy: MatchingPolicy,
): Promise<MatchAnswer> {
  if (context.matcher !== undefined) return askHost(query, context, context.matcher);
  const { message, files = [], ranking = 0 } = query;
  const explicit = explicitMatches(message, files, context);
  // A name that the user wrote is never second-guessed.
  const isSettled = policy.mode === "explicit" || message === "" || explicit.isNamed;
  if (isSettled && ranking <= 0) return { matches: explicit.matches, ranking: [], notes: explicit.notes };
  const weighed = await context.weigh({ ...query, suggestions: suggestionsOf(query, policy) });
  const found = isSettled ? [] : decide(weighed.matches, { query, context, policy, explicit });
  return {
    matches: [...explicit.matches, ...found],
    ranking: weighed.ranking,
    notes: [...explicit.notes, ...weighed.notes],
  };
}

/** The mode that a host asks for, or the profile's, at most what the configuration allows now. */
export function modeFor(
  { profile, options }: Pick<Engine, "profile" | "options">,
  asked: MatchingMode | undefined,
): MatchingMode {
  return lowestMode(asked ?? profile.matching.mode, options.narrowing);
}

/** What the matcher of a host answers; it cannot bring in a skill that takes no part. */
async function askHost(
  { message, messages = [], files = [], isCandidate = () => true }: MatchQuery,
  { find, active = [] }: TurnContext,
  matcher: SkillMatcher,
): Promise<MatchAnswer> {
  const skills = (await matcher.list()).filter(({ name }) => find(name) !== undefined);
  const matches = await matcher.match({ message, messages, files, skills, active });
  const takesPart = ({ name, decision }: SkillMatch) =>
    decision === "load" ? find(name) !== undefined : isCandidate(name);
  return { matches: matches.filter(takesPart), ranking: [], notes: [] };
}

/** What is made of the skills that the words call for. */
function decide(
  weighed: readonly SkillMatch[],
  {
    query,
    context: { active = [], find },
    policy,
    explicit,
  }: {
    readonly query: MatchQuery;
    readonly context: TurnContext;
    readonly policy: MatchingPolicy;
    readonly explicit: { readonly matches: readonly SkillMatch[] };
  },
): readonly SkillMatch[] {
  const suggestions = suggestionsOf(query, policy);
  const taken = new Set([...active, ...explicit.matches.map(({ name }) => name)]);
  const isAgain = ({ name, variables }: SkillMatch) => variables !== undefined && active.includes(name);
  const decided = weighed
    .filter((match) => !taken.has(match.name) || isAgain(match))
    .slice(0, Math.max(policy.top, suggestions))
    .map((match): SkillMatch => {
      // The words of a server's skill are its owner's choice, so words alone never load it.
      const isRemote = find(match.name)?.origin.remote !== undefined;
      return { ...match, decision: isRemote ? "suggest" : decisionOf(match, policy) };
    });
  let room = suggestions;
  return decided.filter(({ decision }) => {
    if (decision === "suggest") room -= 1;
    return decision === "load" || room >= 0;
  });
}

function decisionOf({ decision }: SkillMatch, { mode }: MatchingPolicy): SkillMatch["decision"] {
  if (mode === "auto") return decision;
  return mode === "eager" ? "load" : "suggest";
}

function suggestionsOf({ suggestions }: MatchQuery, { top }: MatchingPolicy): number {
  return suggestions ?? top;
}
