import type { JsonValue } from "../../../basics/copy-json.ts";
import { type SchemaProblem, validateValue } from "../../../basics/json-schema/validate-value.ts";
import { showPath, type ValuePath } from "../../../basics/kind.ts";
import { nearestWord } from "../../../basics/words.ts";
import type { JsonSchema, Step } from "../../../workflow.ts";
import { findScript } from "../../scripts/find-script.ts";
import { denyScript, SCRIPT_TOOL } from "../deny-script.ts";
import { denyTool } from "../deny-tool.ts";
import { clip } from "../report.ts";
import { SCRIPT_ARGUMENTS } from "../script-arguments.ts";
import { allSteps, argumentReads, valueTemplates } from "../step-templates.ts";
import type { LintContext, LintSkill, LintTool } from "./lint-context.ts";

/** Checks the tools, skills and scripts that steps call: that they exist, are allowed, and get the arguments they need. */
export function checkCalls(context: LintContext): void {
  for (const step of allSteps(context.workflow.steps)) {
    if (step.action.kind === "tool") checkTool(step, step.action.name, context);
    if (step.action.kind === "skill") checkSkill(step, step.action.name, context);
    if (step.action.kind === "script") checkScript(step, step.action.name, context);
  }
}

function checkTool(step: Step, name: string, context: LintContext): void {
  const { tools, otherTools = false } = context.options;
  const where = { path: ["steps", step.id, "tool"] };
  checkAllowed(step, name, context);
  const tool = tools?.find((each) => each.name === name);
  if (tools !== undefined && tool === undefined) {
    const near = nearestWord(
      name,
      tools.map((each) => each.name),
    );
    if (otherTools && (near === undefined || familyOf(near) !== familyOf(name))) return;
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

/** Tools have the name of what they belong to in front: `files` of `files.read`. */
function familyOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf(".")));
}

/** The skill's own list is the upper bound of what its steps may call. */
function checkAllowed(step: Step, name: string, { options, report }: LintContext): void {
  const { allowedTools: allowed = [], disallowedTools: disallowed = [], name: skill = "" } = options;
  const reason = denyTool(name, step.with ?? {}, [{ skill, allowed, disallowed }]);
  if (reason === undefined) return;
  const message = `the skill does not allow the tool \`${clip(name)}\``;
  const hint = "add it to `allowed-tools` or `tools` in SKILL.md, whichever the skill has";
  report("workflow.tool-not-allowed", message, { path: ["steps", step.id, "tool"] }, hint);
}

function checkWrite(step: Step, tool: LintTool | undefined, { report }: LintContext): void {
  const effect = step.effect ?? (tool === undefined || tool.sideEffects === "read" ? "read" : "write");
  if (effect === "read" || step.key !== undefined) return;
  reportWrite(step, { report });
}

function reportWrite(step: Step, { report }: Pick<LintContext, "report">, otherwise = ""): void {
  const message = `\`${step.id}\` writes without \`key\`: if it is interrupted, a person must decide whether to repeat it`;
  report(
    "workflow.write-without-key",
    message,
    { path: ["steps", step.id] },
    `add a key that is the same for the same write, such as \`key: "note-{{ inputs.week }}"\`${otherwise === "" ? "" : `, ${otherwise}`}`,
  );
}

function checkScript(step: Step, name: string, context: LintContext): void {
  const { scripts, name: skill = "", disallowedTools: disallowed = [] } = context.options;
  const where = { path: ["steps", step.id, "script"] };
  if (denyScript({ skill, script: name }, [{ skill, allowed: [], disallowed }]) !== undefined)
    context.report(
      "workflow.tool-not-allowed",
      `the skill disallows \`${SCRIPT_TOOL}\`, and with it its scripts`,
      where,
      "remove it from `disallowed-tools` in SKILL.md",
    );
  checkScriptFile(name, where, scripts, context);
  if ((step.effect ?? "write") === "write" && step.key === undefined)
    reportWrite(step, context, "or `effect: read` if it may simply be repeated");
  checkArguments(step, SCRIPT_ARGUMENTS, context, {
    code: "workflow.script-arguments",
    callee: `the script \`${clip(name)}\``,
  });
}

function checkScriptFile(
  name: string,
  where: { readonly path: ValuePath },
  scripts: LintContext["options"]["scripts"],
  { report }: LintContext,
): void {
  if (scripts === undefined) return;
  const found = findScript(
    name,
    scripts.map(({ path }) => path),
  );
  if (found.path === undefined)
    report("workflow.unknown-script", clip(found.problem), where, found.hint && clip(found.hint));
  else if (!scripts.some(({ path, isRunnable }) => path === found.path && isRunnable))
    report(
      "workflow.no-interpreter",
      `it is not known how to start \`${clip(found.path)}\``,
      where,
      "the script needs a first line such as `#!/usr/bin/env python3`",
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
  const circle = own === undefined ? undefined : circleOf(own, skill, skills);
  if (circle !== undefined) {
    const message = `skills call each other in a circle: ${circle.map(clip).join(" → ")}`;
    const hint = "a workflow cannot be recursive: remove one of these steps";
    context.report("workflow.skill-cycle", message, where, hint);
    return;
  }
  if (skill.inputs !== undefined)
    checkArguments(step, skill.inputs, context, {
      code: "workflow.skill-inputs",
      callee: `the skill \`${clip(name)}\``,
    });
  for (const secret of skill.secrets ?? []) checkSecret(step, secret, context);
}

/** A secret of the skill that is called must be one here, too: everything else is stored with the run. */
function checkSecret(step: Step, secret: string, { workflow, report }: LintContext): void {
  const given = step.with ?? {};
  if (!Object.hasOwn(given, secret)) return;
  const reads = argumentReads(step)[secret] ?? [];
  const stored = reads.find(({ name, path: [first] }) =>
    name === "inputs" ? !workflow.secrets.some((each) => each === first) : true,
  );
  if (reads.length > 0 && stored === undefined) return;
  const input = stored?.name === "inputs" ? stored.path[0] : undefined;
  const source =
    stored === undefined ? "a constant" : `\`${[stored.name, ...stored.path.slice(0, 1)].join(".")}\``;
  report(
    "workflow.stored-secret",
    `the secret input \`${clip(secret)}\` gets ${clip(source)}, which is stored with the run`,
    { path: ["steps", step.id, "with", secret] },
    input === undefined
      ? "pass an input with `secret: true`"
      : `declare the input \`${clip(String(input))}\` with \`secret: true\``,
  );
}

/** The names on the way from a skill back to itself; undefined if there is no way. Looks at each skill once. */
function circleOf(
  own: string,
  called: LintSkill,
  skills: readonly LintSkill[],
): readonly string[] | undefined {
  const byName = new Map(skills.map((skill) => [skill.name, skill]));
  const seen = new Set<string>();
  const open = [{ skill: called, way: [own, called.name] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { skill, way } = next;
    for (const name of skill.calls ?? []) {
      if (name === own) return [...way, own];
      const inner = byName.get(name);
      if (inner === undefined || seen.has(name)) continue;
      seen.add(name);
      open.push({ skill: inner, way: [...way, name] });
    }
  }
  return undefined;
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
  }: {
    readonly code: "workflow.tool-arguments" | "workflow.skill-inputs" | "workflow.script-arguments";
    readonly callee: string;
  },
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
