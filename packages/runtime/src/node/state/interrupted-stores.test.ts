import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { failingDisk, stepsOf } from "../../../testing/step-disk.ts";
import { sampleProposal } from "../../testing/proposal-store-suite.ts";
import { type WrittenTree, writeTree } from "../../testing/write-tree.ts";
import { fileProposalStore } from "../proposals/file-proposal-store.ts";
import { fileScanStore } from "../scans/file-scan-store.ts";
import { secretStore } from "../secrets/secret-store.ts";
import type { Disk } from "./disk.ts";

let tree: WrittenTree;
beforeEach(() => {
  tree = writeTree({});
});
afterEach(() => tree.remove());

const none = async () => undefined;
const scan = (digest: string) =>
  ({ digest, scanner: "s", version: "v", verdict: "block", rules: ["r"] }) as const;
const KEY = { digest: "d", scanner: "s" };
const REPORT = (inspected: number) =>
  ({ verdict: "safe", findings: [], inspected: { files: inspected, bytes: 0 } }) as const;

interface Writer {
  /** Stores the value of a name. */
  readonly put: (state: string, name: string, value: number, disk?: Disk) => Promise<unknown>;
  readonly get: (state: string, name: string) => Promise<number | undefined>;
}

/** Every store that is not tested for this where it is defined. */
const WRITERS: Readonly<Record<string, Writer>> = {
  "the secrets of the user": {
    put: async (state, name, value, disk) => secretStore(state, none, disk).set({ name }, String(value)),
    get: async (state, name) => numberOf(await secretStore(state, none).find({ name })),
  },
  "the last scans": {
    put: async (state, name, value, disk) =>
      fileScanStore(state, disk && { disk }).note(`/skills/${name}`, scan(String(value))),
    get: async (state, name) => numberOf((await fileScanStore(state).last()).get(`/skills/${name}`)?.digest),
  },
  "the reports of scans": {
    put: async (state, name, value, disk) =>
      fileScanStore(state, disk && { disk }).record({ ...KEY, digest: name }, REPORT(value)),
    get: async (state, name) => (await fileScanStore(state).find({ ...KEY, digest: name }))?.inspected.files,
  },
  proposals: {
    put: async (state, name, value, disk) =>
      fileProposalStore(state, disk && { disk }).put(sampleProposal(name, { reason: String(value) }), {
        before: [],
        after: [{ path: "SKILL.md", bytes: new TextEncoder().encode(String(value)), isExecutable: false }],
      }),
    get: async (state, name) => numberOf((await fileProposalStore(state).get(name))?.reason),
  },
};

describe.each(Object.entries(WRITERS))("%s", (_, { put, get }) => {
  it("have the old value or the new one, whichever system call a process was killed before or a full disk failed", async () => {
    const state = tree.at("state");
    await put(state, "ONE", 1);
    await put(state, "TWO", 2);
    const calls = await stepsOf((disk) => put(tree.at("other"), "ONE", 1, disk));
    expect(calls).toContain("rename");
    for (let at = 1; at <= calls.length + 4; at += 1) {
      // Nothing after the call works, so the disk is as a killed process leaves it.
      await put(state, "ONE", 10 + at, failingDisk(at, "ENOSPC", { once: false })).catch(() => undefined);
      const now = await get(state, "ONE");
      expect(now === 1 || now === 10 + at, `call ${at}: ${now}`).toBe(true);
      expect(await get(state, "TWO"), `call ${at}`).toBe(2);
      await put(state, "ONE", 1);
      expect(await get(state, "ONE")).toBe(1);
    }
  });

  it("lose nothing when several write at the same time", async () => {
    const state = tree.at("state");
    const names = Array.from({ length: 12 }, (_each, at) => `N${at}`);
    await Promise.all(names.map((name, at) => put(state, name, at)));
    for (const [at, name] of names.entries()) expect(await get(state, name)).toBe(at);
  });
});

function numberOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
