import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import type { Kind } from "../../basics/kind.ts";
import { filledText, flag, oneOf, text } from "../../basics/kinds.ts";
import { trustHint } from "../../basics/trust-hint.ts";
import { KnowhowError } from "../../errors.ts";
import type { LibraryEntry } from "../../library.ts";
import type { Resource, Skill } from "../../skill.ts";
import type { DecideOptions, SourceTrust, TrustDecision, TrustLedger } from "../../trust.ts";
import { asksFor } from "./asks-for.ts";

/** What the user should review before deciding about a skill. */
export interface TrustSubject {
  readonly entry: LibraryEntry;
  /** Digest of the content that a decision would be about. */
  readonly digest: string;
  /** The skill's other files. */
  readonly files: readonly Resource[];
  /** What its frontmatter requests beyond being read, such as tools. Untrusted text: escape it before display. */
  readonly asksFor: readonly string[];
}

/**
 * Decisions about skills that are not trusted by their provider. A decision shows after the next `reload()`, which a watch
 * does by itself; content of a skill whose decision was revoked is refused at once.
 */
export interface RuntimeTrust {
  /** Skills that wait for a decision, including shadowed ones. `entry.trust` has the reason. */
  pending(): readonly LibraryEntry[];
  /** What to review before a decision. `path` names the SKILL.md if several skills have this name. */
  inspect(name: string, options?: Pick<DecideOptions, "path">): Promise<TrustSubject>;
  /** Trusts or refuses a skill with exactly its current content. */
  decide(name: string, state: TrustDecision["state"], options?: DecideOptions): Promise<TrustDecision>;
  /** Revokes all decisions about a skill, whatever its content. Returns true if there was one. */
  revoke(name: string, options?: Pick<DecideOptions, "path">): Promise<boolean>;
  /** All stored decisions, of all projects and servers. */
  list(): Promise<readonly TrustDecision[]>;
}

/** What trust decisions need from the runtime. */
export interface TrustContext {
  readonly ledger: TrustLedger;
  /** Every skill of the current library, winners of a name first. */
  entries(): readonly LibraryEntry[];
  /** The source of a skill, if it decides about its own skills. */
  sourceOf(skill: Skill): SourceTrust | undefined;
  digest(skill: Skill): Promise<string>;
  files(skill: Skill): Promise<readonly Resource[]>;
  unknownSkill(name: string): never;
}

const DECIDE_OPTIONS: Readonly<Record<keyof DecideOptions, Kind>> = {
  path: filledText,
  digest: filledText,
  by: oneOf(["user", "host"]),
  reason: text,
  grant: flag,
};

/** Gives the user access to the ledger. */
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

  /** For a listed skill of a source, the digest is known without reading it. */
  const digestOf = async ({ skill, trust }: LibraryEntry): Promise<string> =>
    sourceOf(skill) === undefined || trust.digest === undefined ? context.digest(skill) : trust.digest;

  const checkPlace = (entry: string, name: unknown, options: unknown): void => {
    checkArgument(entry, "name", name, filledText);
    checkOptions(entry, options, { path: filledText });
  };

  return {
    pending: () => entries().filter(({ state }) => state === "pending"),
    inspect: async (name, options = {}) => {
      checkPlace("trust.inspect", name, options);
      const { path } = options;
      const entry = find(name, path);
      const [digest, files] = await Promise.all([digestOf(entry), context.files(entry.skill)]);
      return { entry, digest, files, asksFor: asksFor(entry.skill) };
    },
    decide: async (name, state, options = {}) => {
      checkArgument("trust.decide", "name", name, filledText);
      checkArgument("trust.decide", "state", state, oneOf(["trusted", "refused"]));
      checkOptions("trust.decide", options, DECIDE_OPTIONS);
      const { skill } = find(name, options.path);
      const source = sourceOf(skill);
      if (source !== undefined)
        return (source.decide ?? cannotDecide(name)).call(source, skill, state, options);
      const digest = await context.digest(skill);
      if (options.digest !== undefined && options.digest !== digest) throw contentChanged(name);
      return ledger.record(skill, { state, digest }, options);
    },
    revoke: async (name, options = {}) => {
      checkPlace("trust.revoke", name, options);
      const { path } = options;
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

/** The error for a decision about content that has changed. */
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
