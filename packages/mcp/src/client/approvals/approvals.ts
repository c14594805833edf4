import {
  type Awaitable,
  type DecideOptions,
  type DecisionStore,
  type Diagnostic,
  KnowhowError,
  type ListingPlace,
  type TrustDecision,
  type TrustVerdict,
} from "@knowhow/runtime";
import { changedSince, contentChanged, diagnose, keptVerdict } from "@knowhow/runtime/toolkit";
import { ungrantedFields } from "../head-of.ts";
import type { PlacedSkill } from "../listing/place-skills.ts";
import type { ListingShape } from "../remote-skill.ts";

/** A skill that a server offers, as shown to the user for approval. */
export interface SkillOffer {
  readonly label: string;
  readonly uri: string;
  /** Name in the library, `label:name`. */
  readonly name: string;
  /** Untrusted text: escape it before display. */
  readonly description: string;
  readonly digest: string;
  /** The listed files; empty if the server does not commit to any content. */
  readonly files: readonly { readonly path: string; readonly size?: number; readonly digest: string }[];
  /**
   * True if every read may return different content. An approval then lasts until the servers are closed and is never
   * stored.
   */
  readonly dynamic: boolean;
  readonly shape: ListingShape;
  /** Frontmatter fields that apply only if they are granted. */
  readonly asksFor: readonly string[];
  readonly approved: boolean;
  readonly granted: boolean;
}

/**
 * Called once for each form of a skill without a decision. `"granted"` also applies the fields that its frontmatter
 * asks for.
 */
export type ApproveSkill = (offer: SkillOffer) => Awaitable<boolean | "granted">;

/** Options for decisions about a server's skills. */
export interface ApprovalOptions {
  /** Where decisions are stored. Without it they last until the servers are closed. */
  readonly decisions?: DecisionStore | undefined;
  readonly approve?: ApproveSkill | undefined;
  readonly now: () => number;
}

/** The decisions about the skills of one server: stored ones, and those that last until the servers are closed. */
export class Approvals {
  readonly #label: string;
  readonly #store: DecisionStore | undefined;
  readonly #ask: ApproveSkill | undefined;
  readonly #now: () => number;
  /** Decisions that are never stored, by URI. */
  readonly #session = new Map<string, TrustDecision>();
  readonly #asked = new Set<string>();
  #kept: ReadonlyMap<string, readonly TrustDecision[]> = new Map();

  constructor(label: string, { decisions, approve, now }: ApprovalOptions) {
    this.#label = label;
    this.#store = decisions;
    this.#ask = approve;
    this.#now = now;
  }

  /** Reads stored decisions, and revokes every approval whose skill the server now lists differently. */
  async review(
    placed: readonly PlacedSkill[],
    { isLive, path }: { readonly isLive: boolean; readonly path: string },
  ): Promise<readonly Diagnostic[]> {
    const kept = new Map<string, readonly TrustDecision[]>();
    const diagnostics: Diagnostic[] = [];
    for (const item of placed) {
      const { uri } = item.skill;
      const rows = await this.#load(uri);
      const known = this.#session.get(uri);
      const given = [...(known === undefined ? [] : [known]), ...rows];
      const stale = isLive ? given.filter((row) => isStale(row, item)) : [];
      for (const row of stale) await this.#store?.revoke(row.key);
      if (known !== undefined && stale.includes(known)) this.#session.delete(uri);
      const isApproved = given.some((row) => row.state === "trusted" && !stale.includes(row));
      if (stale.length > 0 && !isApproved) diagnostics.push(revoked(`${this.#label}:${item.name}`, path));
      kept.set(
        uri,
        rows.filter((row) => !stale.includes(row)),
      );
    }
    this.#kept = kept;
    return diagnostics;
  }

  /** The approval of exactly this form of a skill. */
  of(placed: PlacedSkill): TrustDecision | undefined {
    const decision = this.#decisionOn(placed);
    return decision?.state === "trusted" ? decision : undefined;
  }

  /** The verdict about exactly this form of a skill. */
  verdict(placed: PlacedSkill): TrustVerdict {
    const decision = this.#decisionOn(placed);
    if (decision !== undefined) return keptVerdict(decision);
    const [latest] = this.#kept.get(placed.skill.uri) ?? [];
    const reason =
      latest === undefined
        ? `it must be reviewed before a model may use it; the server "${this.#label}" offers it`
        : changedSince(latest);
    return { state: "pending", by: "nobody", needs: "review", digest: placed.digest, reason };
  }

  /** Asks the host once about every form of a skill without a decision. If the host throws, the answer is no. */
  async askAbout(placed: readonly PlacedSkill[]): Promise<void> {
    for (const item of this.#ask === undefined ? [] : placed) {
      if (this.#decisionOn(item) !== undefined || this.#asked.has(item.digest)) continue;
      this.#asked.add(item.digest);
      const answer = await this.#answerTo(item);
      if (answer === true || answer === "granted")
        await this.decide(item, "trusted", { by: "host", grant: answer === "granted" });
    }
  }

  /** Stores a decision about exactly this form of a skill, or keeps it until the servers are closed. */
  async decide(
    { skill, digest, name }: PlacedSkill,
    state: TrustDecision["state"],
    { by = "user", reason, grant = false, digest: expected = digest, dismiss = [] }: DecideOptions = {},
  ): Promise<TrustDecision> {
    if (expected !== digest) throw contentChanged(`${this.#label}:${name}`);
    const decision: TrustDecision = {
      key: { ...this.#placeOf(skill.uri), digest },
      state,
      by,
      ...(reason === undefined ? {} : { reason }),
      at: new Date(this.#now()).toISOString(),
      granted: state === "trusted" && grant,
      ...(state === "trusted" && dismiss.length > 0 ? { dismissed: dismiss } : {}),
    };
    if (this.#store === undefined || skill.files === "dynamic") {
      this.#session.set(skill.uri, decision);
      return decision;
    }
    await this.#store.record(decision);
    const others = (this.#kept.get(skill.uri) ?? []).filter(({ key }) => key.digest !== digest);
    this.#kept = new Map([...this.#kept, [skill.uri, [decision, ...others]]]);
    return decision;
  }

  /** Revokes all decisions about a skill. Returns true if there was one. */
  async revoke(uri: string): Promise<boolean> {
    const wasInSession = this.#session.delete(uri);
    this.#kept = new Map([...this.#kept].filter(([kept]) => kept !== uri));
    const wasKept = (await this.#store?.revoke(this.#placeOf(uri))) ?? false;
    return wasInSession || wasKept;
  }

  offer(placed: PlacedSkill): SkillOffer {
    const { skill, name, digest } = placed;
    const approval = this.of(placed);
    return {
      label: this.#label,
      uri: skill.uri,
      name: `${this.#label}:${name}`,
      description: String(skill.frontmatter.description ?? ""),
      digest,
      files: skill.files === "dynamic" ? [] : [...skill.files.values()].map(({ uri: _, ...file }) => file),
      dynamic: skill.files === "dynamic",
      shape: skill.shape,
      asksFor: ungrantedFields(skill),
      approved: approval !== undefined,
      granted: approval?.granted === true,
    };
  }

  #decisionOn({ skill, digest }: PlacedSkill): TrustDecision | undefined {
    const inSession = this.#session.get(skill.uri);
    if (inSession?.key.digest === digest) return inSession;
    if (skill.files === "dynamic") return undefined;
    return this.#kept.get(skill.uri)?.find(({ key }) => key.digest === digest);
  }

  #placeOf(uri: string): ListingPlace {
    return { kind: "mcp-listing", label: this.#label, uri };
  }

  async #answerTo(placed: PlacedSkill): Promise<unknown> {
    try {
      return await this.#ask?.(this.offer(placed));
    } catch {
      return false;
    }
  }

  async #load(uri: string): Promise<readonly TrustDecision[]> {
    try {
      return (await this.#store?.find(this.#placeOf(uri))) ?? [];
    } catch (cause) {
      throw new KnowhowError("mcp.approvals-unreadable", "the approvals cannot be read", { cause });
    }
  }
}

/** A refusal of another form is kept, because it grants nothing. */
function isStale({ key, state }: TrustDecision, { digest }: PlacedSkill): boolean {
  return state === "trusted" && key.digest !== digest;
}

function revoked(name: string, path: string): Diagnostic {
  return diagnose("mcp.approval-revoked", `"${name}" is no longer what was approved`, {
    path,
    hint: "review it again with `knowhow trust`",
  });
}
