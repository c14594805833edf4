import type { Awaitable } from "./ports.ts";
import type { TrustDefault } from "./profile.ts";
import type { Dismissal, ScanReport } from "./scan.ts";
import type { Skill } from "./skill.ts";

/** Whether a skill may reach a model, who decided that, and for which content. */
export interface TrustVerdict {
  /** `pending` means undecided. Only a trusted skill is shown to a model or a client. */
  readonly state: "trusted" | "pending" | "refused";
  /**
   * `level`: the provider's default. `user`: a recorded decision of the user. `host`: the application. `nobody`:
   * undecided.
   */
  readonly by: "level" | "user" | "host" | "nobody";
  /** What a pending skill waits for: approval, or a review of its content. */
  readonly needs?: "decision" | "review";
  /** Digest of the content that the verdict is about; undefined if none was needed. */
  readonly digest?: string;
  /** The reason as a clause, for the user to read. */
  readonly reason?: string;
  /** Time of the decision in ISO 8601; undefined for verdicts that are not recorded. */
  readonly at?: string;
  /** Rules whose findings in exactly this content do not count. */
  readonly dismissed?: readonly Dismissal[];
  /** True: nobody decided about this content, and it counts as trusted only in a rehearsal. */
  readonly draft?: boolean;
}

/** The skills that a rehearsal uses: those that are trusted, also those that changed since they were, or also all that wait. */
export type Rehearsal = (typeof REHEARSALS)[number];

export const REHEARSALS = ["trusted", "changed", "pending"] as const;

/** The directory of a skill: its real path, and the skill's name. */
export interface SkillPlace {
  readonly kind: "skill";
  readonly path: string;
  readonly name: string;
}

/** A skill that an MCP server lists. */
export interface ListingPlace {
  readonly kind: "mcp-listing";
  readonly label: string;
  readonly uri: string;
}

/** The subject of a decision, independent of its content. */
export type TrustPlace = SkillPlace | ListingPlace;

/** The subject of a decision with the digest of its content. */
export type TrustKey = TrustPlace & { readonly digest: string };

/** A decision about exactly this content. */
export interface TrustDecision {
  readonly key: TrustKey;
  readonly state: "trusted" | "refused";
  readonly by: "user" | "host";
  readonly reason?: string;
  /** Time of the decision, in ISO 8601. */
  readonly at: string;
  /** True: the frontmatter of a server's skill may also request tools, hooks and automatic loading. */
  readonly granted?: boolean;
  /** Rules whose findings in exactly this content do not count. */
  readonly dismissed?: readonly Dismissal[];
}

/**
 * Stores trust decisions. They belong to the user and are never stored inside a project, so that a repository cannot
 * approve itself. There is at most one decision per key. A decision that cannot be parsed counts as missing; methods
 * throw only if the store itself cannot be used.
 */
export interface DecisionStore {
  /** All decisions about a place, one per digest, newest first. */
  find(place: TrustPlace): Awaitable<readonly TrustDecision[]>;
  /** Stores a decision and replaces an earlier one with the same key. The decision is durable when this resolves. */
  record(decision: TrustDecision): Awaitable<void>;
  /** Deletes the decision with a key, or all decisions about a place. Returns true if there was one. */
  revoke(what: TrustPlace | TrustKey): Awaitable<boolean>;
  /** All decisions, sorted by place, newest first. */
  list(): Awaitable<readonly TrustDecision[]>;
  /** Calls back after a decision was recorded or revoked, by this process or another, until closed; closing again has no effect. */
  watch?(onChange: () => void): { close(): void };
}

/** What a skill contained when somebody decided about it. Untrusted text: escape it before display. */
export interface ReviewedContent {
  /** Digest of the content: of the skill's directory, or of a server's listing. */
  readonly digest: string;
  /** SHA-256 of each file, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** The text of the files, by path. Long and binary files are missing. */
  readonly texts: Readonly<Record<string, string>>;
  /** What the frontmatter asks for. */
  readonly asksFor: readonly string[];
  /** Paths of files that can be executed. */
  readonly scripts: readonly string[];
  /** Names of hosts in URLs anywhere in the skill. */
  readonly hosts: readonly string[];
}

/**
 * Stores what skills contained when they were decided about, by digest. Losing it costs only the comparison. What cannot
 * be read counts as missing, and old content may be removed.
 */
export interface ReviewStore {
  find(digest: string): Awaitable<ReviewedContent | undefined>;
  record(content: ReviewedContent): Awaitable<void>;
}

/** What was added to a list and removed from it. */
export interface ListChange {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** How the content of a skill differs from what was decided about before. Untrusted text: escape it before display. */
export interface ContentChanges {
  /** Time of the earlier decision, in ISO 8601, and what it was. */
  readonly since: string;
  readonly state: TrustDecision["state"];
  /** Paths of files; `changed` are in both. */
  readonly files: ListChange & { readonly changed: readonly string[] };
  /** Files with different text; undefined where the text is missing or not known. */
  readonly texts: readonly { readonly path: string; readonly before?: string; readonly after?: string }[];
  readonly asksFor: ListChange;
  /** Files that can be executed; `changed` are in both. */
  readonly scripts: ListChange & { readonly changed: readonly string[] };
  readonly hosts: ListChange;
}

/** A question to the host whether to trust a skill. */
export interface TrustQuestion {
  readonly skill: Skill;
  /** Digest of the skill's whole directory. The answer applies to exactly this content. */
  readonly digest: string;
  /** What the skill's provider requires: approval, or a review of the content. */
  readonly needs: "decision" | "review";
  /** Why the host is asked; set if the content changed after an earlier decision. */
  readonly reason?: string;
  /** Scans the skill; undefined if there is no scanner. Throws `security.content-changed` if the content changed. */
  scan(): Promise<ScanReport | undefined>;
  /** What changed since the newest decision; undefined if there is none, or if its content is not known. */
  changes(): Promise<ContentChanges | undefined>;
}

/** A yes of the host that also dismisses findings of the scan. */
export interface TrustAnswer {
  readonly trusted: true;
  readonly dismiss: readonly Dismissal[];
}

/**
 * Decides about a skill without a recorded decision: true trusts it, false refuses it, undefined leaves it pending.
 * Content that the scan blocks stays withheld unless the answer dismisses the findings. Called once per digest; if it
 * throws, the skill is refused.
 */
export type DecideTrust = (question: TrustQuestion) => Awaitable<boolean | TrustAnswer | undefined>;

/** Options of a trust decision. */
export interface DecideOptions {
  /** Reason to store with the decision. */
  readonly reason?: string;
  /** Who decides. Default `user`. */
  readonly by?: TrustDecision["by"];
  /** Digest of the content that was reviewed. Throws `security.content-changed` if the content has changed since. */
  readonly digest?: string;
  /** Path of the SKILL.md, if several skills have this name. Default the first pending one. */
  readonly path?: string;
  /** Also grant what the frontmatter of a server's skill requests. Default false. */
  readonly grant?: boolean;
  /** Rules whose findings do not count for this content, each with a reason. Default none. */
  readonly dismiss?: readonly Dismissal[];
}

/** A source that decides about its own skills. */
export interface SourceTrust {
  /** The verdict about a skill of this source. Called at every load. */
  verdict(skill: Skill): Awaitable<TrustVerdict>;
  /** Records a decision about the current content of a skill. */
  decide?(skill: Skill, state: TrustDecision["state"], options: DecideOptions): Promise<TrustDecision>;
  /** Deletes all decisions about a skill. Returns true if there was one. */
  revoke?(skill: Skill): Promise<boolean>;
}

/** Trust decisions about skills that their provider does not trust by default, for the lifetime of a runtime. */
export interface TrustLedger {
  /** The current verdict about a skill. Reads its content only if a decision or the host may depend on it. */
  verdict(skill: Skill, given: SkillTrust): Awaitable<TrustVerdict>;
  /** The verdict of a kept decision as it is now: pending when the decision was revoked meanwhile or cannot be read. */
  confirm(skill: Skill, verdict: TrustVerdict): Promise<TrustVerdict>;
  /** The stored decisions about a skill, one per digest, newest first. */
  find(skill: Skill): Promise<readonly TrustDecision[]>;
  /** Keeps a decision about a skill with exactly this digest, and the 31 newest about other content of it. */
  record(
    skill: Skill,
    decided: Pick<TrustDecision, "state"> & { readonly digest: string },
    options?: DecideOptions,
  ): Promise<TrustDecision>;
  /** Deletes all decisions about a skill. Returns true if there was one. */
  revoke(skill: Skill): Promise<boolean>;
  /** All stored decisions, of all kinds. */
  list(): Promise<readonly TrustDecision[]>;
}

/** The skill-specific input of a verdict. */
export interface SkillTrust {
  /** The provider's default. */
  readonly trust: TrustDefault;
  /** SHA-256 digest of the skill's whole directory. */
  digest(): Promise<string>;
  /** True if its root cannot be read now and the skill is from the last successful listing. Default false. */
  readonly isLastGood?: boolean;
}
