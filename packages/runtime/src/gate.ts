import type { Awaitable } from "./ports.ts";
import type { Skill } from "./skill.ts";
import type { TrustVerdict } from "./trust.ts";

/** Who receives a skill's content: a model, an MCP client, or the user of this machine. */
export type Audience = "model" | "client" | "user";

/** The path of a skill's own file in every request, whatever it is called on disk. */
export const SKILL_FILE = "SKILL.md";

/** Content that is about to be returned, and its audience. */
export type AdmitRequest = AdmitContent | AdmitListing;

/** A file of a skill, whole or in part. */
export interface AdmitContent extends AdmitBase {
  readonly part: "content";
  /** SHA-256 of exactly the bytes that are returned, in lower-case hex. */
  readonly digest: string;
  readonly size: number;
}

/** The listing of a skill: its frontmatter, and the names, sizes and digests of its files. */
export interface AdmitListing extends AdmitBase {
  readonly part: "listing";
}

interface AdmitBase {
  readonly skill: Skill;
  /** Path of the file inside the skill; `SKILL.md` for the skill's own file. */
  readonly path: string;
  readonly audience: Audience;
  /** The verdict from when the library of the conversation was loaded, for skills that were removed since. */
  readonly trust?: TrustVerdict;
  /** Id of the conversation that the content is for. */
  readonly session?: string;
  /**
   * What the content is for if it is not returned: `script` copies it into the sandbox of a script, `check` looks for
   * mistakes in it.
   */
  readonly purpose?: "script" | "check";
  /** A copy of the file's bytes; for a listing, they are read on the first call. */
  bytes(): Promise<Uint8Array>;
}

/** The result of a check. */
export type AdmitVerdict =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly reason: string; readonly hint?: string };

/** A check that runs before content is returned. If it throws or returns an unknown value, the content is refused. */
export type Admit = (request: AdmitRequest) => Awaitable<AdmitVerdict>;
