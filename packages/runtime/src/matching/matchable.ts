import type { WeightedVectors } from "./evidence/rank-skills.ts";
import type { LexicalIndex } from "./lexical/lexical-index.ts";
import type { Spelling } from "./lexical/spelling.ts";
import type { TriggerIndex } from "./triggers/trigger-index.ts";

/** The indexes that a message is matched against. A row is the same skill in each of them. */
export interface Matchable {
  readonly names: readonly string[];
  readonly lexical: LexicalIndex;
  readonly spelling: Spelling;
  readonly models: readonly WeightedVectors[];
  readonly triggers: TriggerIndex<number>;
}
