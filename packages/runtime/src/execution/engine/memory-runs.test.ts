import { describe, test } from "vitest";
import { runsSuite } from "../../testing/runs-suite.ts";
import { memoryRuns } from "./memory-runs.ts";

describe("X9 runs in memory", () => {
  test.each(runsSuite)("X9 a store of runs in memory $title", ({ run }) =>
    run((clock) => {
      const runs = memoryRuns({ now: () => clock.now });
      return { open: () => runs };
    }));
});
