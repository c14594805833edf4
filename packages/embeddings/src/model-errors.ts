import { KnowhowError } from "@knowhow/runtime/errors";

/** The error for a model file that is missing or damaged. */
export function invalidModel(place: string, why: string, cause?: unknown): KnowhowError {
  return new KnowhowError("embeddings.model-invalid", `${place} cannot be used: ${why}`, {
    hint: "check the path, or download the files of the model again",
    cause,
  });
}

/** The error for a valid model of an unsupported kind. */
export function unsupportedModel(place: string, why: string, hint: string): KnowhowError {
  return new KnowhowError("embeddings.model-unsupported", `${place} cannot be used: ${why}`, { hint });
}

/** The error for a package that an embedder needs and that cannot be imported. */
export function missingPackage(name: string, cause: unknown): KnowhowError {
  return new KnowhowError("embeddings.package-missing", `the package ${name} cannot be imported`, {
    hint: `install it next to knowhow or next to the model: npm install ${name}`,
    cause,
  });
}
