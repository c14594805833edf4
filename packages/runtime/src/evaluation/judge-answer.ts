import type { MatchAnswer, SkillMatch } from "../conversation.ts";
import type { LabelledMessage } from "./parse-labelled.ts";

/** The result for one message. */
export interface Verdict {
  readonly query: string;
  readonly line?: number;
  /**
   * The skill that it counts for: of several expected ones, the one that ranks first; undefined if none was expected.
   */
  readonly skill: string | undefined;
  /** The one skill that must not match, while others may. */
  readonly unwanted?: string;
  /** One-based rank of the first expected skill; 0 if it was not found. */
  readonly place: number;
  /** The decision about an expected skill. */
  readonly decision: SkillMatch["decision"] | "none";
  /** Score of the expected skill minus that of the best other one. */
  readonly margin: number;
  /** The skill that ranks first, if it is wrong. */
  readonly stolenBy: string | undefined;
  /**
   * Wrong skills that are loaded or suggested; if a skill was expected, only those that are loaded. A skill that always
   * applies is never wrong.
   */
  readonly wrong: readonly Pick<SkillMatch, "name" | "decision">[];
}

/** Compares the matcher's answer with the label. */
export function judgeAnswer(label: LabelledMessage, answer: MatchAnswer): Verdict {
  return label.expect.length > 0 ? judgeWanted(label, answer) : judgeUnwanted(label, answer);
}

function judgeWanted({ query, line, expect }: LabelledMessage, { matches, ranking }: MatchAnswer): Verdict {
  const isRight = ({ name }: { readonly name: string }) => expect.includes(name);
  const place = ranking.findIndex(isRight) + 1;
  const right = ranking[place - 1];
  const match = strongest(matches.filter(isRight));
  const other = ranking.find((ranked) => !isRight(ranked));
  const first = ranking[0];
  return {
    query,
    ...(line === undefined ? {} : { line }),
    skill: right?.name ?? match?.name ?? expect[0],
    place,
    decision: match?.decision ?? "none",
    margin: (right?.score ?? 0) - (other?.score ?? 0),
    stolenBy: first === undefined || isRight(first) ? undefined : first.name,
    wrong: broughtIn(matches).filter((found) => !isRight(found) && found.decision === "load"),
  };
}

function judgeUnwanted({ query, line, unwanted }: LabelledMessage, { matches }: MatchAnswer): Verdict {
  return {
    query,
    ...(line === undefined ? {} : { line }),
    ...(unwanted === undefined ? {} : { unwanted }),
    skill: undefined,
    place: 0,
    decision: "none",
    margin: 0,
    stolenBy: undefined,
    wrong: broughtIn(matches).filter(({ name }) => unwanted === undefined || name === unwanted),
  };
}

/** The matches that the message caused. */
function broughtIn(matches: readonly SkillMatch[]): readonly SkillMatch[] {
  return matches.filter(({ loadReason }) => loadReason !== "always");
}

function strongest(matches: readonly SkillMatch[]): SkillMatch | undefined {
  return matches.find(({ decision }) => decision === "load") ?? matches[0];
}
