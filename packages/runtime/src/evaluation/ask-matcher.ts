import type { MatchAnswer, MatchOptions } from "../conversation.ts";

/** A matcher, as far as its answers are compared. */
export type AskedMatch = (
  message: string,
  options: Pick<MatchOptions, "ranking" | "signal">,
) => Promise<Pick<MatchAnswer, "ranking" | "matches">>;

/** The skills that a message finds, by name. */
export interface FoundSkills {
  /** Best first. */
  readonly ranked: readonly string[];
  readonly loaded: ReadonlySet<string>;
}

/** Asks a matcher which skills a message finds and which of them it would load. */
export async function askMatcher(
  match: AskedMatch,
  message: string,
  options: { readonly ranking: number; readonly signal?: AbortSignal | undefined },
): Promise<FoundSkills> {
  const { ranking, signal } = options;
  const answer = await match(message, { ranking, ...(signal && { signal }) });
  const loaded = answer.matches.filter(({ decision }) => decision === "load").map(({ name }) => name);
  return { ranked: answer.ranking.map(({ name }) => name), loaded: new Set(loaded) };
}
