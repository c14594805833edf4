import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { longBody } from "./long-body.ts";

it.each([
  ["500 lines", "a\n".repeat(500)],
  ["500 lines and blank ones behind", `${"a\n".repeat(500)}\n\n\n`],
])("F12 a body of %s is not too long", async (_, body) => {
  expect(await longBody.check(lintInput({ body }))).toEqual([]);
});

it("F12 a body of 501 lines is flagged at the line that is too much", async () => {
  const found = await longBody.check(lintInput({ body: "a\n".repeat(501) }));
  expect(found).toMatchObject([{ line: 506, message: "the body has 501 lines; 500 are recommended" }]);
});
