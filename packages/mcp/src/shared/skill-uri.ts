import { parseSkillUrl } from "@knowhow/runtime/toolkit";

/** A parsed `skill://` URI: the skill's segment and the path of a file or directory below it. */
export interface SkillUri {
  readonly skill: string;
  /** Empty for the skill's own directory. */
  readonly path: string;
}

/** Characters that the skill's segment must not contain, encoded or not; `@` and `:` would make it a user or a port. */
const FORBIDDEN = /[\u0000-\u001f\u007f/\\@:]/;

/** The URI of a file of a skill; without a path, that of its directory. */
export function skillUri(skill: string, path = ""): string {
  const segments = path === "" ? [] : path.split("/");
  return `skill://${[skill, ...segments].map(encodeURIComponent).join("/")}`;
}

/** Parses a URI; undefined if it is not one of ours. */
export function parseSkillUri(uri: string): SkillUri | undefined {
  const url = parseSkillUrl(uri);
  if (!url.ok || /^\.{1,2}$/.test(url.name) || FORBIDDEN.test(url.name)) return undefined;
  return { skill: url.name, path: url.path };
}

/** True if a file path can be written as a URI and parsed again. */
export function isAddressable(path: string): boolean {
  try {
    return parseSkillUri(skillUri("x", path))?.path === path;
  } catch {
    return false;
  }
}
