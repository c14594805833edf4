import { isRecord } from "../../basics/is-record.ts";
import type { Awaitable } from "../../ports.ts";
import type { TrustDefault } from "../../profile.ts";
import type { Dismissal } from "../../scan.ts";
import type { Skill } from "../../skill.ts";
import type {
  DecideTrust,
  DecisionStore,
  Rehearsal,
  SkillTrust,
  TrustDecision,
  TrustLedger,
  TrustQuestion,
  TrustVerdict,
} from "../../trust.ts";
import { placeId, placeOf } from "./trust-place.ts";

/** Options of a ledger. */
export interface LedgerOptions {
  readonly store: DecisionStore;
  /** The host's decision. Default undecided. */
  readonly decide?: DecideTrust | undefined;
  /** The undecided skills that count as trusted. Default none. */
  readonly rehearsal?: Rehearsal | undefined;
  /** What a question tells the host about the content. `before` is the newest decision about other content. */
  ask(
    skill: Skill,
    digest: string,
    before: TrustDecision | undefined,
  ): Pick<TrustQuestion, "scan" | "changes">;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Decisions about one place that are kept; older ones are about content that was replaced many times since. */
const KEPT_PER_PLACE = 32;

/** The verdict about everything that a provider trusts by itself. */
export const TRUSTED_BY_LEVEL: TrustVerdict = Object.freeze({ state: "trusted", by: "level" });

type Needs = TrustQuestion["needs"];

const WAITING: Readonly<Record<Needs, TrustVerdict>> = {
  decision: Object.freeze(pending("decision", "no decision yet")),
  review: Object.freeze(pending("review", "it must be reviewed before a model may use it")),
};

/** Opens the ledger of one runtime. It caches the host's answers; stored decisions are read every time. */
export function openLedger({ store, decide, rehearsal, ask: about, now }: LedgerOptions): TrustLedger {
  const answers = new Map<string, Promise<TrustVerdict>>();
  /** The last verdict about each place whose content was readable. */
  const latest = new Map<string, TrustVerdict>();

  const judge = (
    skill: Skill,
    given: SkillTrust,
    kept: readonly TrustDecision[],
  ): Awaitable<TrustVerdict> => {
    const needs = needsOf(given.trust);
    if (kept.length === 0 && decide === undefined && rehearsal !== "pending") return WAITING[needs];
    const id = placeId(placeOf(skill));
    return given.digest().then(
      async (digest) => {
        const verdict = await judgeContent(skill, { needs, kept, digest });
        latest.set(id, verdict);
        return verdict;
      },
      (error: unknown) => {
        const before = given.isLastGood === true ? latest.get(id) : undefined;
        return before ?? pending(needs, `its content cannot be covered by a decision: ${messageOf(error)}`);
      },
    );
  };

  const judgeContent = async (
    skill: Skill,
    { needs, kept, digest }: { needs: Needs; kept: readonly TrustDecision[]; digest: string },
  ): Promise<TrustVerdict> => {
    const decided = kept.find(({ key }) => key.digest === digest);
    if (decided !== undefined) return keptVerdict(decided);
    const [newest] = kept;
    const changed = newest === undefined ? undefined : changedSince(newest);
    const open = changed === undefined ? WAITING[needs] : pending(needs, changed);
    const isDraft = rehearsal === "pending" || (rehearsal === "changed" && newest?.state === "trusted");
    const undecided: TrustVerdict = isDraft
      ? { ...open, state: "trusted", by: "host", digest, draft: true }
      : { ...open, digest };
    if (decide === undefined) return undecided;
    const id = `${placeId(placeOf(skill))} ${digest}`;
    const question = {
      ...{ skill, digest, needs, ...about(skill, digest, newest) },
      ...(changed === undefined ? {} : { reason: changed }),
    };
    const answer = answers.get(id) ?? ask(decide, question, undecided);
    answers.set(id, answer);
    return answer;
  };

  return {
    verdict: (skill, given) => {
      if (given.trust === "trusted") return TRUSTED_BY_LEVEL;
      const failed = (error: unknown) => unreadable(needsOf(given.trust), error);
      try {
        const kept = store.find(placeOf(skill));
        if (!(kept instanceof Promise)) return judge(skill, given, kept);
        return kept.then((rows) => judge(skill, given, rows), failed);
      } catch (error) {
        return failed(error);
      }
    },
    confirm: async (skill, verdict) => {
      const revoked = () => pending("decision", "its decision was revoked");
      try {
        const kept = await store.find(placeOf(skill));
        const decided = kept.find(({ key }) => key.digest === verdict.digest);
        return decided === undefined ? revoked() : keptVerdict(decided);
      } catch (error) {
        return unreadable("decision", error);
      }
    },
    find: async (skill) => store.find(placeOf(skill)),
    record: async (skill, { state, digest }, { by = "user", reason, dismiss = [] } = {}) => {
      const decision: TrustDecision = {
        key: { ...placeOf(skill), digest },
        state,
        by,
        ...(reason === undefined ? {} : { reason }),
        at: new Date(now()).toISOString(),
        ...(state === "trusted" && dismiss.length > 0 ? { dismissed: dismiss } : {}),
      };
      await store.record(decision);
      // The decision is kept; what cannot be tidied up now stays until the next one.
      await forgetOldest(store, decision).catch(() => undefined);
      return decision;
    },
    revoke: async (skill) => {
      const place = placeOf(skill);
      latest.delete(placeId(place));
      for (const id of [...answers.keys()]) if (id.startsWith(`${placeId(place)} `)) answers.delete(id);
      return store.revoke(place);
    },
    list: async () => store.list(),
  };
}

/** Removes the oldest decisions about a place, but never the one that was just made. */
async function forgetOldest(store: DecisionStore, { key: made }: TrustDecision): Promise<void> {
  const { digest, ...place } = made;
  const others = (await store.find(place)).filter(({ key }) => key.digest !== digest);
  for (const { key } of others.slice(KEPT_PER_PLACE - 1)) await store.revoke(key);
}

/** The verdict that a kept decision stands for, about exactly the content that it names. */
export function keptVerdict({ key, state, by, reason, at, dismissed }: TrustDecision): TrustVerdict {
  return {
    ...{ state, by, digest: key.digest, ...(reason === undefined ? {} : { reason }), at },
    ...(dismissed === undefined ? {} : { dismissed }),
  };
}

/** The reason for asking again about content that changed after a decision. */
export function changedSince({ state, by }: Pick<TrustDecision, "state" | "by">): string {
  return by === "user" ? `it changed since you ${state} it` : `it changed since it was ${state}`;
}

/** Every value except `trusted` and `ask` means `review`: an unknown value must not grant trust. */
function needsOf(trust: TrustDefault): Needs {
  return trust === "ask" ? "decision" : "review";
}

function pending(needs: Needs, reason: string): TrustVerdict {
  return { state: "pending", by: "nobody", needs, reason };
}

function unreadable(needs: Needs, error: unknown): TrustVerdict {
  return pending(needs, `the stored decisions cannot be read: ${messageOf(error)}`);
}

/** Only true is a yes; a host that fails has said no. */
async function ask(decide: DecideTrust, question: TrustQuestion, open: TrustVerdict): Promise<TrustVerdict> {
  const { digest } = question;
  try {
    const answer = await decide(question);
    if (answer === true) return { state: "trusted", by: "host", digest };
    const dismissed = dismissalsOf(answer);
    if (dismissed !== undefined) return { state: "trusted", by: "host", digest, dismissed };
    return answer === false ? { state: "refused", by: "host", digest } : open;
  } catch (error) {
    return { state: "refused", by: "host", digest, reason: `asking failed: ${messageOf(error)}` };
  }
}

/** The dismissals of a yes; undefined for every other answer. */
function dismissalsOf(answer: unknown): readonly Dismissal[] | undefined {
  if (!isRecord(answer) || answer.trusted !== true || !Array.isArray(answer.dismiss)) return undefined;
  const isDismissal = (item: unknown): item is Dismissal =>
    isRecord(item) && typeof item.rule === "string" && typeof item.reason === "string";
  return answer.dismiss.every(isDismissal) ? answer.dismiss : undefined;
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(/\s+/g, " ").slice(0, 200);
}
