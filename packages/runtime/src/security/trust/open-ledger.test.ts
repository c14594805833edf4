import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TrustDefault } from "../../profile.ts";
import type { Skill } from "../../skill.ts";
import type { DecideTrust, DecisionStore, Rehearsal, TrustDecision, TrustVerdict } from "../../trust.ts";
import { memoryDecisionStore } from "./memory-decision-store.ts";
import { openLedger } from "./open-ledger.ts";
import { placeOf } from "./trust-place.ts";

const SKILL: Skill = {
  ...{
    name: "pdf",
    description: "Reads PDF files.",
    metadata: {},
    allowedTools: [],
    fields: {},
    extensions: {},
  },
  ...{ version: "", tokens: 0, path: "/p/pdf/SKILL.md", directory: "/p/pdf" },
  source: "custom",
  origin: { provider: "agents", level: "project", root: "/p", priority: 0, order: 0 },
};
const NOTHING_KNOWN = { scan: async () => undefined, changes: async () => undefined };
const AT = "2026-01-02T03:04:05.000Z";

function decision(digest: string, more: Partial<TrustDecision> = {}): TrustDecision {
  return { key: { ...placeOf(SKILL), digest }, state: "trusted", by: "user", at: AT, ...more };
}

function ledgerWith(
  kept: readonly TrustDecision[],
  decide?: DecideTrust,
  own?: DecisionStore,
  rehearsal?: Rehearsal,
) {
  const store = own ?? memoryDecisionStore();
  for (const row of kept) void store.record(row);
  let digests = 0;
  const ledger = openLedger({ store, decide, rehearsal, ask: () => NOTHING_KNOWN, now: () => 0 });
  const verdict = async (trust: TrustDefault, digest: string | Error = "now", isLastGood = false) =>
    ledger.verdict(SKILL, {
      trust,
      digest: async () => {
        digests += 1;
        if (typeof digest !== "string") throw digest;
        return digest;
      },
      isLastGood,
    });
  return { ledger, store, verdict, digests: () => digests };
}

type Stored = "nothing" | "trusted now" | "refused now" | "trusted before" | "refused before";
type Host = "nobody" | "yes" | "no" | "undecided" | "throws";

const STORED: Readonly<Record<Stored, readonly TrustDecision[]>> = {
  nothing: [],
  "trusted now": [decision("now")],
  "refused now": [decision("now", { state: "refused" })],
  "trusted before": [decision("before")],
  "refused before": [decision("before", { state: "refused" })],
};
const HOSTS: Readonly<Record<Host, DecideTrust | undefined>> = {
  nobody: undefined,
  yes: () => true,
  no: () => false,
  undecided: () => undefined,
  throws: () => {
    throw new Error("no\nanswer");
  },
};

/** Every cell of the table, by its rules. */
function expected(trust: TrustDefault, stored: Stored, host: Host): Partial<TrustVerdict> {
  if (trust === "trusted") return { state: "trusted", by: "level" };
  if (stored === "trusted now") return { state: "trusted", by: "user", digest: "now", at: AT };
  if (stored === "refused now") return { state: "refused", by: "user", digest: "now", at: AT };
  if (host === "yes") return { state: "trusted", by: "host", digest: "now" };
  if (host === "no") return { state: "refused", by: "host", digest: "now" };
  if (host === "throws")
    return { state: "refused", by: "host", digest: "now", reason: "asking failed: no answer" };
  const needs = trust === "ask" ? "decision" : "review";
  const reason = {
    ...{
      nothing: trust === "ask" ? "no decision yet" : "it must be reviewed before a model may use it",
    },
    ...{
      "trusted before": "it changed since you trusted it",
      "refused before": "it changed since you refused it",
    },
  }[stored];
  const digest = stored === "nothing" && host === "nobody" ? {} : { digest: "now" };
  return { state: "pending", by: "nobody", needs, reason, ...digest };
}

const cells = (["trusted", "ask", "review"] as const).flatMap((trust) =>
  (["nothing", "trusted now", "refused now", "trusted before", "refused before"] as const).flatMap((stored) =>
    (["nobody", "yes", "no", "undecided", "throws"] as const).map((host) => [trust, stored, host] as const),
  ),
);

describe("the verdict about a skill", () => {
  test.each(cells)("T3 provider %s, kept: %s, host: %s", async (trust, stored, host) => {
    const { verdict } = ledgerWith(STORED[stored], HOSTS[host]);
    expect(await verdict(trust)).toEqual(expected(trust, stored, host));
  });

  const drafts = (["trusted", "changed", "pending"] as const).flatMap((rehearsal) =>
    cells.map((cell) => [rehearsal, ...cell] as const),
  );
  test.each(
    drafts,
  )("T3 rehearsal: %s, provider %s, kept: %s, host: %s", async (rehearsal, trust, stored, host) => {
    const usual = expected(trust, stored, host);
    const isDraft =
      usual.state === "pending" &&
      (rehearsal === "pending" || (rehearsal === "changed" && stored === "trusted before"));
    const { verdict, digests } = ledgerWith(STORED[stored], HOSTS[host], undefined, rehearsal);
    expect(await verdict(trust)).toEqual(
      isDraft ? { ...usual, state: "trusted", by: "host", digest: "now", draft: true } : usual,
    );
    if (rehearsal === "changed" && stored === "nothing" && host === "nobody") expect(digests()).toBe(0);
  });

  test("T3 an unknown word of a provider means review", async () => {
    const unknown: TrustDefault = JSON.parse('"always"');
    expect(await ledgerWith([]).verdict(unknown)).toMatchObject({ state: "pending", needs: "review" });
  });

  test("T3 only true is a yes of a host", async () => {
    for (const odd of ["yes", 1, {}, null]) {
      const decide: DecideTrust = () => JSON.parse(JSON.stringify(odd));
      expect(await ledgerWith([], decide).verdict("ask"), String(odd)).toMatchObject({ state: "pending" });
    }
  });

  test("T3 content without a digest stays pending, whatever the host decides", async () => {
    const { verdict } = ledgerWith([decision("now")], () => true);
    expect(await verdict("ask", new Error("too many files"))).toEqual({
      state: "pending",
      by: "nobody",
      needs: "decision",
      reason: "its content cannot be covered by a decision: too many files",
    });
  });

  test("T3 decisions that cannot be read do not count, and the host is not asked instead", async () => {
    const broken = (find: DecisionStore["find"]): DecisionStore => ({ ...memoryDecisionStore(), find });
    const stores = [
      broken(() => {
        throw new Error("disk");
      }),
      broken(() => Promise.reject(new Error("disk"))),
    ];
    for (const store of stores) {
      expect(await ledgerWith([], () => true, store).verdict("ask")).toMatchObject({
        state: "pending",
        reason: "the stored decisions cannot be read: disk",
      });
    }
  });

  test("T3 the last good verdict holds while a root cannot be read, and no longer", async () => {
    const { verdict, ledger } = ledgerWith([decision("now")]);
    const gone = new Error("unreadable");
    expect(await verdict("ask", gone, true)).toMatchObject({ state: "pending" });
    expect(await verdict("ask", "now")).toMatchObject({ state: "trusted" });
    expect(await verdict("ask", gone, true)).toMatchObject({ state: "trusted" });
    expect(await verdict("ask", gone)).toMatchObject({ state: "pending" });
    await ledger.revoke(SKILL);
    await ledger.record(SKILL, { state: "refused", digest: "other" });
    expect(await verdict("ask", gone, true)).toMatchObject({ state: "pending" });
  });

  test("T3 a digest is made only where a decision is kept for the place, or a host is asked", async () => {
    const level = ledgerWith([decision("now")], () => true);
    await level.verdict("trusted");
    const undecided = ledgerWith([]);
    await undecided.verdict("ask");
    await undecided.verdict("review");
    expect([level.digests(), undecided.digests()]).toEqual([0, 0]);
    const kept = ledgerWith([decision("before")]);
    await kept.verdict("ask");
    const hosted = ledgerWith([], () => undefined);
    await hosted.verdict("ask");
    expect([kept.digests(), hosted.digests()]).toEqual([1, 1]);
  });
});

describe("a host", () => {
  test("T3 is asked once per digest, over many loads, also when it says no, nothing, or fails", async () => {
    for (const answer of ["yes", "no", "undecided", "throws"] as const) {
      const asked: string[] = [];
      const { verdict } = ledgerWith([], (question) => {
        asked.push(`${question.digest} ${question.needs}`);
        return HOSTS[answer]?.(question);
      });
      for (const digest of ["a", "a", "b", "a", "b", "a"]) await verdict("ask", digest);
      expect(asked).toEqual(["a decision", "b decision"]);
    }
  });

  test("T3 is asked again with the reason that the skill changed after a decision", async () => {
    const reasons: unknown[] = [];
    const { verdict } = ledgerWith([decision("before", { by: "host" })], ({ reason }) => {
      reasons.push(reason);
      return false;
    });
    await verdict("review", "now");
    expect(reasons).toEqual(["it changed since it was trusted"]);
  });

  test("T3 is asked again after its answer was taken back", async () => {
    let asked = 0;
    const { verdict, ledger } = ledgerWith([], () => {
      asked += 1;
      return true;
    });
    await verdict("ask");
    await ledger.revoke(SKILL);
    await verdict("ask");
    expect(asked).toBe(2);
  });

  test("T3 has no word where the user decided about exactly this content", async () => {
    const { verdict, ledger } = ledgerWith([], () => true);
    expect(await verdict("ask", "now")).toMatchObject({ by: "host" });
    await ledger.record(SKILL, { state: "refused", digest: "now" }, { reason: "runs curl" });
    expect(await verdict("ask", "now")).toMatchObject({
      state: "refused",
      by: "user",
      reason: "runs curl",
    });
  });
});

describe("whatever happens", () => {
  const digests = ["a", "b", "c"] as const;
  const step = fc.oneof(
    fc.record({ kind: fc.constant("change" as const), digest: fc.constantFrom(...digests) }),
    fc.record({
      kind: fc.constant("decide" as const),
      digest: fc.constantFrom(...digests),
      yes: fc.boolean(),
    }),
    fc.record({ kind: fc.constant("revoke" as const) }),
    fc.record({ kind: fc.constant("break" as const) }),
  );

  test("T3 a refusal dismisses nothing", async () => {
    const { ledger } = ledgerWith([]);
    const dismiss = [{ rule: "dl", reason: "ours" }];
    const made = async (state: "trusted" | "refused") =>
      (await ledger.record(SKILL, { state, digest: "now" }, { dismiss })).dismissed;
    expect([await made("trusted"), await made("refused")]).toEqual([dismiss, undefined]);
  });

  test("T3 the newest 32 decisions about a place are kept, and always the one that was just made", async () => {
    const old = Array.from({ length: 40 }, (_, at) =>
      decision(`z${String(at).padStart(2, "0")}`, {
        at: `2026-01-01T00:00:${String(at).padStart(2, "0")}.000Z`,
      }),
    );
    const { ledger, store, verdict } = ledgerWith(old);
    const elsewhere = { ...decision("other"), key: { ...placeOf(SKILL), name: "csv", digest: "other" } };
    await store.record(elsewhere);
    // The clock of this ledger stands at 1970, so the new decision seems to be the oldest one.
    await ledger.record(SKILL, { state: "trusted", digest: "now" });
    const kept = (await store.find(placeOf(SKILL))).map(({ key }) => key.digest);
    expect(kept).toEqual([
      ...old
        .slice(-31)
        .map(({ key }) => key.digest)
        .reverse(),
      "now",
    ]);
    expect((await verdict("ask", "now")).state).toBe("trusted");
    expect(await store.find(elsewhere.key)).toHaveLength(1);
  });

  test("T3 a kept verdict is confirmed by the decision that is there now", async () => {
    const { ledger, store, verdict } = ledgerWith([decision("now")]);
    const trusted = await verdict("ask", "now");
    expect(await ledger.confirm(SKILL, trusted)).toMatchObject({ state: "trusted", by: "user" });
    await store.record(decision("now", { state: "refused" }));
    expect(await ledger.confirm(SKILL, trusted)).toMatchObject({ state: "refused" });
    await store.revoke(placeOf(SKILL));
    await store.record(decision("later"));
    expect(await ledger.confirm(SKILL, trusted)).toMatchObject({ state: "pending", by: "nobody" });
    const broken = ledgerWith([], undefined, {
      ...memoryDecisionStore(),
      find: () => {
        throw new Error("the disk is gone");
      },
    });
    expect(await broken.ledger.confirm(SKILL, trusted)).toMatchObject({
      state: "pending",
      reason: expect.stringContaining("the disk is gone"),
    });
  });

  test("T3 without a yes for exactly this digest no skill of an asking provider is trusted", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom<TrustDefault>("ask", "review"),
        fc.dictionary(fc.constantFrom(...digests), fc.constantFrom(true, false, undefined)),
        fc.boolean(),
        fc.array(step, { maxLength: 12 }),
        async (trust, hostWord, hasHost, steps) => {
          const { verdict, ledger } = ledgerWith([], hasHost ? ({ digest }) => hostWord[digest] : undefined);
          const byUser = new Map<string, boolean>();
          let now: string | Error = "a";
          for (const next of steps) {
            if (next.kind === "change") now = next.digest;
            if (next.kind === "break") now = new Error("unreadable");
            if (next.kind === "decide") {
              byUser.set(next.digest, next.yes);
              await ledger.record(SKILL, { state: next.yes ? "trusted" : "refused", digest: next.digest });
            }
            if (next.kind === "revoke") {
              byUser.clear();
              await ledger.revoke(SKILL);
            }
            const { state } = await verdict(trust, now);
            const said =
              typeof now === "string"
                ? (byUser.get(now) ?? (hasHost ? hostWord[now] : undefined))
                : undefined;
            expect(state === "trusted").toBe(said === true);
          }
        },
      ),
    );
  });
});
