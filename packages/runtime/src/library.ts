import type { DiagnosticCode } from "./codes.ts";
import type { CatalogForm } from "./conversation.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { ResolutionKey } from "./profile.ts";
import type { LastScan } from "./scan.ts";
import type { Level, Override, Requirements, Skill, SkillSections, SkillState } from "./skill.ts";
import type { TrustVerdict } from "./trust.ts";

/** A requirement of a skill that this machine does not meet. */
export interface Missing {
  readonly kind: Exclude<keyof Requirements, "install">;
  readonly name: string;
  /** How to install or provide it. */
  readonly hint: string;
}

/** Whether a skill can be used here, and what is missing if it cannot. */
export interface Eligibility {
  readonly eligible: boolean;
  readonly missing: readonly Missing[];
}

/** One step on the way from a file to the model, as reported by `why`. */
export interface Decision {
  readonly stage:
    | "discovery"
    | "format"
    | "filter"
    | "eligibility"
    | "trust"
    | "scan"
    | "resolution"
    | "override"
    | "catalog";
  readonly outcome: string;
  readonly detail: string;
}

/** A skill that may become part of the library, with everything that was decided about it individually. */
export interface Candidate {
  readonly skill: Skill;
  readonly eligibility: Eligibility;
  readonly trust: TrustVerdict;
  readonly override: Override | undefined;
  /** Problems with the file that did not exclude it. */
  readonly notes: readonly string[];
  /** The last known scan of its content. */
  readonly scan?: LastScan;
  /** Digest of its directory; only set if another candidate has the same name and content. */
  readonly digest?: string;
  /** Why a filter excludes it; undefined if none does. */
  readonly excluded?: string;
}

/**
 * What decided between two skills of the same name: any other before one that an agent wrote, local before remote,
 * usable before unusable, a key of the policy, a folder that has the name of its skill before one that does not, or the
 * path.
 */
export type Precedence = "agent" | "remote" | "use" | ResolutionKey | "folder" | "path";

/** A candidate and the result of resolution. */
export interface LibraryEntry {
  readonly skill: Skill;
  readonly state: SkillState;
  readonly eligibility: Eligibility;
  readonly trust: TrustVerdict;
  readonly override?: Override;
  /** The last known scan of its content; undefined if it is not known. A load scans nothing. */
  readonly scan?: LastScan;
  /** Problems with the file that did not exclude it. */
  readonly notes: readonly string[];
  /** Path of the SKILL.md that has this name instead; undefined for winners. */
  readonly shadowedBy?: string;
  /** The criterion by which it lost to the winner; undefined for winners. */
  readonly lostBy?: Precedence;
}

/** A file that was found but did not become a candidate. */
export interface Rejection {
  readonly path: string;
  /** The name it would have had. */
  readonly name: string;
  readonly provider: string;
  /** The code of the diagnostic that excluded it; undefined if a filter did. */
  readonly code?: DiagnosticCode;
  readonly decisions: readonly Decision[];
}

/**
 * Why a SKILL.md is not used although it exists: it is deeper than the provider's limit, in a hidden directory, inside
 * another skill, or its name is spelt differently, such as `Skill.md`.
 */
export type UnseenReason = "deep" | "hidden" | "nested" | "misspelt";

/** The SKILL.md files that are not used for one reason. */
export interface UnseenFiles {
  readonly reason: UnseenReason;
  readonly count: number;
  /** True if there may be more, because the search for them stopped at its limit. */
  readonly more?: boolean;
  /** Their paths; not all if there are many. */
  readonly paths: readonly string[];
}

/** Files of one root that are not used. */
export interface UnseenInRoot extends UnseenFiles {
  /** Path of the root. */
  readonly root: string;
}

/** How a catalog lists a skill, and the number of tokens that the catalog may have. */
export interface CatalogListing {
  readonly form: CatalogForm;
  readonly budget: number;
}

/** What `why` can say only with the help of a runtime. */
export interface WhyContext {
  /** How the catalog lists the skills that the model may see. */
  readonly listing?: (name: string) => CatalogListing;
  /** Further files that are not used, such as those inside of skills. */
  readonly unseen?: readonly UnseenFiles[];
}

/** The result of reading a root. */
export interface RootReport {
  readonly path: string;
  readonly provider: string;
  readonly level: Level;
  /** Number of skill files found below it. */
  readonly found: number;
  readonly readable: boolean;
  /** Skill files below it that are not used. Those inside of skills are found by `runtime.unseen()` only. */
  readonly unseen?: readonly UnseenFiles[];
}

/** The current content of a skill's file. */
export interface SkillText {
  readonly skill: Skill;
  /** The whole file. */
  readonly text: string;
  readonly body: string;
  /** One-based line on which the body starts. */
  readonly bodyLine: number;
  /** The named sections of the body, parsed when they are first used. */
  readonly sections: SkillSections;
  readonly version: string;
  /** True if the body differs from the one that the library was built from. */
  readonly changed: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file of a skill, or the reason why it cannot be read. */
export type ResourceReading =
  | {
      readonly ok: true;
      readonly path: string;
      readonly contentType: string;
      readonly text: string;
      readonly page: number;
      readonly pages: number;
      /** Size of the whole file in bytes. */
      readonly size: number;
      readonly encoding: "utf-8" | "base64";
    }
  | { readonly ok: false; readonly message: string };

/** A request for a file of a skill, or for its SKILL.md if no path is given. */
export interface ReadRequest {
  readonly path?: string | undefined;
  /** Page number. Default 1. */
  readonly page?: number;
  /** True: the path may also be a link, or lead through one, to a listed file of the same skill. Default false. */
  readonly links?: boolean;
  /**
   * Skills whose instructions are in the conversation: a skill of one server must not lead to the files of another
   * server.
   */
  readonly active?: readonly Skill[];
}

/** Options of a search. */
export interface SearchOptions {
  /** Maximum number of skills to return. Default 10. */
  readonly limit?: number;
  /** Number of skills to skip, for the next page. Default 0. */
  readonly offset?: number;
  /** Maximum time in milliseconds to wait for embedders that are still reading new skills. Default no limit. */
  readonly timeoutMs?: number;
  /** Cancels the search, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** A skill that a search found. */
export interface SearchHit {
  readonly skill: Skill;
  readonly score: number;
}

/** One page of the skills that a search found, best first. */
export interface SearchPage {
  readonly hits: readonly SearchHit[];
  /** Number of skills that were found, on all pages together. */
  readonly total: number;
  /** Number of skills before this page. */
  readonly offset: number;
  /** Notes for the user, for example that an embedder did not answer. */
  readonly notes: readonly string[];
}

/** What is asked about pending skills. */
export interface PendingQuestion {
  /** `query`: as a search finds skills. `message`: as a message matches them. */
  readonly as: "query" | "message";
  /** Maximum number of skills. Default 5. */
  readonly limit?: number;
}

/** A library as JSON; `id` is the SHA-256 of everything else. */
export interface LibrarySnapshot {
  readonly format: "knowhow-library-1";
  readonly id: string;
  readonly entries: readonly LibraryEntry[];
  readonly rejections: readonly Rejection[];
  readonly roots: readonly RootReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Each skill's SKILL.md by path; undefined in a snapshot without texts. */
  readonly texts?: Readonly<Record<string, string>>;
}
