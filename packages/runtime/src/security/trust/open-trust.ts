import { checkArgument, checkOptions } from "../../basics/check-options.ts";
import type { Kind } from "../../basics/kind.ts";
import { filledText, flag, listOf, oneOf, shape, text } from "../../basics/kinds.ts";
import { trustHint } from "../../basics/trust-hint.ts";
import { KnowhowError } from "../../errors.ts";
import type { LibraryEntry } from "../../library.ts";
import type { Dismissal, ScanGap, ScanPolicy, ScanReport } from "../../scan.ts";
import type { Resource, Skill } from "../../skill.ts";
import type {
  ContentChanges,
  DecideOptions,
  ReviewedContent,
  SourceTrust,
  TrustDecision,
  TrustLedger,
} from "../../trust.ts";
import { judge, type ScanJudgement } from "../scan/scan-admit.ts";
import { scanHint } from "../scan/scan-hint.ts";
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
  /** Reads the content of the skill, scans it, and compares it with what was decided about before. */
  review(): Promise<TrustReview>;
}

/** The content of a skill for the user to read before a decision, never for a model. Escape it before display. */
export interface TrustReview {
  readonly content: ReviewedContent;
  /** What could not be read. */
  readonly gaps: readonly ScanGap[];
  /** Undefined if there is no scanner. */
  readonly scan?: ScanReport;
  /** What the policy says about content that the user trusts without dismissing anything. */
  readonly judgement: ScanJudgement;
  /** Rules whose findings were dismissed for exactly this content. */
  readonly dismissed: readonly Dismissal[];
  /** What changed since the newest decision about other content; undefined if there is none, or it is not known. */
  readonly changes?: ContentChanges;
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
  /**
   * Trusts or refuses a skill with exactly its current content. Throws `security.scan-blocked` if the policy for scans
   * would withhold it all the same, for example because `dismiss` does not name every rule that blocks it.
   */
  decide(name: string, state: TrustDecision["state"], options?: DecideOptions): Promise<TrustDecision>;
  /** Revokes all decisions about a skill, whatever its content. Returns true if there was one. If it cannot be recorded, trust is withdrawn all the same, and this throws. */
  revoke(name: string, options?: Pick<DecideOptions, "path">): Promise<boolean>;
  /** Id of the scanner; undefined if there is none, and empty if it cannot be opened. */
  scanner(): Promise<string | undefined>;
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
  policy(): ScanPolicy;
  scanner(): Promise<string | undefined>;
  /** Reads the current content of a skill and scans it. `listing` is the digest of a server's listing. */
  review(skill: Skill, listing: string | undefined): Promise<ReviewedSkill>;
  /** Records a decision, or a revocation (`undefined`), after every check and before it takes effect. If it throws, nothing changes. */
  announce(skill: Skill, decided: AnnouncedDecision | undefined): Promise<void>;
  /** Remembers the content that a decision is about. */
  remember(content: ReviewedContent): Promise<void>;
  unknownSkill(name: string): never;
}

/** A decision that is about to take effect. */
export type AnnouncedDecision = Pick<TrustDecision, "state"> &
  Pick<DecideOptions, "by" | "grant" | "dismiss"> & { readonly digest: string };

/** Content that was read and scanned; `digest` is undefined if not all of it could be read. */
export interface ReviewedSkill extends Omit<TrustReview, "judgement" | "dismissed"> {
  readonly digest: string | undefined;
}

const DECIDE_OPTIONS: Readonly<Record<keyof DecideOptions, Kind>> = {
  path: filledText,
  digest: filledText,
  by: oneOf(["user", "host"]),
  reason: text,
  grant: flag,
  dismiss: listOf(
    shape({ rule: { kind: filledText, required: true }, reason: { kind: filledText, required: true } }),
    "an array of { rule, reason }",
  ),
};

/** Gives the user access to the ledger. */
export function openTrust(context: TrustContext): RuntimeTrust {
  const { ledger, entries, sourceOf } = context;

  const find = (name: string, path: string | undefined, isPreferred = isPending): LibraryEntry => {
    const named = entries().filter(({ skill }) => skill.name === name);
    const here = named.filter(({ skill }) => path === undefined || skill.path === path);
    const open = here.filter(({ trust }) => trust.by !== "level");
    const entry = open.find(isPreferred) ?? open[0] ?? here[0];
    if (entry !== undefined) return entry;
    return named.length === 0 ? context.unknownSkill(name) : noDecisionNeeded(name, path);
  };

  /** For a listed skill of a source, the digest is known without reading it. */
  const digestOf = async ({ skill, trust }: LibraryEntry): Promise<string> =>
    listingOf({ skill, trust }) ?? context.digest(skill);
  const listingOf = ({ skill, trust }: Pick<LibraryEntry, "skill" | "trust">): string | undefined =>
    sourceOf(skill) === undefined ? undefined : trust.digest;

  const reviewOf = async (entry: LibraryEntry): Promise<TrustReview> => {
    const { digest, ...reviewed } = await context.review(entry.skill, listingOf(entry));
    const { trust } = entry;
    const dismissed = trust.digest === digest ? (trust.dismissed ?? []) : [];
    const { scan } = reviewed;
    return {
      ...reviewed,
      dismissed,
      judgement: judge(context.policy(), "user", { report: scan }, dismissed),
    };
  };

  /** Throws if the policy would withhold the content whatever is decided, or if a dismissal is about nothing. */
  const checkScan = (name: string, { scan }: ReviewedSkill, dismiss: readonly Dismissal[]): void => {
    const unknown = dismiss.find(
      ({ rule }) => scan?.findings.every((found) => found.rule !== rule) !== false,
    );
    if (unknown !== undefined) throw unknownRule(name, unknown.rule, scan);
    const { action, outcome, rules } = judge(context.policy(), "user", { report: scan }, dismiss);
    if (action !== "allow") throw scanBlocked(name, { action, outcome, rules });
  };

  /** True if the policy leaves a skill that is trusted by its level to the user. */
  const isAsked = ({ scan }: ReviewedSkill): boolean =>
    judge(context.policy(), "level", { report: scan }, []).action !== "allow";

  const checkPlace = (entry: string, name: unknown, options: unknown): void => {
    checkArgument(entry, "name", name, filledText);
    checkOptions(entry, options, { path: filledText });
  };

  const revokeOf = (name: string, skill: Skill) => (): Promise<boolean> | boolean => {
    const source = sourceOf(skill);
    return source === undefined
      ? ledger.revoke(skill)
      : (source.revoke ?? cannotDecide(name)).call(source, skill);
  };

  return {
    pending: () => entries().filter(({ state }) => state === "pending"),
    inspect: async (name, options = {}) => {
      checkPlace("trust.inspect", name, options);
      const { path } = options;
      const entry = find(name, path);
      const [digest, files] = await Promise.all([digestOf(entry), context.files(entry.skill)]);
      return { entry, digest, files, asksFor: asksFor(entry.skill), review: () => reviewOf(entry) };
    },
    decide: async (name, state, options = {}) => {
      checkArgument("trust.decide", "name", name, filledText);
      checkArgument("trust.decide", "state", state, oneOf(["trusted", "refused"]));
      checkOptions("trust.decide", options, DECIDE_OPTIONS);
      const entry = find(name, options.path);
      const { skill, trust } = entry;
      if (trust.by === "level" && state === "refused") noDecisionNeeded(name, options.path);
      const source = sourceOf(skill);
      const decide = source === undefined ? undefined : (source.decide ?? cannotDecide(name)).bind(source);
      const reviewed = state === "refused" ? undefined : await context.review(skill, listingOf(entry));
      if (reviewed !== undefined) {
        if (trust.by === "level" && !isAsked(reviewed)) noDecisionNeeded(name, options.path);
        checkScan(name, reviewed, options.dismiss ?? []);
      }
      const remember = async () => {
        // Losing it costs only the comparison at the next change.
        if (reviewed !== undefined) await context.remember(reviewed.content).catch(() => undefined);
      };
      const digest =
        decide === undefined ? (reviewed?.digest ?? (await context.digest(skill))) : await digestOf(entry);
      if (options.digest !== undefined && options.digest !== digest) throw contentChanged(name);
      const record = async (): Promise<TrustDecision> => {
        await context.announce(skill, { ...options, state, digest });
        return decide === undefined
          ? ledger.record(skill, { state, digest }, options)
          : decide(skill, state, { ...options, digest });
      };
      const decision = await (state === "refused" && trust.state === "trusted"
        ? orElse(record, revokeOf(name, skill))
        : record());
      await remember();
      return decision;
    },
    revoke: async (name, options = {}) => {
      checkPlace("trust.revoke", name, options);
      const { path } = options;
      const { skill, trust } = find(name, path, (entry) => !isPending(entry));
      const revoke = revokeOf(name, skill);
      const announce = () => context.announce(skill, undefined);
      // Without its decision, a refused skill would be asked about again: that is not recorded, so it does not happen.
      await (trust.state === "trusted" ? orElse(announce, revoke) : announce());
      return revoke();
    },
    scanner: () => context.scanner(),
    list: () => ledger.list(),
  };
}

/** A decision against a skill that cannot be stored, for example on a full disk, at least ends what was allowed before. */
async function orElse<Result>(work: () => Promise<Result>, withdraw: () => unknown): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    try {
      await withdraw();
    } catch {
      // The first error says what is wrong.
    }
    throw error;
  }
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

function noDecisionNeeded(name: string, path: string | undefined): never {
  const place = path === undefined ? "" : ` at ${path}`;
  throw new KnowhowError("security.no-decision-needed", `"${name}"${place} is trusted without a decision`, {
    hint: `to hide it, set "overrides": { "${name}": "off" } in your knowhow.json`,
  });
}

/** The error for a decision that the policy for scans would not follow. */
function scanBlocked(name: string, { action, outcome, rules }: ScanJudgement): KnowhowError {
  const why = rules.length === 0 ? "" : `: ${rules.join(", ")}`;
  const message = `the scan verdict of "${name}" is "${outcome}"${why}`;
  const hint =
    action === "refuse"
      ? "the settings refuse that; change `scan` in your knowhow.json if you want to trust it"
      : scanHint(name, rules);
  return new KnowhowError("security.scan-blocked", message, { hint });
}

function unknownRule(name: string, rule: string, scan: ScanReport | undefined): KnowhowError {
  const known = [...new Set(scan?.findings.map((finding) => finding.rule))];
  return new KnowhowError("security.unknown-finding", `"${rule}" found nothing in "${name}"`, {
    hint: known.length === 0 ? "there is nothing to dismiss" : `rules with findings: ${known.join(", ")}`,
  });
}

function cannotDecide(name: string): never {
  throw new KnowhowError(
    "security.no-decision-needed",
    `the source of "${name}" decides about its skills itself`,
  );
}
