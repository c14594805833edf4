import { knowsText } from "../matching/semantic/knows-text.ts";
import type { Embedder } from "../ports.ts";

const BATCH = 256;

/** Similarity of two texts, by index; undefined if the embedder does not know the words of one of them. */
export type Nearness = (first: number, second: number) => number | undefined;

/** Embeds many texts. Undefined, with a note, if there is no embedder or it fails. */
export async function embedAll(
  texts: readonly string[],
  { embedder, signal }: { readonly embedder?: Embedder | undefined; readonly signal?: AbortSignal },
  note: (text: string) => void,
): Promise<Nearness | undefined> {
  if (embedder === undefined) return undefined;
  const vectors: Float32Array[] = [];
  try {
    for (let start = 0; start < texts.length; start += BATCH)
      vectors.push(...(await embedder.embed(texts.slice(start, start + BATCH), "document", signal)));
  } catch (error) {
    signal?.throwIfAborted();
    note(
      `the embedder ${embedder.id} did not answer: ${error instanceof Error ? error.message : String(error)}`,
    );
    return undefined;
  }
  const isKnown = texts.map((text) => knowsText(text, embedder));
  return (first, second) =>
    isKnown[first] === true && isKnown[second] === true ? cosine(vectors[first], vectors[second]) : undefined;
}

/** The vectors are unit vectors or undefined. */
function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number | undefined {
  if (a === undefined || b === undefined || a.length !== b.length) return undefined;
  let dot = 0;
  let own = 0;
  let other = 0;
  for (let at = 0; at < a.length; at += 1) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    own += x * x;
    other += y * y;
  }
  return own === 0 || other === 0 ? undefined : Math.min(1, dot / Math.sqrt(own * other));
}
