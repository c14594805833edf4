/** Schemes of local files, the web or programs. A listed URI is only a name and must not use them. */
const REFUSED = new Set(
  "about blob data file filesystem ftp http https jar javascript mailto vbscript ws wss".split(" "),
);

/** A path inside a skill, or why it is invalid. */
export type PathBelow = { readonly path: string } | { readonly problem: string };

/** The directory of a SKILL.md's URI, or why there is none. */
export function skillRoot(uri: string): { readonly root: string } | { readonly problem: string } {
  const problem = uriProblem(uri);
  if (problem !== undefined) return { problem };
  const { href } = new URL(uri);
  const root = href.endsWith("/SKILL.md") ? href.slice(0, -"/SKILL.md".length) : "";
  return root === "" || root.endsWith("/")
    ? { problem: "its uri must end in /SKILL.md inside a named directory" }
    : { root };
}

/** The last segment of a directory's uri, decoded. */
export function lastSegment(root: string): string {
  return decodeOnce(root.slice(root.lastIndexOf("/") + 1)) ?? "";
}

/** The path of a URI below a skill's directory, decoded once; only if every segment is a plain file name. */
export function pathBelow(root: string, uri: string): PathBelow {
  const problem = uriProblem(uri);
  if (problem !== undefined) return { problem };
  const { href } = new URL(uri);
  if (!href.startsWith(`${root}/`)) return { problem: "it is outside the skill's directory" };
  const segments = href.slice(root.length + 1).split("/");
  const names = segments.map(decodeOnce);
  return names.every((name): name is string => name !== undefined && isFileName(name))
    ? { path: names.join("/") }
    : { problem: "its path contains invalid file names" };
}

/** The URI of a path below a skill's directory. */
export function uriBelow(root: string, path: string): string {
  return `${root}/${path.split("/").map(encodeURIComponent).join("/")}`;
}

/** Why a listed URI cannot be used. A dot segment is rejected before a parser could remove it. */
function uriProblem(uri: string): string | undefined {
  if (uri.length > 2_048) return "its uri is longer than 2048 characters";
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/]/i.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined || !URL.canParse(uri)) return "its uri is not valid";
  if (REFUSED.has(scheme)) return `the scheme "${scheme}:" is not accepted`;
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(uri))
    return "its uri contains spaces, backslashes or control characters";
  if (/[?#]/.test(uri)) return "its uri has a query or a fragment";
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(uri)) return "its uri contains dot segments";
  return undefined;
}

function isFileName(name: string): boolean {
  return (
    name !== "" &&
    name.length <= 255 &&
    name !== "." &&
    name !== ".." &&
    !/[/\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(name) &&
    !/%[0-9a-f]{2}/i.test(name)
  );
}

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
