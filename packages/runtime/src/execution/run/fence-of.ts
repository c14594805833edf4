import { fenceText } from "../../basics/fence-text.ts";
import type { Run } from "./frame.ts";
import { nameSources, type Sources } from "./outside.ts";

/** Puts text from outside into a fence. */
export type FenceOutside = (text: string, sources: Sources) => string;

/**
 * The fence of a run. Its nonce is the same whenever the run is continued, so that an answer belongs to the same question,
 * and nobody without the key of the runs can know it.
 */
export async function fenceOf({ context }: Run): Promise<FenceOutside> {
  const nonce = context.hash.sha256(`fence\n${await context.secret()}\n${context.runId}`).slice(0, 16);
  return (text, sources) => fenceText(text, { nonce, source: nameSources(sources) });
}
