import type { WeighedEmbedder } from "../options.ts";
import type { Embedder, Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import { type GuardedEmbedder, guardEmbedder } from "./guarded-embedder.ts";
import { LibraryMatcher } from "./library-matcher.ts";
import type { GuardedModel } from "./skill-meanings.ts";

/** How much a model counts when nobody says: the first is the light one that is always there, further ones are stronger. */
const FIRST = 0.8;
const FURTHER = 1;

/** What a runtime finds skills with. */
export interface Matching {
  readonly matcher: LibraryMatcher;
  /** The first embedder, where there is one. */
  readonly embedder: GuardedEmbedder | undefined;
  /** A matcher that keeps nothing, for trying changed texts. */
  readonly trial: () => LibraryMatcher;
}

/** Opens the matcher for the libraries of one runtime. An embedder that keeps one matcher waiting is left alone by all. */
export function openMatching(
  { discovery, matching }: Profile,
  ports: Pick<Ports, "files" | "hash" | "blobs" | "environment">,
  given: readonly (Embedder | WeighedEmbedder)[],
): Matching {
  const embedders = given.map((item, position) => guardModel(item, position, () => ports.environment.now()));
  const root = ports.environment.cwd;
  const settings = { limits: discovery.limits, embedders, policy: matching, root };
  const { blobs: _, ...forgetful } = ports;
  return {
    matcher: new LibraryMatcher({ ...settings, ports }),
    embedder: embedders[0]?.embedder,
    trial: () => new LibraryMatcher({ ...settings, ports: forgetful }),
  };
}

function guardModel(item: Embedder | WeighedEmbedder, position: number, now: () => number): GuardedModel {
  if ("embedder" in item) return { weight: item.weight, embedder: guardEmbedder(item.embedder, now) };
  return { embedder: guardEmbedder(item, now), weight: position === 0 ? FIRST : FURTHER };
}
