import { createHash } from "node:crypto";
import { type Kind, kinds } from "@knowhow/runtime/toolkit";

/** Prefixes for the texts, for models trained with them: `{ query: "query: ", document: "passage: " }`. */
export interface Prefixes {
  readonly query?: string;
  readonly document?: string;
}

/** The kind of the option `prefixes`. */
export const PREFIXES: Kind = kinds.shape({ query: kinds.text, document: kinds.text });

/** An id with a suffix for settings that change the vectors of a model; unchanged without such settings. */
export function markedId(
  id: string,
  settings: Readonly<Record<string, string | number | undefined>>,
): string {
  const given = Object.entries(settings).filter(([, value]) => value !== undefined && value !== "");
  if (given.length === 0) return id;
  return `${id}-${createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 8)}`;
}
