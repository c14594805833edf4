import type { Skill, SkillFields } from "../../skill.ts";

/** What the AIOS searches need from a skill. */
export type SearchableSkill = Pick<Skill, "name" | "description"> & {
  readonly fields?: Pick<SkillFields, "triggers">;
};

/** A result of an AIOS search. */
export interface AiosMatch<Found extends SearchableSkill> {
  readonly skill: Found;
  readonly method: "trigger" | "keyword" | "semantic";
  /** 0 to 1; only comparable within one method. */
  readonly score: number;
  /** For the user to read. */
  readonly reasons: readonly string[];
  /** The text in the message for each variable of the trigger. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** AIOS: a prompt gets the three most relevant skills. */
export const TOP_MATCHES = 3;
