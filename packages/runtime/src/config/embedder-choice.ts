import type { EmbedderChoice } from "../config-file.ts";

/** The syntax of an embedder. */
export const EMBEDDER_FORMS = "static, none, onnx:DIR, dir:DIR or http://…/v1#MODEL";

/** Parses the syntax of an embedder; undefined if it is invalid. */
export function readEmbedderChoice(written: string): EmbedderChoice | undefined {
  if (written === "none" || written === "static") return { kind: written };
  const [, kind, path] = /^(onnx|dir):(\s*[^\0\s][^\0]*)$/.exec(written) ?? [];
  if (path !== undefined) return { kind: kind === "onnx" ? "onnx" : "dir", path };
  const [, address = "", model] = /^(https?:\/\/[^#]+)#(\S+)$/i.exec(written) ?? [];
  const url = model !== undefined && URL.canParse(address) ? new URL(address) : undefined;
  if (model === undefined || url === undefined || url.username !== "" || url.password !== "")
    return undefined;
  return { kind: "service", url: url.href, model };
}

/**
 * The user's choice, which a repository can only reduce: to none, or from the user's own model or service to the
 * built-in embedder. A repository never selects another model or service.
 */
export function narrowerEmbedder(
  user: EmbedderChoice | undefined,
  repository: string | undefined,
): EmbedderChoice | undefined {
  if (repository === "none") return { kind: "none" };
  const isOwn = user !== undefined && user.kind !== "none";
  return repository === "static" && isOwn ? { kind: "static" } : user;
}
