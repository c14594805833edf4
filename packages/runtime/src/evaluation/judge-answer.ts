import type { MatchAnswer, SkillMatch } from "../conversation.ts";
import type { LabelledMessage } from "./parse-labelled.ts";

/** How a message fared. */
export interface Verdict {
  readonly query: string;
  readonly line?: number;
  /** The skill that it is counted for: of several right ones that which came first; undefined when none was expected. */
  readonly skill: string | undefined;
  /** The one skill that it must not bring, where others may be right. */
  readonly unwanted?: string;
  /** One-based place of the first right skill in the order; 0 when it is not there. */
  readonly place: number;
  /** What is done about a right skill. */
  readonly decision: SkillMatch["decision"] | "none";
  /** How far the right skill is ahead of the best other one; negative when it is behind. */
  readonly margin: number;
  /** Who stands first, when that is wrong. */
  readonly stolenBy: string | undefined;
  /**
   * Wrong skills that are loaded or suggested; where a skill was expected, those that are loaded only. A skill that always
   * applies comes with every message, so it is never a wrong one.
   */
  readonly wrong: readonly Pick<SkillMatch, "name" | "decision">[];
}

/** Compares what the matcher answered with what was expected. */
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

/** The skills that came because of the message. */
function broughtIn(matches: readonly SkillMatch[]): readonly SkillMatch[] {
  return matches.filter(({ loadReason }) => loadReason !== "always");
}

function strongest(matches: readonly SkillMatch[]): SkillMatch | undefined {
  return matches.find(({ decision }) => decision === "load") ?? matches[0];
}
