import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Proposal, ProposalContent, ProposalStore } from "../proposal.ts";

/** A store that is empty at first; every call opens the same proposals again. */
export interface ProposalStoreUnderTest {
  open(): ProposalStore;
}

/** One rule that every `ProposalStore` keeps; `run` throws when it does not. */
export interface ProposalStoreCase {
  readonly title: string;
  run(make: () => ProposalStoreUnderTest): Promise<void>;
}

const bytes = (text: string) => new TextEncoder().encode(text);

const CONTENT: ProposalContent = {
  before: [{ path: "SKILL.md", bytes: bytes("old\u0000 Käse"), isExecutable: false }],
  after: [
    { path: "SKILL.md", bytes: Uint8Array.of(0, 255, 10), isExecutable: false },
    { path: "scripts/run.sh", bytes: bytes("#!/bin/sh\n"), isExecutable: true },
  ],
};

/** A proposal with every kind of value. */
export function sampleProposal(id: string, more: Partial<Proposal> = {}): Proposal {
  const row = { sha256: "00", size: 3, isExecutable: false };
  return {
    id,
    kind: "create",
    target: { name: "pdf", directory: "/home/anna/pdf", isOfAgent: true },
    files: [{ path: "SKILL.md", ...row }],
    before: [],
    source: { by: "model", session: "s", outside: ["a page was read"] },
    at: "2026-01-02T03:04:05.000Z",
    revision: 1,
    checks: {
      diagnostics: [{ code: "lint.empty-body", severity: "warning", message: "empty\n", line: 1 }],
      scan: { verdict: "safe", findings: [], inspected: { files: 1, bytes: 3 } },
      asksFor: ["allowed-tools: Read"],
      near: [{ name: "other", similarity: 0.5, canPatch: true }],
      stolen: [{ skill: "other", message: "do it" }],
      notes: ["note"],
    },
    state: "pending",
    hash: "11",
    ...more,
  };
}

/** The contract of the `ProposalStore` port, as cases that any test runner can run. */
export const proposalStoreSuite: readonly ProposalStoreCase[] = [
  {
    title: "is empty at first",
    run: async (make) => {
      const store = make().open();
      deepEqual(await store.list(), []);
      equal(await store.get("p-1"), undefined);
      equal(await store.content("p-1"), undefined);
      equal(await store.delete("p-1"), false);
    },
  },
  {
    title: "gives back exactly what was put, also when it is opened again",
    run: async (make) => {
      const place = make();
      const decided = { at: "2026-01-03T00:00:00.000Z", by: "user", reason: "ok" } as const;
      await place.open().put(sampleProposal("p-1", { decided, reason: "why", digest: "22" }), CONTENT);
      deepEqual(
        await place.open().get("p-1"),
        sampleProposal("p-1", { decided, reason: "why", digest: "22" }),
      );
      deepEqual(await place.open().content("p-1"), CONTENT);
    },
  },
  {
    title: "replaces a proposal, and keeps its content if none is given",
    run: async (make) => {
      const store = make().open();
      await store.put(sampleProposal("p-1"), CONTENT);
      await store.put(sampleProposal("p-1", { state: "rejected" }));
      equal((await store.get("p-1"))?.state, "rejected");
      deepEqual(await store.content("p-1"), CONTENT);
      await store.put(sampleProposal("p-1"), { before: [], after: [] });
      deepEqual(await store.content("p-1"), { before: [], after: [] });
    },
  },
  {
    title: "lists all of them, oldest first, and then by id",
    run: async (make) => {
      const store = make().open();
      await store.put(sampleProposal("p-3"), CONTENT);
      await store.put(sampleProposal("p-2"), CONTENT);
      await store.put(sampleProposal("p-9", { at: "2025-01-01T00:00:00.000Z" }), CONTENT);
      deepEqual(
        (await store.list()).map(({ id }) => id),
        ["p-9", "p-2", "p-3"],
      );
    },
  },
  {
    title: "removes a proposal with its content",
    run: async (make) => {
      const store = make().open();
      await store.put(sampleProposal("p-1"), CONTENT);
      equal(await store.delete("p-1"), true);
      equal(await store.delete("p-1"), false);
      equal(await store.get("p-1"), undefined);
      equal(await store.content("p-1"), undefined);
    },
  },
  {
    title: "is not changed by a caller that changes what it put or got",
    run: async (make) => {
      const store = make().open();
      const given = bytes("abc");
      await store.put(sampleProposal("p-1"), {
        before: [],
        after: [{ path: "SKILL.md", bytes: given, isExecutable: false }],
      });
      given[0] = 0;
      const got = await store.content("p-1");
      got?.after[0]?.bytes.fill(0);
      deepEqual((await store.content("p-1"))?.after[0]?.bytes, bytes("abc"));
    },
  },
  {
    title: "runs exclusive work one after the other, also after one failed",
    run: async (make) => {
      const place = make();
      const order: string[] = [];
      const work = (name: string) => async () => {
        order.push(`${name} starts`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${name} ends`);
        return name;
      };
      const store = place.open();
      const failing = store.exclusive(async () => {
        await work("a")();
        throw new Error("no");
      });
      const [, b, c] = await Promise.all([
        rejects(failing, /no/),
        store.exclusive(work("b")),
        store.exclusive(work("c")),
      ]);
      deepEqual([b, c], ["b", "c"]);
      for (let at = 0; at < order.length; at += 2)
        equal(order[at]?.replace("starts", "ends"), order[at + 1], order.join(", "));
    },
  },
];
