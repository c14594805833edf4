import { expect, it } from "vitest";
import { lintInput } from "../../testing/lint-input.ts";
import { skillMd } from "../../testing/workshop.ts";
import { inlineWorkflowRule } from "./inline-workflow.ts";

const STEPS = [{ id: "search", tool: "vault.search" }];

it.each([
  ["at the top", { steps: STEPS }, "move them to workflow.yaml with `knowhow fmt --portable pdf`"],
  [
    "in metadata",
    { metadata: { knowhow: { steps: STEPS } } },
    "move them to a file workflow.yaml beside SKILL.md",
  ],
  ["under another name", { workflow: STEPS }, "move them to a file workflow.yaml beside SKILL.md"],
])("F12 flags steps %s of the frontmatter", async (_, fields, hint) => {
  const found = await inlineWorkflowRule.check({ ...lintInput(), text: skillMd(fields) });
  expect(found.map((each) => [each.code, each.severity, each.line, each.hint])).toEqual([
    ["lint.inline-workflow", "info", expect.any(Number), hint],
  ]);
});

it.each([
  ["no steps", { inputs: ["title"] }],
  ["a workflow file", { metadata: { workflow: "flow.yaml" } }],
  ["an empty value", { steps: null }],
])("F12 lets %s pass", async (_, fields) => {
  expect(await inlineWorkflowRule.check({ ...lintInput(), text: skillMd(fields) })).toEqual([]);
});
