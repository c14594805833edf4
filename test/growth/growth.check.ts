import { describe, expect, it } from "vitest";
import { ITEMS } from "./items-table.ts";
import { measureGrowth } from "./measure.ts";
import { ROOMS } from "./rooms.ts";

/** Characters. Larger inputs than eight times this are not tried. */
const SIZES = { smallest: 256, largest: 32_768 };
/** Skills or files. */
const COUNTS = { smallest: 64, largest: 1_024 };

describe("time grows at most linearly", () => {
  for (const { table, texts } of ROOMS)
    it.each(Object.entries(table))("with any text: %s", async (_, run) => {
      for (const [name, make] of texts) {
        const times = await measureGrowth((size) => prepare(run, make(size)), SIZES);
        expect(times, `milliseconds by characters of ${name}`).toBeUndefined();
      }
    });

  it.each(Object.entries(ITEMS))("with the number of %s", async (_, prepareItems) => {
    expect(await measureGrowth(prepareItems, COUNTS)).toBeUndefined();
  });
});

function prepare(run: (text: string) => unknown, text: string): () => unknown {
  return () => run(text);
}
