const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * Pauses requests to a server that did not answer: for two seconds first, then twice as long each time, up to a minute.
 */
export class BackOff {
  readonly #now: () => number;
  #pause = 0;
  #until = 0;
  #reason = "";

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Why and for how long the server is not called; undefined if it may be called. */
  get pause(): { readonly reason: string; readonly seconds: number } | undefined {
    const left = this.#until - this.#now();
    return left <= 0 ? undefined : { reason: this.#reason, seconds: Math.ceil(left / 1_000) };
  }

  answered(): void {
    this.#pause = 0;
    this.#until = 0;
  }

  failed(reason: string): void {
    this.#pause = Math.min(LONGEST_MS, this.#pause === 0 ? FIRST_MS : this.#pause * 2);
    this.#until = this.#now() + this.#pause;
    this.#reason = reason;
  }
}
