/** A `skill://` address, taken apart, or why it is none. */
export type SkillUrl =
  | { readonly ok: true; readonly name: string; readonly path: string | undefined }
  | { readonly ok: false; readonly message: string };

/**
 * Takes `skill://name` and `skill://name/path` apart. Decodes once; absolute paths, `..`, anything still encoded,
 * backslashes and control characters are refused before any file is looked at.
 */
export function parseSkillUrl(url: string): SkillUrl {
  const match = /^skill:\/\/([^/?#]*)(?:\/([^?#]*))?$/i.exec(url);
  if (match === null) return refuse(`not a skill address: ${url.slice(0, 200)}`);
  const name = decodeOnce(match[1] ?? "");
  const path = match[2] === undefined || match[2] === "" ? undefined : decodeOnce(match[2]);
  if (
    name === undefined ||
    name === "" ||
    (match[2] !== undefined && match[2] !== "" && path === undefined)
  ) {
    return refuse(`the address is not correctly encoded: ${url.slice(0, 200)}`);
  }
  if (path === undefined) return { ok: true, name, path: undefined };
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path) || path.startsWith("~"))
    return refuse(`absolute paths are not allowed: ${path}`);
  if (path.split("/").some((segment) => segment === "..")) return refuse(`".." is not allowed: ${path}`);
  if (/%[0-9a-f]{2}/i.test(path)) return refuse(`the path is encoded twice: ${path}`);
  if (/[\\:\u0000-\u001f\u007f]/.test(path))
    return refuse("the path has characters that no file of a skill has");
  const clean = path
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".")
    .join("/");
  return { ok: true, name, path: clean === "" || clean === "SKILL.md" ? undefined : clean };
}

function decodeOnce(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function refuse(message: string): SkillUrl {
  return { ok: false, message };
}
