import type { SignalKind } from "./signal.ts";

/** A phrase in flat text: lower case, single spaces, no emphasis. All gaps are bounded, so that matching takes linear time. */
export interface ProsePattern {
  readonly kind: SignalKind;
  /** At least one of these words must occur. */
  readonly words: readonly string[];
  /** True if it can also match in a text with another script than Latin. */
  readonly isForeign?: boolean;
  readonly pattern: RegExp;
  /** The group that contains an address. */
  readonly addressGroup?: number;
}
