import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { segmentParts } from "./segment-parts.ts";

const segmenter = new Intl.Segmenter("th", { granularity: "word" });

describe("the segments of a run", () => {
  it("are those of the segmenter, with their places", () => {
    const run = "ฉันรักภาษาไทย";
    expect([...segmentParts(run, segmenter)]).toEqual(
      Array.from(segmenter.segment(run), ({ segment, index, isWordLike }) => ({
        text: segment,
        start: index,
        isWord: isWordLike,
      })),
    );
  });

  it("are the whole run, however long it is, and no character is cut in two", () => {
    const unit = fc.constantFrom("ไทย", "漢字", "𠮷", "a𠮷", "か");
    const property = fc.property(unit, fc.nat({ max: 900 }), (text, count) => {
      const run = `x${text.repeat(count)}`;
      const segments = [...segmentParts(run, segmenter)];
      expect(segments.map((segment) => segment.text).join("")).toBe(run);
      for (const segment of segments) {
        expect(run.startsWith(segment.text, segment.start)).toBe(true);
        expect(segment.text).not.toMatch(/^[\udc00-\udfff]/);
      }
    });
    fc.assert(property, { numRuns: 40 });
  });
});
