import type { ReviewedContent, ReviewStore } from "../../trust.ts";

/** A review store in memory. */
export function memoryReviewStore(): ReviewStore {
  const kept = new Map<string, ReviewedContent>();
  return {
    find: (digest) => kept.get(digest),
    record: (content) => void kept.set(content.digest, content),
  };
}
