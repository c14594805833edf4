import { plainValue } from "../../positioned.ts";
import type { WorkflowOutput } from "../../workflow.ts";
import { clip } from "./report.ts";
import { hasTemplate, mustBe, type ValueKind } from "./value-kinds.ts";

/** A file name with an ending, and nothing else. */
const PATH = /^[^\s{}<>|"]+\.[A-Za-z0-9]{1,10}$/;

export const outputKind: ValueKind<WorkflowOutput> = {
  expected: "a template file such as `assets/template.md`, or a value with templates",
  schema: { not: { type: "null" } },
  read: (node, key, report) => {
    const value = plainValue(node);
    if (value === null) return mustBe(outputKind, node, key, report);
    if (typeof value !== "string" || hasTemplate(value) || !PATH.test(value.trim()))
      return { kind: "value", value };
    const path = value.trim().replace(/^\.\//, "");
    const leaves = path.startsWith("/") || path.includes("\\") || path.split("/").includes("..");
    if (!leaves) return { kind: "template", path, variants: {} };
    const message = `\`${key}\` must be a file of the skill, got "${clip(path)}"`;
    report("workflow.invalid-value", message, node.at, "write the path relative to the SKILL.md");
    return undefined;
  },
};
