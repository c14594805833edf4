import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { endpointEmbedder, onnxEmbedder, staticDirectoryEmbedder, staticEmbedder } from "@knowhow/embeddings";
import { type Embedder, isKnowhowError } from "@knowhow/runtime";
import type { EmbedderChoice } from "@knowhow/runtime/node";

/** The embedders that could be loaded, and notes for the user about those that could not. */
export interface LoadedEmbedders {
  readonly embedders: readonly Embedder[];
  readonly notes: readonly string[];
}

/** Where the built-in model is in the bundle; the sources find it in its package. */
const BESIDE = new URL("./model/", import.meta.url);

/**
 * Loads the built-in model and the one that was chosen in addition. A service that does not answer is only noted; a model
 * that cannot be used is an error, because matching without it would give other results.
 */
export async function loadEmbedders(
  choice: EmbedderChoice | undefined,
  apiKey: string | undefined,
): Promise<LoadedEmbedders> {
  if (choice?.kind === "none") return { embedders: [], notes: [] };
  const notes: string[] = [];
  const shipped = await openOrNote(
    () => staticEmbedder(existsSync(fileURLToPath(BESIDE)) ? { directory: BESIDE } : {}),
    choice === undefined ? ["embeddings.model-invalid"] : [],
    notes,
  );
  const stronger = await openOrNote(() => openChosen(choice, apiKey), ["embeddings.unavailable"], notes);
  return { embedders: [shipped, stronger].filter((embedder) => embedder !== undefined), notes };
}

async function openChosen(
  choice: EmbedderChoice | undefined,
  apiKey: string | undefined,
): Promise<Embedder | undefined> {
  if (choice?.kind === "onnx") return onnxEmbedder({ directory: choice.path });
  if (choice?.kind === "dir") return staticDirectoryEmbedder(choice.path);
  if (choice?.kind !== "service") return undefined;
  const { url, model } = choice;
  return endpointEmbedder({ url, model, ...(apiKey === undefined ? {} : { apiKey }) });
}

async function openOrNote(
  open: () => Promise<Embedder | undefined>,
  noted: readonly string[],
  notes: string[],
): Promise<Embedder | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!isKnowhowError(error) || !noted.includes(error.code)) throw error;
    notes.push(`${error.message} Skills are matched without it.`);
    return undefined;
  }
}
