import { KnowhowError } from "@knowhow/runtime/errors";

/** The error for a model file that is missing or damaged. */
export function invalidModel(place: string, why: string, cause?: unknown): KnowhowError {
  return new KnowhowError("embeddings.model-invalid", `${place} cannot be used: ${why}.`, {
    hint: "Check the path, and fetch the model's files again.",
    cause,
  });
}

/** The error for a valid model of an unsupported kind. */
export function unsupportedModel(place: string, why: string, hint: string): KnowhowError {
  return new KnowhowError("embeddings.model-unsupported", `${place} cannot be used: ${why}.`, { hint });
}

/** The error for a package that an embedder needs and that cannot be imported. */
export function missingPackage(name: string, cause: unknown): KnowhowError {
  return new KnowhowError("embeddings.package-missing", `The package ${name} cannot be imported.`, {
    hint: `Install it beside knowhow or beside the model: npm install ${name}`,
    cause,
  });
}
