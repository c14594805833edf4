import type { WeighedEmbedder } from "../options.ts";
import type { Embedder, Ports } from "../ports.ts";
import type { Profile } from "../profile.ts";
import type { GuardedModel } from "./build-index.ts";
import { guardEmbedder } from "./guarded-embedder.ts";
import { LibraryMatcher } from "./library-matcher.ts";

/** How much a model counts when nobody says: the first is the light one that is always there, further ones are stronger. */
const FIRST = 0.8;
const FURTHER = 1;

/** A matcher for the libraries of one runtime. */
export function openMatcher(
  profile: Profile,
  ports: Pick<Ports, "files" | "hash" | "blobs" | "environment">,
  embedders: readonly (Embedder | WeighedEmbedder)[],
): LibraryMatcher {
  const guarded = (embedder: Embedder) => guardEmbedder(embedder, () => ports.environment.now());
  const weighed = embedders.map((item, position): GuardedModel => {
    if ("embedder" in item) return { weight: item.weight, embedder: guarded(item.embedder) };
    return { embedder: guarded(item), weight: position === 0 ? FIRST : FURTHER };
  });
  const { discovery, matching } = profile;
  return new LibraryMatcher({
    ports,
    limits: discovery.limits,
    embedders: weighed,
    policy: matching,
    root: ports.environment.cwd,
  });
}
