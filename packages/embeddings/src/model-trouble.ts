import { KnowhowError } from "@knowhow/runtime/errors";

/** A model file is missing or broken. */
export function invalidModel(place: string, why: string, cause?: unknown): KnowhowError {
  return new KnowhowError("embeddings.model-invalid", `${place} cannot be used: ${why}`, {
    hint: "check the path, or download the files of the model again",
    cause,
  });
}

/** A model is whole, but of a kind that is not understood. */
export function unsupportedModel(place: string, why: string, hint: string): KnowhowError {
  return new KnowhowError("embeddings.model-unsupported", `${place} cannot be used: ${why}`, { hint });
}

/** A package that an embedder needs cannot be imported. */
export function missingPackage(name: string, cause: unknown): KnowhowError {
  return new KnowhowError("embeddings.package-missing", `the package ${name} cannot be imported`, {
    hint: `install it next to knowhow or next to the model: npm install ${name}`,
    cause,
  });
}
