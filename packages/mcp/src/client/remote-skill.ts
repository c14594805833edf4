import type { Diagnostic } from "@knowhow/runtime";

/** One file of a skill in a server's listing. */
export interface RemoteFile {
  /** Path relative to the skill's directory; `SKILL.md` for the skill itself. */
  readonly path: string;
  /** URI as written by the server, for requests. */
  readonly uri: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** Size in bytes; undefined in older formats. */
  readonly size?: number;
}

/** How a server describes its skills: the extension, or one of the formats before it. */
export type ListingShape = "extension" | "manifest" | "index" | "resources";

/** One skill of a server, identified by the server's label and this URI. */
export interface RemoteSkill {
  /** URI of its SKILL.md. */
  readonly uri: string;
  /** URI of its directory, normalized, without a trailing slash. */
  readonly root: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** Every file by path, or `dynamic` if the server does not commit to any content. */
  readonly files: ReadonlyMap<string, RemoteFile> | "dynamic";
  readonly shape: ListingShape;
}

/** The name in a skill's frontmatter. */
export function nameOf({ frontmatter }: RemoteSkill): string {
  return String(frontmatter.name);
}

/** The skills of a server, and diagnostics about its response. */
export interface Listing {
  readonly skills: readonly RemoteSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** How long the server expects no changes, in milliseconds. */
  readonly ttlMs?: number;
}
