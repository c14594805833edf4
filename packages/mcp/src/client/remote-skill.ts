import type { Diagnostic } from "@knowhow/runtime";

/** One file of a skill, as the server's listing describes it. */
export interface RemoteFile {
  /** Relative to the skill's directory; `SKILL.md` for the skill itself. */
  readonly path: string;
  /** As the server wrote it: what is asked for. */
  readonly uri: string;
  /** `sha256:` and 64 hex digits. */
  readonly digest: string;
  /** Absent where an older shape does not tell it. */
  readonly size?: number;
}

/** How a server describes its skills: the extension, or one of the shapes that were there before it. */
export type ListingShape = "extension" | "manifest" | "index" | "resources";

/** One skill of a server; its identity is the server's label and this uri. */
export interface RemoteSkill {
  /** Of its SKILL.md. */
  readonly uri: string;
  /** Its directory, normalised, without a slash at the end. */
  readonly root: string;
  readonly frontmatter: Readonly<Record<string, unknown>>;
  /** Every file by its path, or `dynamic` when the server does not promise any content. */
  readonly files: ReadonlyMap<string, RemoteFile> | "dynamic";
  readonly shape: ListingShape;
}

/** The name that a skill gives itself. */
export function nameOf({ frontmatter }: RemoteSkill): string {
  return String(frontmatter.name);
}

/** The skills of a server at one moment, and what was wrong with its answer. */
export interface Listing {
  readonly skills: readonly RemoteSkill[];
  readonly diagnostics: readonly Diagnostic[];
  /** Milliseconds for which the server says that nothing changes. */
  readonly ttlMs?: number;
}
