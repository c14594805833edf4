import { nearestWord } from "../basics/words.ts";
import { atPath, type Diagnostic, diagnose, type Outcome } from "../diagnostics.ts";
import { findInterpreter } from "../execution/scripts/find-interpreter.ts";
import { findScript } from "../execution/scripts/find-script.ts";
import type { LintScript } from "../execution/workflow/lint/lint-context.ts";
import { parseWorkflow, type WorkflowReading } from "../execution/workflow/parse-workflow.ts";
import type { WorkflowPlaces } from "../execution/workflow/places.ts";
import { allSteps } from "../execution/workflow/step-templates.ts";
import { inlineWorkflow } from "../format/inline-workflow.ts";
import { readPositioned } from "../format/yaml/read-positioned.ts";
import { SKILL_FILE } from "../gate.ts";
import type { Awaitable } from "../ports.ts";
import type { SkillFields } from "../skill.ts";
import type { Workflow } from "../workflow.ts";
import { withVariants } from "./find-variants.ts";
import { WORKFLOW_FILE } from "./workflow-source.ts";

/** A skill whose workflow is read. */
export interface WorkflowFiles {
  /** The whole SKILL.md. */
  readonly text: string;
  readonly fields: Pick<SkillFields, "workflow">;
  /** Paths of the other files. */
  readonly paths: readonly string[];
  /** Text of a listed file; undefined if it cannot be read as text. */
  textOf(path: string): Awaitable<string | undefined>;
}

/** The workflow of a skill with everything that belongs to it. */
export interface SkillWorkflow {
  readonly workflow: Workflow;
  readonly places: WorkflowPlaces;
  /** Path of the file that contains it: `SKILL.md` or the workflow file. */
  readonly path: string;
  /** Texts of its templates, by path. */
  readonly templates: Readonly<Record<string, string>>;
  /** The files under `scripts/`; empty if no step runs one. */
  readonly scripts: readonly LintScript[];
}

/**
 * Reads the workflow of a skill: the file that `metadata.workflow` names, `workflow.yaml`, or the steps in the
 * frontmatter. The value is undefined if there is none or it cannot be read; paths of diagnostics are relative to the
 * skill.
 */
export async function readWorkflow(files: WorkflowFiles): Promise<Outcome<SkillWorkflow | undefined>> {
  const path = files.fields.workflow ?? (files.paths.includes(WORKFLOW_FILE) ? WORKFLOW_FILE : undefined);
  const inline = inlineWorkflow(files.text);
  if (path === undefined) {
    if (inline === undefined) return { value: undefined, diagnostics: [] };
    return withTemplates(parseWorkflow(inline.map), SKILL_FILE, files);
  }
  if (inline !== undefined) return failed(twoWorkflows(path, inline.map.entries[0]?.at));
  const text = files.paths.includes(path) ? await files.textOf(path) : undefined;
  if (text === undefined) return failed(missingFile(path, files.paths, "the workflow"));
  const { map, diagnostics } = readPositioned(text);
  const inFile = diagnostics.map((diagnostic) => atPath(diagnostic, path));
  if (map === undefined) return { value: undefined, diagnostics: inFile };
  const read = await withTemplates(parseWorkflow(map), path, files);
  return { value: read.value, diagnostics: [...inFile, ...read.diagnostics] };
}

function failed(diagnostic: Diagnostic): Outcome<undefined> {
  return { value: undefined, diagnostics: [diagnostic] };
}

function twoWorkflows(path: string, at: Pick<Diagnostic, "line" | "column"> | undefined): Diagnostic {
  const message = `the skill has two workflows: this one, and ${path}`;
  return diagnose("workflow.two-workflows", message, {
    path: SKILL_FILE,
    ...at,
    hint: "remove the steps from SKILL.md, or the file",
  });
}

function missingFile(path: string, paths: readonly string[], what: string): Diagnostic {
  const near = nearestWord(path, paths);
  return diagnose("workflow.file-missing", `${what} names the file "${path}", which cannot be read`, {
    path: SKILL_FILE,
    hint: near === undefined ? "the path is relative to the SKILL.md" : `did you mean "${near}"?`,
  });
}

/** Adds the templates of the output and their variants. */
async function withTemplates(
  { value, places, diagnostics }: WorkflowReading,
  path: string,
  { paths, textOf }: WorkflowFiles,
): Promise<Outcome<SkillWorkflow>> {
  const found = diagnostics.map((diagnostic) => atPath(diagnostic, path));
  const workflow = withVariants(value, paths);
  const templates: [string, string][] = [];
  const { output } = workflow;
  for (const template of output?.kind === "template"
    ? [output.path, ...Object.values(output.variants)]
    : []) {
    const text = paths.includes(template) ? await textOf(template) : undefined;
    if (text !== undefined) templates.push([template, text]);
    else found.push({ ...missingFile(template, paths, "`output`"), path, ...places.find(["output"]) });
  }
  const scripts = await scriptsOf(workflow, { paths, textOf });
  return {
    value: { workflow, places, path, templates: Object.fromEntries(templates), scripts },
    diagnostics: found,
  };
}

/** Only scripts that a step runs are read. */
async function scriptsOf(
  { steps }: Workflow,
  { paths, textOf }: Pick<WorkflowFiles, "paths" | "textOf">,
): Promise<readonly LintScript[]> {
  const names = allSteps(steps).flatMap(({ action }) => (action.kind === "script" ? [action.name] : []));
  if (names.length === 0) return [];
  const used = new Set(names.map((name) => findScript(name, paths).path));
  const scripts: LintScript[] = [];
  for (const path of paths.filter((each) => each.startsWith("scripts/"))) {
    const text = used.has(path) ? await textOf(path) : undefined;
    const bytes = new TextEncoder().encode(text ?? "");
    scripts.push({ path, isRunnable: !used.has(path) || findInterpreter(path, bytes) !== undefined });
  }
  return scripts;
}
