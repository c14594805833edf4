import { describe, expect, it } from "vitest";
import { align } from "./align.ts";

const aligned = (before: string, after: string) => align([...before], [...after]);

describe("S9 two versions of a history", () => {
  it.each([
    ["", "abc", true],
    ["abc", "abc", true],
    ["abc", "abcd", true],
    ["abc", "ab", false],
    ["abc", "bcd", false],
    ["abc", "xbc", false],
    ["aab", "aba", false],
  ])("S9 `%s` then `%s`: the second only adds messages: %s", (before, after, isExtended) => {
    expect(aligned(before, after).isExtended).toBe(isExtended);
  });

  it.each([
    ["abc", "abcd", [0, 1, 2, 3]],
    ["abcd", "axcd", [0, 1, 2, 3, 4]],
    ["abcd", "Scde", [0, undefined, 1, 2, 3]],
    ["abcd", "cd", [0, undefined, 0, 1, 2]],
    ["ab", "S", [0, undefined, undefined]],
    ["axbxc", "xc", [0, undefined, undefined, 0, 1, 2]],
  ])("S9 `%s` then `%s`: every gap has its new place", (before, after, places) => {
    const { placeOf } = aligned(before, after);
    expect(Array.from({ length: before.length + 1 }, (_, gap) => placeOf(gap))).toEqual(places);
  });
});
