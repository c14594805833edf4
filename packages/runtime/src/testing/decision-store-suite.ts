import { deepEqual, equal } from "node:assert/strict";
import type { Awaitable } from "../ports.ts";
import type { DecisionStore, TrustDecision, TrustKey, TrustPlace } from "../trust.ts";

/** One rule that every `DecisionStore` keeps; `run` throws when it does not. */
export interface DecisionStoreCase {
  readonly title: string;
  /** Opens a store that is empty at the first call; every call opens the same decisions again. */
  run(open: () => DecisionStore): Promise<void>;
}

const SKILL = { kind: "skill", path: "/project/.agents/skills/pdf", name: "pdf" } as const;
const LISTING = { kind: "mcp-listing", label: "acme", uri: "skill://pdf/SKILL.md" } as const;

function decided(place: TrustPlace, digest: string, more: Partial<TrustDecision> = {}): TrustDecision {
  const key: TrustKey = { ...place, digest };
  return { key, state: "trusted", by: "user", at: "2026-01-02T03:04:05.000Z", ...more };
}

/** The contract of the `DecisionStore` port, as cases that any test runner can run. */
export const decisionStoreSuite: readonly DecisionStoreCase[] = [
  {
    title: "is empty at first",
    run: async (open) => {
      const store = open();
      deepEqual(await store.find(SKILL), []);
      deepEqual(await store.find(LISTING), []);
      deepEqual(await store.list(), []);
      equal(await store.revoke(SKILL), false);
      equal(await store.revoke({ ...SKILL, digest: "a" }), false);
    },
  },
  {
    title: "gives back exactly what was recorded",
    run: async (open) => {
      const full = decided(LISTING, "a", {
        state: "refused",
        by: "host",
        reason: "Käse \u0000\n",
        granted: true,
        dismissed: [{ rule: "download-and-run", reason: "reads Käse\n" }],
      });
      await open().record(full);
      await open().record(decided(SKILL, "a"));
      deepEqual(await open().find(LISTING), [full]);
      deepEqual(await open().find(SKILL), [decided(SKILL, "a")]);
    },
  },
  {
    title: "keeps one decision per digest, newest first",
    run: async (open) => {
      const store = open();
      const older = decided(SKILL, "a", { at: "2026-01-01T00:00:00.000Z" });
      const newer = decided(SKILL, "b", { at: "2026-01-03T00:00:00.000Z", state: "refused" });
      const middle = decided(SKILL, "c");
      for (const decision of [middle, older, newer]) await store.record(decision);
      deepEqual(await store.find(SKILL), [newer, middle, older]);
    },
  },
  {
    title: "replaces the decision about the same key",
    run: async (open) => {
      const store = open();
      await store.record(decided(SKILL, "a"));
      const changed = decided(SKILL, "a", { state: "refused", at: "2026-02-01T00:00:00.000Z" });
      await store.record(changed);
      deepEqual(await store.find(SKILL), [changed]);
    },
  },
  {
    title: "finds by the whole place",
    run: async (open) => {
      const store = open();
      await store.record(decided(SKILL, "a"));
      await store.record(decided(LISTING, "a"));
      deepEqual(await store.find({ ...SKILL, name: "pdf2" }), []);
      deepEqual(await store.find({ ...SKILL, path: "/project/.agents/skills" }), []);
      deepEqual(await store.find({ ...LISTING, label: "beta" }), []);
      deepEqual(await store.find({ ...LISTING, uri: "skill://pdf/" }), []);
      deepEqual(await store.find({ kind: "skill", path: LISTING.label, name: LISTING.uri }), []);
    },
  },
  {
    title: "forgets one digest or a whole place, and tells whether there was anything",
    run: async (open) => {
      const store = open();
      for (const digest of ["a", "b", "c"]) await store.record(decided(SKILL, digest));
      await store.record(decided(LISTING, "a"));
      equal(await store.revoke({ ...SKILL, digest: "b" }), true);
      equal(await store.revoke({ ...SKILL, digest: "b" }), false);
      deepEqual(
        (await open().find(SKILL)).map(({ key }) => key.digest),
        ["a", "c"],
      );
      equal(await store.revoke(SKILL), true);
      equal(await store.revoke(SKILL), false);
      deepEqual(await open().find(SKILL), []);
      deepEqual(await open().find(LISTING), [decided(LISTING, "a")]);
    },
  },
  {
    title: "records again what was forgotten",
    run: async (open) => {
      const store = open();
      await store.record(decided(SKILL, "a"));
      await store.revoke(SKILL);
      await store.record(decided(SKILL, "a"));
      deepEqual(await store.find(SKILL), [decided(SKILL, "a")]);
    },
  },
  {
    title:
      "tells of every change, also by another value of the store, until it is closed, if it tells at all",
    run: async (open) => {
      const store = open();
      if (store.watch === undefined) return;
      let told = () => {};
      let isClosed = false;
      const first = store.watch(() => {
        if (isClosed) throw new Error("a closed watch called back");
      });
      const other = store.watch(() => told());
      const hears = async (change: () => Awaitable<unknown>) => {
        const heard = new Promise<void>((resolve) => {
          told = resolve;
        });
        await change();
        await heard;
      };
      await hears(() => open().record(decided(SKILL, "a")));
      await hears(() => open().record(decided(SKILL, "a", { state: "refused" })));
      await hears(() => open().record(decided(LISTING, "a")));
      isClosed = true;
      first.close();
      first.close();
      await hears(() => open().revoke({ ...SKILL, digest: "a" }));
      await hears(() => open().revoke(LISTING));
      other.close();
    },
  },
  {
    title: "lists everything, sorted by place and then newest first",
    run: async (open) => {
      const store = open();
      const other = { ...SKILL, name: "a-first" };
      const rows = [
        decided(LISTING, "a"),
        decided(other, "a"),
        decided(SKILL, "b", { at: "2026-03-01T00:00:00.000Z" }),
        decided(SKILL, "a"),
      ];
      for (const row of [rows[3], rows[1], rows[0], rows[2]]) if (row !== undefined) await store.record(row);
      deepEqual(await open().list(), rows);
    },
  },
];
