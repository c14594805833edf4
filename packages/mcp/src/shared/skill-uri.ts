/** A `skill://` URI, taken apart: the skill's own segment and the segments of a file or directory below it. */
export interface SkillUri {
  readonly skill: string;
  /** Empty for the skill's own directory. */
  readonly path: string;
}

/** What no name of a file may hold, encoded or not. */
const FORBIDDEN = /[\u0000-\u001f\u007f/\\]/;

/** The URI of a file of a skill; without a path, that of its directory. */
export function skillUri(skill: string, path = ""): string {
  const segments = path === "" ? [] : path.split("/");
  return `skill://${[skill, ...segments].map(encodeURIComponent).join("/")}`;
}

/**
 * Takes a URI apart, or gives undefined when it is none of ours. Each segment is decoded once; what is then empty, a dot
 * segment, or holds a separator or control character is refused, and so are queries, fragments and user names.
 */
export function parseSkillUri(uri: string): SkillUri | undefined {
  const match = /^skill:\/\/([^/?#@:]+)(?:\/([^?#]*))?$/i.exec(uri);
  const skill = match?.[1] === undefined ? undefined : decodeSegment(match[1]);
  if (match === null || skill === undefined) return undefined;
  const rest = match[2]?.endsWith("/") === true ? match[2].slice(0, -1) : (match[2] ?? "");
  if (rest === "") return { skill, path: "" };
  const segments = rest.split("/").map(decodeSegment);
  return segments.includes(undefined) ? undefined : { skill, path: segments.join("/") };
}

/** True when a path of a file can be written as a URI and read back. */
export function isAddressable(path: string): boolean {
  try {
    return parseSkillUri(skillUri("x", path))?.path === path;
  } catch {
    return false;
  }
}

function decodeSegment(segment: string): string | undefined {
  let text: string;
  try {
    text = decodeURIComponent(segment);
  } catch {
    return undefined;
  }
  return text === "" || text === "." || text === ".." || FORBIDDEN.test(text) ? undefined : text;
}
