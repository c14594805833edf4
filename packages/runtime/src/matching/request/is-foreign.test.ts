import fc from "fast-check";
import { expect, test } from "vitest";
import { isForeign } from "./is-foreign.ts";

test.each([
  ["帮我写一份会议纪要", true],
  ["会議の議事録をまとめて", true],
  ["회의록 정리해줘", true],
  ["hazme una factura para este cliente", true],
  ["rédige une lettre de motivation", true],
  ["bitte schreib das Protokoll der Sitzung", true],
  ["帮我 review 这个 PR", true],
  ["merge these pdf files", false],
  ["please draft an email to Müller about the invoice", false],
  ["fix our CI", false],
  ["dockerfile", false],
  ["2024", false],
  ["", false],
])("B4 whether %j is in another language than English: %s", (text, expected) => {
  expect(isForeign(text)).toBe(expected);
});

test("B4 the language of any text can be asked for, and only the beginning is read", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => typeof isForeign(text) === "boolean"));
  expect(isForeign("merge these files ".repeat(200) + "写".repeat(5_000))).toBe(false);
});
