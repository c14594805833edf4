import type { WeightedEmbedder } from "../options.ts";
import type { Embedder, Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import { type GuardedEmbedder, guardEmbedder } from "./guarded-embedder.ts";
import { LibraryMatcher } from "./library-matcher.ts";
import type { GuardedModel } from "./skill-meanings.ts";

/** Default weights: of a single model, and of the first and further ones, which are stronger, if there are several. */
export const ALONE = 0.8;
const FIRST = 0.4;
const FURTHER = 0.6;

/** The matching of a runtime. */
export interface Matching {
  readonly matcher: Pick<LibraryMatcher, "match" | "search">;
  /** The first embedder, if there is one. */
  readonly embedder: GuardedEmbedder | undefined;
  /** Creates a matcher for trying changed texts: it reuses what is known about the others, and stores nothing. */
  readonly trial: () => LibraryMatcher;
}

/**
 * Opens the matcher for the libraries of one runtime. After an embedder timed out in one matcher, none of them calls it
 * for a while.
 */
export function openMatching(
  { discovery, matching }: Profile,
  ports: Pick<Ports, "files" | "hash" | "blobs" | "environment">,
  given: readonly (Embedder | WeightedEmbedder)[],
): Matching {
  const embedders = given.map((item, position) => {
    const weight = given.length === 1 ? ALONE : position === 0 ? FIRST : FURTHER;
    return guardModel(item, weight, () => ports.environment.now());
  });
  const root = ports.environment.cwd;
  const settings = { limits: discovery.limits, embedders, policy: matching, root };
  const { blobs, ...rest } = ports;
  const readOnly = blobs && { load: (name: string) => blobs.load(name), save: () => undefined };
  const forgetful = { ...rest, ...(readOnly && { blobs: readOnly }) };
  return {
    matcher: new LibraryMatcher({ ...settings, ports }),
    embedder: embedders[0]?.embedder,
    trial: () => new LibraryMatcher({ ...settings, ports: forgetful, bodies: new Map() }),
  };
}

function guardModel(item: Embedder | WeightedEmbedder, weight: number, now: () => number): GuardedModel {
  if ("embedder" in item) return { weight: item.weight, embedder: guardEmbedder(item.embedder, now) };
  return { weight, embedder: guardEmbedder(item, now) };
}
