import type { Awaitable } from "./ports.ts";
import type { TrustDefault } from "./profile.ts";
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
}

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

/** A question to the host whether to trust a skill. */
export interface TrustQuestion {
  readonly skill: Skill;
  /** Digest of the skill's whole directory. The answer applies to exactly this content. */
  readonly digest: string;
  /** What the skill's provider requires: approval, or a review of the content. */
  readonly needs: "decision" | "review";
  /** Why the host is asked; set if the content changed after an earlier decision. */
  readonly reason?: string;
}

/**
 * Decides about a skill without a recorded decision: true trusts it, false refuses it, undefined leaves it pending.
 * Called once per digest; if it throws, the skill is refused.
 */
export type DecideTrust = (question: TrustQuestion) => Awaitable<boolean | undefined>;

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
