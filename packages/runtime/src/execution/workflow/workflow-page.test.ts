import { describe, expect, it } from "vitest";
import { readPositioned } from "../../format/yaml/read-positioned.ts";
import { lintWorkflow } from "./lint/lint-workflow.ts";
import { parseWorkflow } from "./parse-workflow.ts";
import { renderWorkflowPage } from "./render-workflow-page.ts";
import { MODIFIER_ROWS, type StepRow, VERB_ROWS } from "./step-table.ts";
import { WORKFLOW_ROWS } from "./workflow-table.ts";

describe("the reference of workflow.yaml", () => {
  it("docs/reference/workflow.md is what the tables say; vitest -u writes it", async () => {
    await expect(renderWorkflowPage()).toMatchFileSnapshot("../../../../../docs/reference/workflow.md");
  });

  it.each(
    [...renderWorkflowPage().matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = ""]) => [text]),
  )("X4 the example has no mistakes: %j", (text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it.each(Object.values(WORKFLOW_ROWS))("X3 X5 the example of `$key` is valid", ({ example }) => {
    expect(parseOf(`${example}\nsteps: [{tool: t}]\n`).diagnostics).toEqual([]);
  });

  const rows: readonly StepRow<unknown>[] = [...Object.values(VERB_ROWS), ...Object.values(MODIFIER_ROWS)];
  it.each(rows)("X4 the example of `$key` is valid", ({ key, example, verbs }) => {
    const verb = verbs?.[0] ?? "tool";
    const lines = [
      example,
      ...(Object.hasOwn(VERB_ROWS, key) ? [] : [`${verb}: t`]),
      ...(key === "parallel" ? ["for: a in b"] : []),
    ];
    expect(parseOf(`steps:\n  - ${lines.join("\n    ")}\n`).diagnostics).toEqual([]);
  });
});

function parseOf(text: string) {
  const { map, diagnostics } = readPositioned(text);
  if (map === undefined) throw new Error(JSON.stringify(diagnostics));
  return parseWorkflow(map);
}

function problemsOf(text: string) {
  const { value, diagnostics } = parseOf(text);
  return [...diagnostics, ...lintWorkflow(value)];
}
