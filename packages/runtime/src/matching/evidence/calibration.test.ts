import { describe, expect, test } from "vitest";
import { chanceOf, clearLead, thresholdsFor } from "./calibration.ts";
import type { Features } from "./features.ts";
import { WITH_MEANING, WORDS_ALONE } from "./odds.ts";

const EMPTY: Features = {
  weight: 0,
  body: 0,
  share: 0,
  cover: 0,
  missing: 0,
  nearness: 0,
  phrase: 0,
  words: 0,
  size: 0,
  lead: 0,
  fact: 0,
  foreign: 0,
};

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

describe("M9 in a large library", () => {
  const features = (some: Partial<Features>): Features => ({ ...EMPTY, ...some });

  test("M9 words of a long text alone call for no skill, unless an embedder understands the message", () => {
    const body = { body: 1.5, words: 2, size: Math.log(3_000) };
    expect(chanceOf(features(body), false)).toBe(0);
    expect(chanceOf(features(body), true)).toBeGreaterThan(0);
    expect(chanceOf(features({ ...body, weight: 0.1 }), false)).toBeGreaterThan(0.5);
    expect(chanceOf(features({ ...body, size: Math.log(500) }), false)).toBeGreaterThan(0.5);
  });

  test("M9 a load needs a larger lead than in a small one", () => {
    expect([1, 200, 3_000, 1_000_000].map(clearLead)).toEqual([0.2, 0.2, 0.5, 0.5]);
    expect(clearLead(775)).toBeCloseTo(0.35, 2);
    expect(thresholdsFor(3_000, true).lead).toBe(0.5);
  });
});
