import type { MatchAnswer, MatchRequest, SkillMatch, SkillMatcher } from "../../conversation.ts";
import type { MatchingPolicy } from "../../profile.ts";
import type { Skill } from "../../skill.ts";
import type { MatchQuestion } from "../session-engine.ts";

/** What the matcher needs of its session. */
interface MatcherContext {
  readonly policy: MatchingPolicy;
  readonly match: (question: MatchQuestion) => Promise<MatchAnswer>;
  /** Names of skills that were used earlier in this conversation. */
  readonly recent: () => readonly string[];
  /** True for a skill that the model may load. */
  readonly mayLoad: (name: string) => boolean;
  /** What a skill that is loaded unasked says, where it is not the whole body. */
  readonly guidance: (skill: Skill) => Promise<string | undefined>;
}

/** No turn waits longer until an embedder has read new skills. */
const PATIENCE_MS = 2_000;

/**
 * Names and files in play first; where a message names no skill, what its words call for. A name that a person wrote is
 * never second-guessed.
 */
export function evidenceMatcher(explicit: SkillMatcher, given: MatcherContext): SkillMatcher {
  const { policy } = given;
  return {
    list: explicit.list,
    match: async (request) => {
      const named = await explicit.match(request);
      const isNamed = named.some(({ loadReason }) => loadReason === "on_demand");
      if (policy.mode === "explicit" || request.message === "" || isNamed) return named;
      const found = await search(request, named, given);
      return [...named, ...found];
    },
    ...(policy.mode === "eager" ? { enrich: async (match, skill) => enrich(match, skill, given) } : {}),
  };
}

async function search(
  { message, messages, skills, active }: MatchRequest,
  named: readonly SkillMatch[],
  { policy, match, mayLoad, recent }: MatcherContext,
): Promise<readonly SkillMatch[]> {
  const taken = new Set([...active, ...named.map(({ name }) => name)]);
  const allowed = new Set(skills.map(({ name }) => name));
  const isCandidate = (name: string) => allowed.has(name) && mayLoad(name);
  const { matches } = await match({
    message,
    messages,
    isCandidate,
    suggestions: policy.top,
    recent: recent(),
    timeoutMs: PATIENCE_MS,
  });
  const isAgain = ({ name, variables }: SkillMatch) => variables !== undefined && active.includes(name);
  const fresh = matches.filter((found) => !taken.has(found.name) || isAgain(found)).slice(0, policy.top);
  // The words of a server's skill are its owner's choice, so words alone never load it.
  const remote = new Set(skills.flatMap(({ name, origin }) => (origin.remote === undefined ? [] : [name])));
  return fresh.map((found) => ({
    ...found,
    decision: remote.has(found.name) ? "suggest" : decisionOf(found, policy),
  }));
}

function decisionOf({ decision }: SkillMatch, { mode }: MatchingPolicy): SkillMatch["decision"] {
  if (mode === "auto") return decision;
  return mode === "eager" ? "load" : "suggest";
}

/** Only what nobody asked for by name comes as guidance. */
async function enrich(
  match: SkillMatch,
  skill: Skill,
  { guidance }: MatcherContext,
): Promise<string | undefined> {
  return match.loadReason === "auto_suggested" ? guidance(skill) : undefined;
}
