import { compareText } from "../../basics/words.ts";
import type { DecisionStore, TrustDecision } from "../../trust.ts";
import { digestOf, placeId } from "./trust-place.ts";

/** A decision store in memory. */
export function memoryDecisionStore(): DecisionStore {
  const places = new Map<string, ReadonlyMap<string, TrustDecision>>();
  const watches = new Set<{ readonly onChange: () => void }>();
  const tell = () => {
    for (const { onChange } of [...watches]) onChange();
  };
  return {
    find: (place) => newestFirst([...(places.get(placeId(place))?.values() ?? [])]),
    record: (decision) => {
      const id = placeId(decision.key);
      places.set(id, new Map([...(places.get(id) ?? []), [decision.key.digest, decision]]));
      tell();
    },
    revoke: (what) => {
      const id = placeId(what);
      const digest = digestOf(what);
      const kept = [...(places.get(id) ?? [])].filter(([each]) => digest !== undefined && each !== digest);
      const isGone = kept.length < (places.get(id)?.size ?? 0);
      if (kept.length === 0) places.delete(id);
      else places.set(id, new Map(kept));
      if (isGone) tell();
      return isGone;
    },
    list: () =>
      [...places]
        .sort(([a], [b]) => compareText(a, b))
        .flatMap(([, decisions]) => newestFirst([...decisions.values()])),
    watch: (onChange) => {
      const watch = { onChange };
      watches.add(watch);
      return { close: () => void watches.delete(watch) };
    },
  };
}

/** Sorts the decisions about one place as every store returns them. */
export function newestFirst(decisions: readonly TrustDecision[]): readonly TrustDecision[] {
  return [...decisions].sort((a, b) => compareText(b.at, a.at) || compareText(a.key.digest, b.key.digest));
}
