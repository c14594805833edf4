import { describe, expect, test } from "vitest";
import { thresholdsFor } from "./calibration.ts";
import { WITH_MEANING, WORDS_ALONE } from "./odds.ts";

describe.each([
  ["by meaning", true, WITH_MEANING],
  ["by words alone", false, WORDS_ALONE],
])("M9 the thresholds %s", (_what, byMeaning, { thresholds }) => {
  test("M9 are chances, and loading needs a larger one than suggesting", () => {
    for (const { suggest, load } of thresholds)
      expect([suggest > 0, suggest < load, load < 1]).toEqual([true, true, true]);
  });

  test("M9 at a fitted size are those of that size, and between two sizes between theirs", () => {
    for (const [at, row] of thresholds.entries()) {
      const { suggest, load } = thresholdsFor(row.size, byMeaning);
      expect([suggest, load]).toEqual([row.suggest, row.load]);
      const next = thresholds[at + 1] ?? row;
      const between = thresholdsFor(Math.round((row.size + next.size) / 2), byMeaning);
      expect(between.load).toBeGreaterThanOrEqual(Math.min(row.load, next.load));
      expect(between.load).toBeLessThanOrEqual(Math.max(row.load, next.load));
    }
  });

  test("M9 of a library beyond the fitted sizes are those of the nearest size", () => {
    expect(thresholdsFor(1, byMeaning)).toEqual(thresholdsFor(thresholds[0]?.size ?? 0, byMeaning));
    expect(thresholdsFor(1_000_000, byMeaning)).toEqual(
      thresholdsFor(thresholds.at(-1)?.size ?? 0, byMeaning),
    );
  });
});
