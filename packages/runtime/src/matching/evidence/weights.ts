/**
 * Weights of all kinds of evidence, tuned on labelled messages (see `fixtures/matching`); small changes do not matter.
 */
export const WEIGHTS: Weights = {
  fields: [6, 3, 2, 0.6, 0.5],
  lengths: [0.4, 0.4, 0.4, 0.75, 0.4],
  saturation: 1.2,
  pairs: 0.5,
  reachable: 0.5,
  unknown: 0.5,
  against: 0.3,
  longForm: 0.6,
  misspelt: 0.7,
  phrases: { whole: 0.7, best: 0.3 },
  refined: 32,
};

export interface Weights {
  /** Weight of a term in the name, the triggers, the description, the headings, the body. */
  readonly fields: readonly number[];
  /** Length normalization of the same fields: `b` of BM25. */
  readonly lengths: readonly number[];
  /** Saturation of repeated terms: `k1` of BM25. */
  readonly saturation: number;
  /** Weight of two neighbouring words of the message that are also neighbours in the skill. */
  readonly pairs: number;
  /** Share of the best possible score that counts as a full lexical score if no skill reaches more. */
  readonly reachable: number;
  /** Weight of a word that no skill has in the best possible score. */
  readonly unknown: number;
  /** Weight of words that occur only where a skill says what it is not for. */
  readonly against: number;
  /** Weight of a word that a short form stands for. */
  readonly longForm: number;
  /** Weight of a corrected spelling. */
  readonly misspelt: number;
  /** Weights of a skill with example phrases: of its whole text, and of its best phrase. */
  readonly phrases: { readonly whole: number; readonly best: number };
  /** Number of skills that are scored in detail. */
  readonly refined: number;
}
