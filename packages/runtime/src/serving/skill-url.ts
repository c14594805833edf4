/** A parsed `skill://` URL, or the reason why it is invalid. */
export type SkillUrl =
  | {
      readonly ok: true;
      readonly name: string;
      /** Path of a file or directory inside the skill; empty for the skill itself. */
      readonly path: string;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Parses `skill://name` and `skill://name/path`. Decodes once; absolute paths, `..`, double encoding, backslashes and
 * control characters are rejected before any file is accessed.
 */
export function parseSkillUrl(url: string): SkillUrl {
  const match = /^skill:\/\/([^/?#]*)(?:\/([^?#]*))?$/i.exec(url);
  if (match === null) return refuse(`not a skill URL: ${url.slice(0, 200)}`);
  const name = decodeOnce(match[1] ?? "");
  const path = decodeOnce(match[2] ?? "");
  if (name === undefined || name === "" || path === undefined)
    return refuse(`the URL is not correctly encoded: ${url.slice(0, 200)}`);
  if (/^(?:\/|~(?:\/|$)|[A-Za-z]:(?:[\\/]|$))/.test(path))
    return refuse(`absolute paths are not allowed: ${path}`);
  const segments = path.split("/");
  if (segments.includes("..")) return refuse(`".." is not allowed: ${path}`);
  if (/%(?:2e|2f|5c|[01][0-9a-f]|7f)/i.test(path)) return refuse(`the path is encoded twice: ${path}`);
  if (/[\\\u0000-\u001f\u007f]/.test(path)) return refuse("the path contains invalid characters");
  return { ok: true, name, path: segments.filter((part) => part !== "" && part !== ".").join("/") };
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
