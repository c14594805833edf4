import { isRecord } from "../basics/is-record.ts";
import { isMatchingMode, MATCHING_MODES, type MatchingMode } from "../profile.ts";

/** What `matching` in a `knowhow.json` may say. */
export interface MatchingConfig {
  /** `static`, `none`, `onnx:DIR`, `dir:DIR`, or the address of a service with `#` and the model's name. */
  readonly embedder?: string;
  /** What evidence in a message may do; the profile's own when absent. */
  readonly mode?: MatchingMode;
}

/** Which embedder helps with matching, beside the words. */
export type EmbedderChoice =
  | { readonly kind: "none" | "static" }
  | { readonly kind: "onnx" | "dir"; readonly path: string }
  | { readonly kind: "service"; readonly url: string; readonly model: string };

/** The settings of person and repository together. */
export interface MatchingSettings {
  readonly embedder?: EmbedderChoice;
  readonly mode?: MatchingMode;
  /** The repository's word: evidence may do this at most. */
  readonly atMost?: MatchingMode;
}

/** How an embedder is written. */
export const EMBEDDER_FORMS = "static, none, onnx:DIR, dir:DIR, or http://…/v1#MODEL";

/** Reads how somebody wrote an embedder; undefined when it cannot be understood. */
export function readEmbedderChoice(written: string): EmbedderChoice | undefined {
  if (written === "none" || written === "static") return { kind: written };
  const [, kind, path] = /^(onnx|dir):([^\0]*[^\0\s][^\0]*)$/.exec(written) ?? [];
  if (path !== undefined) return { kind: kind === "onnx" ? "onnx" : "dir", path };
  const [, address = "", model] = /^(https?:\/\/[^#]+)#(\S+)$/i.exec(written) ?? [];
  const url = model !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (model === undefined || url === undefined || url.username !== "" || url.password !== "")
    return undefined;
  return { kind: "service", url: url.href, model };
}

/** The lesser of two modes. */
export function lesserMode(mode: MatchingMode, atMost: MatchingMode | undefined): MatchingMode {
  return atMost !== undefined && MATCHING_MODES.indexOf(atMost) < MATCHING_MODES.indexOf(mode)
    ? atMost
    : mode;
}

/** True for what the setting may hold. */
export function isMatchingConfig(value: unknown): value is MatchingConfig {
  if (!isRecord(value)) return false;
  const { embedder, mode, ...rest } = value;
  return (
    Object.keys(rest).length === 0 &&
    (embedder === undefined ||
      (typeof embedder === "string" && readEmbedderChoice(embedder) !== undefined)) &&
    (mode === undefined || isMatchingMode(mode))
  );
}

/**
 * The person's choice, which a repository can only lessen: it may do without embedder, or with no more than the shipped
 * one, and never with another place.
 */
export function mergeMatching(
  person: { readonly embedder?: EmbedderChoice; readonly mode?: MatchingMode },
  repository: MatchingConfig,
): MatchingSettings {
  const asked = repository.embedder === undefined ? undefined : readEmbedderChoice(repository.embedder);
  const isLess = asked?.kind === "none" || (asked?.kind === "static" && person.embedder?.kind !== "none");
  const embedder = isLess ? asked : person.embedder;
  return {
    ...(embedder === undefined ? {} : { embedder }),
    ...(person.mode === undefined ? {} : { mode: person.mode }),
    ...(repository.mode === undefined ? {} : { atMost: repository.mode }),
  };
}
