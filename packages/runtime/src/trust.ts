import type { Awaitable } from "./ports.ts";
import type { TrustDefault } from "./profile.ts";
import type { Skill } from "./skill.ts";

/** Whether a skill may reach a model, who decided that, and for which content. */
export interface TrustVerdict {
  /** `pending`: nobody has decided yet. Only a trusted skill is shown to a model or a client. */
  readonly state: "trusted" | "pending" | "refused";
  /** `level`: the provider's default. `person`: a decision that was kept. `host`: the application. `nobody`: no decision. */
  readonly by: "level" | "person" | "host" | "nobody";
  /** What a pending skill waits for: a yes, or somebody who reads its content first. */
  readonly needs?: "decision" | "review";
  /** Digest of the content that the verdict is about; absent where no digest was needed. */
  readonly digest?: string;
  /** A clause that says why, for the user to read. */
  readonly reason?: string;
  /** When it was decided, as ISO 8601; absent for verdicts that are not kept. */
  readonly at?: string;
}

/** A directory with a skill: its real path, and the skill's name. */
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

/** What a decision can be about, whatever its content is. */
export type TrustPlace = SkillPlace | ListingPlace;

/** What a decision is about: a place, and the digest of its content. */
export type TrustKey = TrustPlace & { readonly digest: string };

/** One row of the ledger: what was decided about exactly this content. */
export interface TrustDecision {
  readonly key: TrustKey;
  readonly state: "trusted" | "refused";
  readonly by: "person" | "host";
  readonly reason?: string;
  /** ISO 8601. */
  readonly at: string;
  /** True: what the frontmatter of a server's skill asks for (tools, hooks, to be loaded by itself) counts, too. */
  readonly granted?: boolean;
}

/**
 * Keeps decisions. They belong to the user, so they are never kept inside a project: a repository cannot approve itself.
 * There is at most one decision per key. What cannot be understood counts as absent; a method throws only when the store
 * itself cannot be used.
 */
export interface DecisionStore {
  /** Every decision about a place, one per digest, newest first; empty when there is none. */
  find(place: TrustPlace): Awaitable<readonly TrustDecision[]>;
  /** Keeps a decision, instead of an earlier one about the same key. When this resolves, the decision is kept. */
  record(decision: TrustDecision): Awaitable<void>;
  /** Forgets the decision about a key, or every decision about a place; true when there was one. */
  revoke(what: TrustPlace | TrustKey): Awaitable<boolean>;
  /** Every decision, sorted by place, newest first. */
  list(): Awaitable<readonly TrustDecision[]>;
  /** Calls back after a decision was recorded or revoked, by this process or another, until closed; closing again has no effect. */
  watch?(onChange: () => void): { close(): void };
}

/** What a host is asked about a skill. */
export interface TrustQuestion {
  readonly skill: Skill;
  /** Digest of the skill's whole directory; a yes holds for exactly this content. */
  readonly digest: string;
  /** What the provider of the skill wants: a yes, or somebody who reads the content first. */
  readonly needs: "decision" | "review";
  /** Why it is asked, when the content changed after an earlier decision. */
  readonly reason?: string;
}

/**
 * The host's word about a skill that no kept decision is about: true trusts it, false refuses it, undefined leaves it
 * pending. It is asked once per digest; when it throws, the skill is refused.
 */
export type DecideTrust = (question: TrustQuestion) => Awaitable<boolean | undefined>;

/** How a decision is made. */
export interface DecideOptions {
  /** Kept with the decision. */
  readonly reason?: string;
  /** Who decides. Default "person". */
  readonly by?: TrustDecision["by"];
  /** The digest that was looked at; the decision is refused with `security.content-changed` when the content is another one now. */
  readonly digest?: string;
  /** Path of the SKILL.md, when several skills of this name can be decided about. Default: the first that is pending. */
  readonly path?: string;
  /** Also grant what the frontmatter of a server's skill asks for. Default false. */
  readonly grant?: boolean;
}

/** A source that decides about its own skills. */
export interface SourceTrust {
  /** The verdict about a skill of this source, asked at every load. */
  verdict(skill: Skill): Awaitable<TrustVerdict>;
  /** Decides about a skill in exactly its present form. */
  decide?(skill: Skill, state: TrustDecision["state"], options: DecideOptions): Promise<TrustDecision>;
  /** Takes every decision about a skill back; true when there was one. */
  revoke?(skill: Skill): Promise<boolean>;
}

/** Every decision about skills that a provider does not trust by itself, in one place for the life of a runtime. */
export interface TrustLedger {
  /** The verdict about a skill as it is now. Reads its content only where a decision or the host may depend on it. */
  verdict(skill: Skill, given: SkillTrust): Awaitable<TrustVerdict>;
  /** The verdict of a kept decision as it is now: pending when the decision was revoked meanwhile or cannot be read. */
  confirm(skill: Skill, verdict: TrustVerdict): Promise<TrustVerdict>;
  /** Keeps a decision about a skill with exactly this digest, and the 31 newest about other content of it. */
  record(
    skill: Skill,
    decided: Pick<TrustDecision, "state"> & { readonly digest: string },
    options?: DecideOptions,
  ): Promise<TrustDecision>;
  /** Forgets every decision about a skill; true when there was one. */
  revoke(skill: Skill): Promise<boolean>;
  /** Every decision that is kept, of all kinds. */
  list(): Promise<readonly TrustDecision[]>;
}

/** What a verdict depends on beside the ledger. */
export interface SkillTrust {
  /** The word of the skill's provider. */
  readonly trust: TrustDefault;
  /** Digest of the skill's whole directory, from its bytes. */
  digest(): Promise<string>;
  /** True when its root cannot be read now, so that the skill is the one of the last good listing. Default false. */
  readonly isLastGood?: boolean;
}
