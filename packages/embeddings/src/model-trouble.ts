import { KnowhowError } from "@knowhow/runtime/errors";

/** A model file is missing or broken. */
export function invalidModel(place: string, why: string, cause?: unknown): KnowhowError {
  return new KnowhowError("embeddings.model-invalid", `${place} cannot be used: ${why}.`, {
    hint: "Check the path, and fetch the model's files again.",
    cause,
  });
}

/** A model is whole, but of a kind that is not understood. */
export function unsupportedModel(place: string, why: string, hint: string): KnowhowError {
  return new KnowhowError("embeddings.model-unsupported", `${place} cannot be used: ${why}.`, { hint });
}

/** A package that an embedder needs cannot be imported. */
export function missingPackage(name: string, cause: unknown): KnowhowError {
  return new KnowhowError("embeddings.package-missing", `The package ${name} cannot be imported.`, {
    hint: `Install it beside knowhow or beside the model: npm install ${name}`,
    cause,
  });
}
