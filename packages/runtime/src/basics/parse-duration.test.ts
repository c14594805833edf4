import fc from "fast-check";
import { expect, it } from "vitest";
import { formatDuration, parseDuration } from "./parse-duration.ts";

it.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["5m", 300_000],
  ["1h30m", 5_400_000],
  ["3d", 259_200_000],
  ["1.5h", 5_400_000],
])("X4 reads %s", (text, milliseconds) => {
  expect(parseDuration(text)).toBe(milliseconds);
});

it.each([
  "",
  "30",
  "s",
  "0s",
  "-1s",
  "1 s",
  "1w",
  "soon",
  "1..5s",
  "400d",
  `${"1s".repeat(60)}`,
])("X4 refuses %j", (text) => {
  expect(parseDuration(text)).toBeUndefined();
});

it("X4 what is written is read as the same time", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 366 * 86_400_000 }), (milliseconds) => {
      expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
    }),
  );
});
