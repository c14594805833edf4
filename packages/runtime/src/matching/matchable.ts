import type { WeighedVectors } from "./evidence/rank-skills.ts";
import type { LexicalIndex } from "./lexical/lexical-index.ts";
import type { Spelling } from "./lexical/spelling.ts";
import type { TriggerIndex } from "./triggers/trigger-index.ts";

/** Everything that is looked up for a message. A row is a skill, the same in every part. */
export interface Matchable {
  readonly names: readonly string[];
  readonly lexical: LexicalIndex;
  readonly spelling: Spelling;
  readonly models: readonly WeighedVectors[];
  readonly triggers: TriggerIndex<number>;
}
