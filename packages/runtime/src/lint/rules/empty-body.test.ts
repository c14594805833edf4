import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { emptyBody } from "./empty-body.ts";

it.each([
  "",
  "\n\n",
  "# Title\n\n## Steps\n",
  "<!-- write me -->",
  "# A\n\n---\n\n```sh\n```\n",
])("F12 flags the body %j", async (body) => {
  expect(await emptyBody.check(lintInput({ body }))).toHaveLength(1);
});

it.each([
  "Do it.",
  "# A\n\n- step",
  "```sh\nls\n```",
  "`ls`",
  "# 标题\n\n做",
])("F12 lets the body %j pass", async (body) => {
  expect(await emptyBody.check(lintInput({ body }))).toEqual([]);
});
