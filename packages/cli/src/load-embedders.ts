import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configuredEmbedders } from "@knowhow/embeddings";
import type { OpenEmbedders } from "@knowhow/runtime";
import type { Io } from "./io.ts";
import { sayNotes } from "./say-notes.ts";

/** The bundle has the shipped model beside it; the sources find it in its package. */
const BESIDE = new URL("./model/", import.meta.url);

/** Opens the embedder that the configuration or the command line chooses. */
export function loadEmbedders(io: Io): OpenEmbedders {
  const { KNOWHOW_EMBEDDINGS_KEY: apiKey } = io.env;
  return configuredEmbedders({
    ...(existsSync(fileURLToPath(BESIDE)) ? { directory: BESIDE } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
    onNote: (note) => sayNotes([note], io),
  });
}
