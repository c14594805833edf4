import { describe, it } from "vitest";
import { proposalStoreSuite } from "../testing/proposal-store-suite.ts";
import { memoryProposalStore } from "./memory-proposal-store.ts";

describe("T4 proposals in memory", () => {
  it.each(proposalStoreSuite)("$title", ({ run }) =>
    run(() => {
      const store = memoryProposalStore();
      return { open: () => store };
    }));
});
