import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Gain, GainQueue } from "./gain-queue.ts";

describe("a queue of gains", () => {
  test("I4 gives the largest first, and of equal ones the first place, in whichever order they come", () => {
    const gain = fc.record({ index: fc.nat({ max: 20 }), gain: fc.nat({ max: 5 }) });
    const property = fc.property(fc.array(gain), fc.array(gain), (before, after) => {
      const queue = new GainQueue();
      for (const entry of before) queue.add(entry);
      const given = take(queue, Math.floor(before.length / 2));
      expect(given).toEqual(sorted(before).slice(0, given.length));
      for (const entry of after) queue.add(entry);
      const rest = [...sorted(before).slice(given.length), ...after];
      expect(take(queue, rest.length)).toEqual(sorted(rest));
      expect(queue.first()).toBeUndefined();
    });
    fc.assert(property);
  });
});

function take(queue: GainQueue, count: number): readonly (Gain | undefined)[] {
  return Array.from({ length: count }, () => {
    const first = queue.first();
    queue.dropFirst();
    return first;
  });
}

function sorted(gains: readonly Gain[]): readonly Gain[] {
  return gains.toSorted((a, b) => b.gain - a.gain || a.index - b.index);
}
