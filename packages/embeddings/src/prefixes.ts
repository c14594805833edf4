import { createHash } from "node:crypto";
import { type Kind, kinds } from "@knowhow/runtime/toolkit";

/** Put before each text of a kind, for models that were trained so: `{ query: "query: ", document: "passage: " }`. */
export interface Prefixes {
  readonly query?: string;
  readonly document?: string;
}

/** What `prefixes` may be. */
export const PREFIXES: Kind = kinds.shape({ query: kinds.text, document: kinds.text });

/** An id with a mark for whatever changes the vectors of a model; without such settings, the id as it is. */
export function markedId(
  id: string,
  settings: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return id;
  return `${id}-${createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 8)}`;
}
