import type { Hash, Tokenizer } from "../ports.ts";
import type { CheckContext } from "./checks/check.ts";

/** What is known of a text besides its characters. */
export interface ReadOptions extends CheckContext {
  readonly tokenizer?: Tokenizer | undefined;
}

/** What a summary needs besides that. */
export interface SummaryOptions extends ReadOptions {
  readonly hash: Pick<Hash, "sha256">;
}
