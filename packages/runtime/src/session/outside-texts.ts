import { fenceText } from "../basics/fence-text.ts";
import { oneLine } from "../injection/escape-text.ts";

/** Sources that are remembered; more than this says nothing new. */
const MAX_SOURCES = 50;
const MAX_SOURCE = 80;

/** Puts text from outside between lines that it cannot imitate, and remembers where such text was from. */
export class OutsideTexts {
  /** In the lines around the text. */
  readonly #nonce = crypto.randomUUID().replaceAll("-", "").slice(0, 16);
  readonly #sources = new Set<string>();

  /** The delimited text. From now on, what the model writes may be shaped by it. */
  fence(text: string, source: string): string {
    this.#add(source);
    return fenceText(text, { nonce: this.#nonce, source });
  }

  /** Where text from outside in this conversation was from. */
  sources(): readonly string[] {
    return [...this.#sources];
  }

  /** Remembers sources of an earlier conversation, or of text that others delimited. */
  remember(sources: readonly string[]): void {
    for (const source of sources) this.#add(source);
  }

  #add(source: string): void {
    if (this.#sources.size < MAX_SOURCES) this.#sources.add(oneLine(source).slice(0, MAX_SOURCE));
  }
}
