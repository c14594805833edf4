import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configuredEmbedders } from "@knowhow/embeddings";
import type { OpenEmbedders } from "@knowhow/runtime";
import type { Io } from "../io/io.ts";
import { sayNotes } from "./say-notes.ts";

/** Where the built-in model is in the bundle; the sources find it in its package. */
const BESIDE = new URL("./model/", import.meta.url);

/** Opens the embedder that the command line or the configuration asks for. */
export function loadEmbedders(io: Io): OpenEmbedders {
  const { KNOWHOW_EMBEDDINGS_KEY: apiKey } = io.env;
  return configuredEmbedders({
    ...(existsSync(fileURLToPath(BESIDE)) ? { directory: BESIDE } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
    onNote: (note) => sayNotes([note], io),
  });
}
