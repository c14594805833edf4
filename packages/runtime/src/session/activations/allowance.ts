import type { Profile } from "../../profile.ts";
import type { Skill } from "../../skill.ts";
import type { SessionOptions } from "../session-options.ts";
import type { SessionState } from "../session-state.ts";

const NOTHING_SPENT: SessionState["spent"] = { activations: 0, tokens: 0 };

/** The loading limits of one conversation, and how much of them is used. */
export class Allowance {
  readonly #maxActivations: number;
  readonly #maxTokens: number;
  #spent: SessionState["spent"] = NOTHING_SPENT;

  constructor(
    policy: Profile["activation"],
    { maxActivations = policy.maxActivations, maxTokens = policy.maxTokens }: SessionOptions,
  ) {
    this.#maxActivations = maxActivations;
    this.#maxTokens = maxTokens;
  }

  get spent(): SessionState["spent"] {
    return this.#spent;
  }

  /**
   * The reason why a skill with this many tokens cannot be loaded; undefined if it can. `alone` ignores earlier loads.
   */
  refuse(
    { name }: Skill,
    tokens: number,
    { alone = false }: { readonly alone?: boolean } = {},
  ): string | undefined {
    const { activations, tokens: used } = alone ? NOTHING_SPENT : this.#spent;
    if (activations + 1 > this.#maxActivations) {
      return `the skill "${name}" was not loaded: this conversation has reached its activation limit (${this.#maxActivations}); continue with the skills already loaded`;
    }
    if (used + tokens <= this.#maxTokens) return undefined;
    return `the skill "${name}" was not loaded: its ${tokens} tokens would exceed the ${this.#maxTokens} tokens allowed for skills in this conversation (${used} used)`;
  }

  spend(tokens: number): void {
    this.#spent = { activations: this.#spent.activations + 1, tokens: this.#spent.tokens + tokens };
  }

  /** Counts a part of a skill, or says why it cannot be given any more. `alone`: what was used before does not count. */
  spendOnPart(
    { name }: Skill,
    tokens: number,
    { alone = false }: { readonly alone?: boolean } = {},
  ): string | undefined {
    const used = alone ? 0 : this.#spent.tokens;
    if (used + tokens > this.#maxTokens) {
      return `this part of the skill "${name}" was not read: its ${tokens} tokens would exceed the ${this.#maxTokens} tokens allowed for skills in this conversation (${used} used)`;
    }
    this.#spent = { ...this.#spent, tokens: this.#spent.tokens + tokens };
    return undefined;
  }

  restore(spent: SessionState["spent"]): void {
    this.#spent = { ...spent };
  }
}
