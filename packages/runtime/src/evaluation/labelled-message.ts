/** A message of a person, and which skill it should bring. */
export interface LabelledMessage {
  readonly query: string;
  /** Names of which any is right; empty when the message calls for none. */
  readonly expect: readonly string[];
  /** With an empty `expect`: only this skill would be wrong, and others may be right. Any would be when absent. */
  readonly unwanted?: string;
  /** One-based line in the file that it came from. */
  readonly line?: number;
}
