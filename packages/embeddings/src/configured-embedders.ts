import type { Embedder, EmbedderChoice, OpenEmbedders } from "@knowhow/runtime";
import { isKnowhowError } from "@knowhow/runtime/errors";
import { checkOptions, kinds } from "@knowhow/runtime/toolkit";
import { endpointEmbedder } from "./endpoint-embedder.ts";
import { onnxEmbedder } from "./onnx-embedder.ts";
import { staticDirectoryEmbedder } from "./static-directory.ts";
import { staticEmbedder } from "./static-embedder.ts";

export interface ConfiguredEmbeddersOptions {
  /** API key of a service. Default the environment variable KNOWHOW_EMBEDDINGS_KEY. */
  readonly apiKey?: string;
  /** Directory of the built-in model. Default where this package keeps it. */
  readonly directory?: string | URL;
  /** Called with a note for the user if an embedder is not available. Default a warning of the process. */
  readonly onNote?: (note: string) => void;
}

/**
 * Opens the embedder that the configuration selects, for `createRuntime({ embedders })`: the built-in one and, in
 * addition, a stronger one. A service that does not answer is reported and skipped; a model that cannot be loaded is an
 * error, because another one would give different results.
 */
export function configuredEmbedders(options: ConfiguredEmbeddersOptions = {}): OpenEmbedders {
  const { text, callable, either, kindOf } = kinds;
  const url = kindOf("a URL", (value) => value instanceof URL);
  const directory = either("a directory or a URL", text, url);
  checkOptions("configuredEmbedders", options, { apiKey: text, directory, onNote: callable });
  return async (choice) => {
    if (choice?.kind === "none") return [];
    const { directory: place } = options;
    const shipped = await openOrNote(
      () => staticEmbedder(place === undefined ? {} : { directory: place }),
      choice === undefined ? ["embeddings.model-invalid"] : [],
      options,
    );
    const stronger = await openOrNote(() => openChosen(choice, options), ["embeddings.unavailable"], options);
    return [shipped, stronger].filter((embedder) => embedder !== undefined);
  };
}

async function openChosen(
  choice: EmbedderChoice | undefined,
  { apiKey = process.env.KNOWHOW_EMBEDDINGS_KEY }: ConfiguredEmbeddersOptions,
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
  { onNote = warn }: ConfiguredEmbeddersOptions,
): Promise<Embedder | undefined> {
  try {
    return await open();
  } catch (error) {
    if (!isKnowhowError(error) || !noted.includes(error.code)) throw error;
    onNote(`${error.message}; skills are matched without it`);
    return undefined;
  }
}

function warn(note: string): void {
  process.emitWarning(note, "KnowhowWarning");
}
