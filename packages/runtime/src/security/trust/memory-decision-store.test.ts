import { describe, test } from "vitest";
import { decisionStoreSuite } from "../../testing/decision-store-suite.ts";
import { memoryDecisionStore } from "./memory-decision-store.ts";

describe("decisions in memory", () => {
  test.each(decisionStoreSuite)("T3 $title", async ({ run }) => {
    const store = memoryDecisionStore();
    await run(() => store);
  });
});
