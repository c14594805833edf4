import type { DiagnosticCode } from "./codes.ts";
import type { Diagnostic } from "./diagnostics.ts";
import type { ResolutionKey } from "./profile.ts";
import type { Level, Override, Requirements, Skill, SkillState } from "./skill.ts";
import type { TrustVerdict } from "./trust.ts";

/** Something a skill needs and this machine does not have. */
export interface Missing {
  readonly kind: Exclude<keyof Requirements, "install">;
  readonly name: string;
  /** How to get it. */
  readonly hint: string;
}

/** Whether a skill can be used here, and what is missing when it cannot. */
export interface Eligibility {
  readonly eligible: boolean;
  readonly missing: readonly Missing[];
}

/** One step of the way from a file to the model, as `why` tells it. */
export interface Decision {
  readonly stage:
    | "discovery"
    | "format"
    | "filter"
    | "eligibility"
    | "trust"
    | "resolution"
    | "override"
    | "catalog";
  readonly outcome: string;
  readonly detail: string;
}

/** A skill that may enter the library, with everything that was decided about it on its own. */
export interface Candidate {
  readonly skill: Skill;
  readonly eligibility: Eligibility;
  readonly trust: TrustVerdict;
  readonly override: Override | undefined;
  /** What was wrong with the file but did not keep it out. */
  readonly notes: readonly string[];
  /** The digest of its directory; only there when another candidate of its name says the same. */
  readonly digest?: string;
}

/** What decided between two skills of one name: which is of this machine, whether they can be used, a key of the policy, or the last resort. */
export type Precedence = "remote" | "use" | ResolutionKey | "path";

/** A candidate and what became of it. */
export interface LibraryEntry {
  readonly skill: Skill;
  readonly state: SkillState;
  readonly eligibility: Eligibility;
  readonly trust: TrustVerdict;
  readonly override?: Override;
  /** What was wrong with the file but did not keep it out. */
  readonly notes: readonly string[];
  /** Path of the SKILL.md that won the name instead; absent for winners. */
  readonly shadowedBy?: string;
  /** By what it lost to the winner; absent for winners. */
  readonly lostBy?: Precedence;
}

/** A file that was found and did not become a candidate. */
export interface Rejection {
  readonly path: string;
  /** The name it would have had. */
  readonly name: string;
  readonly provider: string;
  /** The code of what kept it out; absent when a filter did. */
  readonly code?: DiagnosticCode;
  readonly decisions: readonly Decision[];
}

/** What a root gave. */
export interface RootReport {
  readonly path: string;
  readonly provider: string;
  readonly level: Level;
  /** Skill files found below it. */
  readonly found: number;
  readonly readable: boolean;
}

/** A skill's file as it is now. */
export interface SkillText {
  readonly skill: Skill;
  /** The whole file. */
  readonly text: string;
  readonly body: string;
  /** One-based line on which the body starts. */
  readonly bodyLine: number;
  readonly version: string;
  /** True when the body differs from the one the library was made from. */
  readonly changed: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/** A file of a skill, or why it cannot be given. */
export type ResourceReading =
  | {
      readonly ok: true;
      readonly path: string;
      readonly contentType: string;
      readonly text: string;
      readonly page: number;
      readonly pages: number;
      /** Bytes of the whole file. */
      readonly size: number;
      readonly encoding: "utf-8" | "base64";
    }
  | { readonly ok: false; readonly message: string };

/** What is asked of a skill: one of its files, or its SKILL.md when no file is named. */
export interface ReadRequest {
  readonly path?: string | undefined;
  /** Default 1. */
  readonly page?: number;
  /** Skills whose instructions the model has: one of a server must not lead to the files of another server. */
  readonly active?: readonly Skill[];
}

export interface SearchHit {
  readonly skill: Skill;
  readonly score: number;
}

/** Ranks one skill for a query; 0 leaves it out. The query is trimmed and in lower case, never empty. */
export type Scorer = (query: string, skill: Skill) => number;

/** A library as JSON; `id` is the SHA-256 of everything else. */
export interface LibrarySnapshot {
  readonly format: "knowhow-library-1";
  readonly id: string;
  readonly entries: readonly LibraryEntry[];
  readonly rejections: readonly Rejection[];
  readonly roots: readonly RootReport[];
  readonly diagnostics: readonly Diagnostic[];
  /** Each skill's SKILL.md by its path; absent in a snapshot of the listing alone. */
  readonly texts?: Readonly<Record<string, string>>;
}
