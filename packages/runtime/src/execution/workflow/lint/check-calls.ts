import type { JsonValue } from "../../../basics/copy-json.ts";
import { type SchemaProblem, validateValue } from "../../../basics/json-schema/validate-value.ts";
import { showPath, type ValuePath } from "../../../basics/kind.ts";
import { nearestWord } from "../../../basics/words.ts";
import type { JsonSchema, Step } from "../../../workflow.ts";
import { denyTool } from "../deny-tool.ts";
import { clip } from "../report.ts";
import { allSteps, valueTemplates } from "../step-templates.ts";
import type { LintContext, LintTool } from "./lint-context.ts";

/** Checks the tools and skills that steps call: that they exist, are allowed, and get the arguments they need. */
export function checkCalls(context: LintContext): void {
  for (const step of allSteps(context.workflow.steps)) {
    if (step.action.kind === "tool") checkTool(step, step.action.name, context);
    if (step.action.kind === "skill") checkSkill(step, step.action.name, context);
  }
}

function checkTool(step: Step, name: string, context: LintContext): void {
  const { tools } = context.options;
  const where = { path: ["steps", step.id, "tool"] };
  checkAllowed(step, name, context);
  const tool = tools?.find((each) => each.name === name);
  if (tools !== undefined && tool === undefined) {
    const near = nearestWord(
      name,
      tools.map((each) => each.name),
    );
    const hint = near === undefined ? undefined : `did you mean \`${near}\`?`;
    context.report("workflow.unknown-tool", `there is no tool \`${clip(name)}\``, where, hint);
    return;
  }
  checkWrite(step, tool, context);
  if (tool?.inputSchema !== undefined)
    checkArguments(step, tool.inputSchema, context, {
      code: "workflow.tool-arguments",
      callee: `the tool \`${clip(name)}\``,
    });
}

/** The skill's own list is the upper bound of what its steps may call. */
function checkAllowed(step: Step, name: string, { options, report }: LintContext): void {
  const { allowedTools: allowed = [], disallowedTools: disallowed = [], name: skill = "" } = options;
  const reason = denyTool(name, step.with ?? {}, [{ skill, allowed, disallowed }]);
  if (reason === undefined) return;
  const message = `the skill does not allow the tool \`${clip(name)}\``;
  const hint = "add it to `allowed-tools` in SKILL.md";
  report("workflow.tool-not-allowed", message, { path: ["steps", step.id, "tool"] }, hint);
}

function checkWrite(step: Step, tool: LintTool | undefined, { report }: LintContext): void {
  const effect = step.effect ?? (tool === undefined || tool.sideEffects === "read" ? "read" : "write");
  if (effect === "read" || step.key !== undefined) return;
  const message = `\`${step.id}\` writes without \`key\`: if it is interrupted, a person must decide whether to repeat it`;
  report(
    "workflow.write-without-key",
    message,
    { path: ["steps", step.id] },
    'add a key that is the same for the same write, such as `key: "note-{{ inputs.week }}"`',
  );
}

function checkSkill(step: Step, name: string, context: LintContext): void {
  const { skills, name: own } = context.options;
  const where = { path: ["steps", step.id, "skill"] };
  if (name === own) {
    context.report(
      "workflow.skill-cycle",
      `the skill \`${clip(name)}\` calls itself`,
      where,
      "a workflow cannot be recursive: use `for`",
    );
    return;
  }
  if (skills === undefined || (isOfServer(name) && !skills.some((each) => isOfServer(each.name)))) return;
  const skill = skills.find((each) => each.name === name);
  if (skill === undefined) {
    const near = nearestWord(
      name,
      skills.map((each) => each.name),
    );
    const hint = near === undefined ? "`knowhow list` shows every skill" : `did you mean \`${near}\`?`;
    context.report("workflow.unknown-skill", `there is no skill \`${clip(name)}\``, where, hint);
    return;
  }
  if (skill.inputs !== undefined)
    checkArguments(step, skill.inputs, context, {
      code: "workflow.skill-inputs",
      callee: `the skill \`${clip(name)}\``,
    });
}

/** Skills of servers have the label of the server in front. They are checked only if some are known. */
function isOfServer(name: string): boolean {
  return name.includes(":");
}

/** Constant arguments are checked by value; of those with templates, only that they exist is known. */
function checkArguments(
  step: Step,
  schema: JsonSchema,
  { report }: LintContext,
  {
    code,
    callee,
  }: { readonly code: "workflow.tool-arguments" | "workflow.skill-inputs"; readonly callee: string },
): void {
  const given: JsonValue = step.with ?? {};
  const templates = valueTemplates([], given).map(({ path }) => path);
  const checked = validateValue(given, schema);
  for (const problem of checked.ok ? [] : checked.problems) {
    if (dependsOnTemplate(problem, templates)) continue;
    const isMissing = problem.keyword === "required";
    const path: ValuePath = [
      "steps",
      step.id,
      "with",
      ...(isMissing ? problem.path.slice(0, -1) : problem.path),
    ];
    report(code, `${callee}: \`${showPath(problem.path)}\` ${problem.message}`, { path }, problem.hint);
  }
}

function dependsOnTemplate({ path, keyword }: SchemaProblem, templates: readonly ValuePath[]): boolean {
  if (keyword === "required" || keyword === "additionalProperties") return false;
  return templates.some((template) => template.every((part, at) => at >= path.length || part === path[at]));
}
