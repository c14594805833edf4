import { trustHint } from "../../basics/trust-hint.ts";
import { KnowhowError } from "../../errors.ts";
import type { LibraryEntry } from "../../library.ts";
import type { Resource, Skill } from "../../skill.ts";
import type { DecideOptions, SourceTrust, TrustDecision, TrustLedger } from "../../trust.ts";
import { asksFor } from "./asks-for.ts";

/** What there is to look at before a decision about a skill. */
export interface TrustSubject {
  readonly entry: LibraryEntry;
  /** Digest of the content that a decision would be about. */
  readonly digest: string;
  /** The skill's other files. */
  readonly files: readonly Resource[];
  /** What its frontmatter asks for beyond being read, such as tools. Untrusted text: escape it where you show it. */
  readonly asksFor: readonly string[];
}

/**
 * Decisions about skills that are not trusted by their provider. A decision shows after the next `reload()`, which a watch
 * does by itself; content of a skill whose decision was revoked is refused at once.
 */
export interface RuntimeTrust {
  /** Skills that wait for a decision, also those that lost their name to another; `entry.trust` says why. */
  pending(): readonly LibraryEntry[];
  /** What there is to look at before a decision; `path` names the SKILL.md when several skills have the name. */
  inspect(name: string, options?: Pick<DecideOptions, "path">): Promise<TrustSubject>;
  /** Trusts or refuses a skill with exactly the content that it has now. */
  decide(name: string, state: TrustDecision["state"], options?: DecideOptions): Promise<TrustDecision>;
  /** Takes back every decision about a skill, whatever its content; true when there was one. */
  revoke(name: string, options?: Pick<DecideOptions, "path">): Promise<boolean>;
  /** Every decision that is kept, of all projects and servers. */
  list(): Promise<readonly TrustDecision[]>;
}

/** What decisions need of the runtime. */
export interface TrustContext {
  readonly ledger: TrustLedger;
  /** Every skill of the newest library, winners of a name first. */
  entries(): readonly LibraryEntry[];
  /** The source that decides about a skill itself. */
  sourceOf(skill: Skill): SourceTrust | undefined;
  digest(skill: Skill): Promise<string>;
  files(skill: Skill): Promise<readonly Resource[]>;
  unknownSkill(name: string): never;
}

/** Opens the user's way to the ledger. */
export function openTrust(context: TrustContext): RuntimeTrust {
  const { ledger, entries, sourceOf } = context;

  const find = (name: string, path: string | undefined, isPreferred = isPending): LibraryEntry => {
    const named = entries().filter(({ skill }) => skill.name === name);
    const open = named.filter(
      ({ skill, trust }) => trust.by !== "level" && (path === undefined || skill.path === path),
    );
    const entry = open.find(isPreferred) ?? open[0];
    if (entry !== undefined) return entry;
    if (named.length === 0) return context.unknownSkill(name);
    const place = path === undefined ? "" : ` at ${path}`;
    throw new KnowhowError("security.no-decision-needed", `"${name}"${place} is trusted without a decision`, {
      hint: `to hide it, set "overrides": { "${name}": "off" } in your knowhow.json`,
    });
  };

  /** What the source has listed is known without reading it. */
  const digestOf = async ({ skill, trust }: LibraryEntry): Promise<string> =>
    sourceOf(skill) === undefined || trust.digest === undefined ? context.digest(skill) : trust.digest;

  return {
    pending: () => entries().filter(({ state }) => state === "pending"),
    inspect: async (name, { path } = {}) => {
      const entry = find(name, path);
      const [digest, files] = await Promise.all([digestOf(entry), context.files(entry.skill)]);
      return { entry, digest, files, asksFor: asksFor(entry.skill) };
    },
    decide: async (name, state, options = {}) => {
      const { skill } = find(name, options.path);
      const source = sourceOf(skill);
      if (source !== undefined)
        return (source.decide ?? cannotDecide(name)).call(source, skill, state, options);
      const digest = await context.digest(skill);
      if (options.digest !== undefined && options.digest !== digest) throw contentChanged(name);
      return ledger.record(skill, { state, digest }, options);
    },
    revoke: async (name, { path } = {}) => {
      const { skill } = find(name, path, (entry) => !isPending(entry));
      const source = sourceOf(skill);
      if (source !== undefined) return (source.revoke ?? cannotDecide(name)).call(source, skill);
      return ledger.revoke(skill);
    },
    list: () => ledger.list(),
  };
}

function isPending({ trust }: LibraryEntry): boolean {
  return trust.state === "pending";
}

/** The error of a decision about content that is not there any more. */
export function contentChanged(name: string): KnowhowError {
  return new KnowhowError("security.content-changed", `"${name}" changed during the review`, {
    hint: trustHint(name, undefined),
  });
}

function cannotDecide(name: string): never {
  throw new KnowhowError(
    "security.no-decision-needed",
    `the source of "${name}" decides about its skills itself`,
  );
}
