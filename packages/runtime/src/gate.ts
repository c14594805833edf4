import type { Awaitable } from "./ports.ts";
import type { Skill } from "./skill.ts";
import type { TrustVerdict } from "./trust.ts";

/** Who a skill's content is handed to: a model, an MCP client, or the person at this machine. */
export type Audience = "model" | "client" | "person";

/** The key of a skill's own file in every request, whatever its name on disk. */
export const SKILL_FILE = "SKILL.md";

/** What is about to be handed over, and to whom. */
export type AdmitRequest = AdmitContent | AdmitListing;

/** A file of a skill, whole or in part. */
export interface AdmitContent extends AdmitBase {
  readonly part: "content";
  /** SHA-256, in lower-case hex, of exactly the file's bytes that are handed over. */
  readonly digest: string;
  readonly size: number;
}

/** What a listing says of a skill: frontmatter, and the names, sizes and digests of its files. AdmitBase with the skill's own file. */
export interface AdmitListing extends AdmitBase {
  readonly part: "listing";
}

interface AdmitBase {
  readonly skill: Skill;
  /** Path of the file inside the skill; `SKILL.md` for the skill's own file. */
  readonly path: string;
  readonly audience: Audience;
  /** What was decided about the skill when the library of the conversation was loaded, for skills that are gone since. */
  readonly trust?: TrustVerdict;
  /** A copy of the file's bytes; for a listing they are read when a check asks for them. */
  bytes(): Promise<Uint8Array>;
}

/** The answer of a check. */
export type AdmitVerdict =
  | { readonly admitted: true }
  | { readonly admitted: false; readonly reason: string; readonly hint?: string };

/** A check that runs before content is handed over. One that throws, or answers anything else, has refused. */
export type Admit = (request: AdmitRequest) => Awaitable<AdmitVerdict>;
