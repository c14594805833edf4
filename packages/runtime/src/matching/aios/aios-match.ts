import type { Skill, SkillFields } from "../../skill.ts";

/** What the AIOS searches look at. */
export type SearchableSkill = Pick<Skill, "name" | "description"> & {
  readonly fields?: Pick<SkillFields, "triggers">;
};

/** A skill that one of the AIOS searches found. */
export interface AiosMatch<Found extends SearchableSkill> {
  readonly skill: Found;
  readonly method: "trigger" | "keyword" | "semantic";
  /** 0 to 1; comparable within one method only. */
  readonly score: number;
  /** In words for a person. */
  readonly reasons: readonly string[];
  /** What the message has in the place of a trigger's variables. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** AIOS: a prompt gets the three most relevant skills. */
export const TOP_MATCHES = 3;
