import { describe, expect, it } from "vitest";
import { mapConcurrently } from "./map-concurrently.ts";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("mapConcurrently", () => {
  it("gives the results in the order of the items, with at most so many at once", async () => {
    let running = 0;
    let most = 0;
    const results = await mapConcurrently([3, 1, 2, 0, 5], 2, async (turns) => {
      running += 1;
      most = Math.max(most, running);
      for (let left = turns; left > 0; left -= 1) await turn();
      running -= 1;
      return turns * 10;
    });
    expect(results).toEqual([30, 10, 20, 0, 50]);
    expect(most).toBe(2);
  });

  it("has nothing to do without items", async () => {
    expect(await mapConcurrently([], 4, async () => 1)).toEqual([]);
  });

  it("rejects with the first error, and begins no further item", async () => {
    const begun: number[] = [];
    const failing = mapConcurrently([1, 2, 3, 4, 5, 6], 2, async (item) => {
      begun.push(item);
      await turn();
      if (item === 2) throw new Error("second");
    });
    await expect(failing).rejects.toThrow("second");
    await turn();
    await turn();
    expect(begun).not.toContain(6);
  });
});
