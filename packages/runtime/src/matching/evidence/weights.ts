/** What each kind of evidence counts; measured on labelled messages (see `fixtures/matching`), where each is flat around its value. */
export const WEIGHTS: Weights = {
  fields: [6, 3, 2, 0.6, 0.25],
  lengths: [0.4, 0.4, 0.4, 0.75, 0.75],
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
  /** A term in the name, the triggers, the description, the headings, the body. */
  readonly fields: readonly number[];
  /** How much longer fields are held against their terms, in the same order: `b` of BM25. */
  readonly lengths: readonly number[];
  /** How soon a further occurrence says nothing more: `k1` of BM25. */
  readonly saturation: number;
  /** Two neighbouring words of the message that stand side by side in the skill. */
  readonly pairs: number;
  /** The share of the best possible sum that counts as a full lexical score when no skill reaches more. */
  readonly reachable: number;
  /** How much of a word that no skill has counts in that sum. */
  readonly unknown: number;
  /** Words that stand only where a skill says what it is not for. */
  readonly against: number;
  /** A word that a short form stands for. */
  readonly longForm: number;
  /** A word that was probably meant. */
  readonly misspelt: number;
  /** Nearness of a skill with example phrases: of its whole text, and of its best phrase. */
  readonly phrases: { readonly whole: number; readonly best: number };
  /** Skills that are looked at closely. */
  readonly refined: number;
}
