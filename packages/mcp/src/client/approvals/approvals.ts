import { type Awaitable, type Diagnostic, diagnose, KnowhowError } from "@knowhow/runtime";
import { ungrantedFields } from "../head-of.ts";
import type { PlacedSkill } from "../listing/place-skills.ts";
import type { ListingShape } from "../remote-skill.ts";

/** That a person wants one skill of one server, in exactly the form that the digest names. */
export interface Approval {
  readonly label: string;
  readonly uri: string;
  readonly digest: string;
  /** True: what its frontmatter asks for (tools, hooks, to be loaded by itself) counts too. */
  readonly granted: boolean;
}

/** Keeps approvals; they are the person's, so never inside a project. */
export interface ApprovalStore {
  /** Everything that is kept for a server. */
  load(label: string): Awaitable<readonly Approval[]>;
  save(approval: Approval): Awaitable<void>;
  remove(label: string, uri: string): Awaitable<void>;
}

/** A skill that a server offers, as a person may be asked about it. */
export interface SkillOffer {
  readonly label: string;
  readonly uri: string;
  /** Its name here, `label:name`. */
  readonly name: string;
  /** Untrusted text: escape it where you show it. */
  readonly description: string;
  readonly digest: string;
  /** Its files as listed; empty when the server does not promise any content. */
  readonly files: readonly { readonly path: string; readonly size?: number; readonly digest: string }[];
  /** True: any read may give something else; an approval holds until the servers are closed and is never kept. */
  readonly dynamic: boolean;
  readonly shape: ListingShape;
  /** Frontmatter fields that count only when they are granted. */
  readonly asksFor: readonly string[];
  readonly approved: boolean;
  readonly granted: boolean;
}

/** Asked once about each form of a skill that nobody decided about; `"granted"` also lets its frontmatter ask for things. */
export type ApproveSkill = (offer: SkillOffer) => Awaitable<boolean | "granted">;

/** The decisions about the skills of one server. */
export class Approvals {
  readonly #label: string;
  readonly #store: ApprovalStore | undefined;
  readonly #ask: ApproveSkill | undefined;
  readonly #session = new Map<string, Approval>();
  readonly #asked = new Set<string>();
  #kept: ReadonlyMap<string, Approval> = new Map();

  constructor(label: string, store: ApprovalStore | undefined, ask: ApproveSkill | undefined) {
    this.#label = label;
    this.#store = store;
    this.#ask = ask;
  }

  /** Reads what is kept, and takes back every approval whose skill the server now lists as something else. */
  async review(
    placed: readonly PlacedSkill[],
    { isLive, path }: { readonly isLive: boolean; readonly path: string },
  ): Promise<readonly Diagnostic[]> {
    const kept = new Map((await this.#load()).map((approval) => [approval.uri, approval]));
    const diagnostics: Diagnostic[] = [];
    for (const item of isLive ? placed : []) {
      const { uri } = item.skill;
      const given = this.#session.get(uri) ?? kept.get(uri);
      if (given === undefined || given.digest === item.digest) continue;
      kept.delete(uri);
      this.#session.delete(uri);
      await this.#store?.remove(this.#label, uri);
      diagnostics.push(revoked(`${this.#label}:${item.name}`, path));
    }
    this.#kept = kept;
    return diagnostics;
  }

  /** The approval that holds for exactly this form of a skill. */
  of({ skill, digest }: PlacedSkill): Approval | undefined {
    const kept = skill.files === "dynamic" ? undefined : this.#kept.get(skill.uri);
    const approval = this.#session.get(skill.uri) ?? kept;
    return approval?.digest === digest ? approval : undefined;
  }

  /** Asks the host about every form of a skill that nobody decided about yet; once, and a host that breaks has said no. */
  async askAbout(placed: readonly PlacedSkill[]): Promise<void> {
    for (const item of this.#ask === undefined ? [] : placed) {
      if (this.of(item) !== undefined || this.#asked.has(item.digest)) continue;
      this.#asked.add(item.digest);
      const answer = await this.#answerTo(item);
      if (answer !== false) await this.approve(item, answer === "granted");
    }
  }

  async approve({ skill, digest }: PlacedSkill, granted: boolean): Promise<void> {
    const approval = { label: this.#label, uri: skill.uri, digest, granted };
    this.#session.set(skill.uri, approval);
    if (skill.files !== "dynamic") await this.#store?.save(approval);
  }

  async revoke(uri: string): Promise<void> {
    this.#session.delete(uri);
    this.#kept = new Map([...this.#kept].filter(([kept]) => kept !== uri));
    await this.#store?.remove(this.#label, uri);
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

  async #answerTo(placed: PlacedSkill): Promise<boolean | "granted"> {
    try {
      return (await this.#ask?.(this.offer(placed))) ?? false;
    } catch {
      return false;
    }
  }

  async #load(): Promise<readonly Approval[]> {
    try {
      return (await this.#store?.load(this.#label)) ?? [];
    } catch (cause) {
      throw new KnowhowError("mcp.approvals-unreadable", "the approvals cannot be read", { cause });
    }
  }
}

function revoked(name: string, path: string): Diagnostic {
  return diagnose("mcp.approval-revoked", `"${name}" is not what was approved any more`, {
    path,
    hint: "look at it again, then approve it anew",
  });
}
