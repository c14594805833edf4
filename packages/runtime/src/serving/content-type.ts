import type { ActivationPolicy } from "../profile.ts";

const TYPES: Readonly<Record<string, string>> = {
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  csv: "text/csv",
  html: "text/html",
  xml: "application/xml",
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  pdf: "application/pdf",
};

/** The type of a file by its ending; text unless known otherwise. */
export function contentTypeOf(path: string, types: ActivationPolicy["contentTypes"]): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  if (types === "markdown-or-plain") return ending === "md" ? "text/markdown" : "text/plain";
  return TYPES[ending] ?? "text/plain";
}

/** True when bytes hold something that is no text: a NUL, or no valid UTF-8. */
export function isBinary(bytes: Uint8Array): boolean {
  if (bytes.subarray(0, 8_192).includes(0)) return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return false;
  } catch {
    return true;
  }
}
