import { deepEqual, equal } from "node:assert/strict";
import type { ReviewedContent, ReviewStore } from "../trust.ts";

/** One rule that every `ReviewStore` keeps; `run` throws when it does not. */
export interface ReviewStoreCase {
  readonly title: string;
  /** Opens a store that is empty at the first call; every call opens the same content again. */
  run(open: () => ReviewStore): Promise<void>;
}

const CONTENT: ReviewedContent = {
  digest: "sha256-v1:a",
  files: { "SKILL.md": "0".repeat(64), "scripts/Käse.sh": "1".repeat(64) },
  texts: { "SKILL.md": "---\nname: x\n---\n\u0000\u200b Text\r\n" },
  asksFor: ["allowed-tools: Bash(git:*)"],
  scripts: ["scripts/Käse.sh"],
  hosts: ["example.com"],
};

/** The contract of the `ReviewStore` port, as cases that any test runner can run. */
export const reviewStoreSuite: readonly ReviewStoreCase[] = [
  {
    title: "is empty at first",
    run: async (open) => equal(await open().find(CONTENT.digest), undefined),
  },
  {
    title: "gives back exactly what was recorded, by its digest only",
    run: async (open) => {
      await open().record(CONTENT);
      deepEqual(await open().find(CONTENT.digest), CONTENT);
      equal(await open().find("sha256-v1:A"), undefined);
      equal(await open().find(""), undefined);
    },
  },
  {
    title: "replaces what a digest has",
    run: async (open) => {
      await open().record(CONTENT);
      await open().record({ ...CONTENT, hosts: [] });
      deepEqual((await open().find(CONTENT.digest))?.hosts, []);
    },
  },
];
