import type { MatchAnswer, MatchQuery, SkillMatch, SkillMatcher } from "../../conversation.ts";
import type { Engine } from "../../engine.ts";
import type { UnknownMention } from "../../matching/names/mentions.ts";
import { lowestMode, type MatchingMode, type MatchingPolicy } from "../../profile.ts";
import { type ExplicitContext, explicitMatches } from "./explicit-matches.ts";

/** The context that a message is matched in. */
export interface TurnContext extends ExplicitContext {
  /** Names of the skills whose bodies are in the conversation. Default none. */
  readonly active?: readonly string[];
  /** Matches the words of a message against all skills. */
  readonly weigh: (query: MatchQuery) => Promise<MatchAnswer>;
  /** A host's own matcher, used instead of everything else. */
  readonly matcher?: SkillMatcher | undefined;
}

/** The matches of a message, and the names in it that no skill has. */
export interface TurnMatches extends MatchAnswer {
  readonly unknown: readonly UnknownMention[];
}

/**
 * The one function that decides which skills match a message: those that the user named, those that apply automatically
 * and, if the mode allows it, those that the words match. The decisions are final: `load` is loaded, `suggest` is
 * suggested.
 */
export async function matchTurn(
  query: MatchQuery,
  context: TurnContext,
  policy: MatchingPolicy,
): Promise<TurnMatches> {
  if (context.matcher !== undefined) return askHost(query, context, context.matcher);
  const { message, files = [], ranking = 0 } = query;
  const explicit = explicitMatches(message, files, context);
  const { unknown } = explicit;
  // If the user named a skill, the words are not considered.
  const isSettled = policy.mode === "explicit" || message === "" || explicit.isNamed;
  if (isSettled && ranking <= 0)
    return { matches: explicit.matches, ranking: [], notes: explicit.notes, unknown };
  const weighed = await context.weigh({
    ...query,
    mode: policy.mode,
    suggestions: suggestionsOf(query, policy),
  });
  const found = isSettled ? [] : decide(weighed.matches, { query, context, policy, explicit });
  return {
    matches: [...explicit.matches, ...found],
    ranking: weighed.ranking,
    ...(weighed.judgement && { judgement: weighed.judgement }),
    notes: [...explicit.notes, ...weighed.notes],
    unknown,
  };
}

/** The requested mode, or the profile's, limited to what the configuration currently allows. */
export function modeFor(
  { profile, options }: Pick<Engine, "profile" | "options">,
  asked: MatchingMode | undefined,
): MatchingMode {
  return lowestMode(asked ?? profile.matching.mode, options.narrowing);
}

/** The result of a host's matcher, without skills that are not available. */
async function askHost(
  { message, messages = [], files = [], isCandidate = () => true }: MatchQuery,
  { find, active = [] }: TurnContext,
  matcher: SkillMatcher,
): Promise<TurnMatches> {
  const skills = (await matcher.list()).filter(({ name }) => find(name) !== undefined);
  const matches = await matcher.match({ message, messages, files, skills, active });
  const takesPart = ({ name, decision }: SkillMatch) =>
    decision === "load" ? find(name) !== undefined : isCandidate(name);
  return { matches: matches.filter(takesPart), ranking: [], notes: [], unknown: [] };
}

/** Decides what happens to the skills that the words match. */
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
      // A server's owner chooses the words of its skills, so words alone never load them.
      const isRemote = find(match.name)?.origin.remote !== undefined;
      return isRemote || policy.mode === "suggest" ? { ...match, decision: "suggest" } : match;
    });
  let room = suggestions;
  return decided.filter(({ decision }) => {
    if (decision === "suggest") room -= 1;
    return decision === "load" || room >= 0;
  });
}

function suggestionsOf({ suggestions }: MatchQuery, { top }: MatchingPolicy): number {
  return suggestions ?? top;
}
