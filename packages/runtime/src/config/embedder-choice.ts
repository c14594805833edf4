import type { EmbedderChoice } from "../config-file.ts";

/** How an embedder is written. */
export const EMBEDDER_FORMS = "static, none, onnx:DIR, dir:DIR or http://…/v1#MODEL";

/** Reads how an embedder is written; undefined when it cannot be understood. */
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

/**
 * The user's choice, which a repository can only reduce: to none, or from a model or service of the user's own to the
 * shipped embedder. A repository never names another place.
 */
export function narrowerEmbedder(
  user: EmbedderChoice | undefined,
  repository: string | undefined,
): EmbedderChoice | undefined {
  if (repository === "none") return { kind: "none" };
  const isOwn = user !== undefined && user.kind !== "none";
  return repository === "static" && isOwn ? { kind: "static" } : user;
}
