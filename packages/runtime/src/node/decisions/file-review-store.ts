import { join } from "node:path";
import { checkArgument } from "../../basics/check-options.ts";
import { isRecord } from "../../basics/is-record.ts";
import { filledText } from "../../basics/kinds.ts";
import { compareText } from "../../basics/words.ts";
import type { ReviewedContent, ReviewStore } from "../../trust.ts";
import { recordFolder } from "../state/record-folder.ts";

/** Skills whose content is kept; the oldest are removed. */
const MAX_REVIEWS = 200;
const MAX_BYTES = 4 * 1024 * 1024;

interface StoredReview {
  readonly at: string;
  readonly content: ReviewedContent;
}

/** Stores what skills contained when they were decided about, below the user's state directory. */
export function fileReviewStore(stateDirectory: string): ReviewStore {
  checkArgument("fileReviewStore", "stateDirectory", stateDirectory, filledText);
  const records = recordFolder<StoredReview>(join(stateDirectory, "reviews"), {
    parse: readStored,
    maxBytes: MAX_BYTES,
  });
  return {
    find: async (digest) => {
      const content = (await records.get(digest))?.content;
      return content?.digest === digest ? content : undefined;
    },
    record: async (content) => {
      await records.put(content.digest, { at: new Date().toISOString(), content });
      const all = await records.list();
      if (all.length <= MAX_REVIEWS) return;
      const oldest = all.toSorted((a, b) => compareText(a.value.at, b.value.at));
      for (const { key } of oldest.slice(0, all.length - MAX_REVIEWS)) await records.delete(key);
    },
  };
}

function readStored(value: unknown): StoredReview | undefined {
  if (!isRecord(value) || typeof value.at !== "string" || !isRecord(value.content)) return undefined;
  const { digest, files, texts, asksFor, scripts, hosts } = value.content;
  if (typeof digest !== "string" || !isTextRecord(files) || !isTextRecord(texts)) return undefined;
  if (!isTextList(asksFor) || !isTextList(scripts) || !isTextList(hosts)) return undefined;
  return { at: value.at, content: { digest, files, texts, asksFor, scripts, hosts } };
}

function isTextRecord(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && isTextList(Object.values(value));
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
