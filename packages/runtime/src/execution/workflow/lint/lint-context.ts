import type { ValuePath } from "../../../basics/kind.ts";
import { type Diagnostic, diagnose } from "../../../diagnostics.ts";
import type { RunTool } from "../../../run.ts";
import type { JsonSchema, SourcePosition, Workflow } from "../../../workflow.ts";
import type { WorkflowPlaces } from "../places.ts";
import type { WorkflowCode } from "../report.ts";

/** What is known about a tool. */
export type LintTool = Pick<RunTool, "name" | "inputSchema" | "outputSchema" | "sideEffects">;

/** What is known about another skill. */
export interface LintSkill {
  readonly name: string;
  /** Schema of its inputs; undefined if it takes any. */
  readonly inputs?: JsonSchema | undefined;
  /** Names of its secret inputs, if they are known. */
  readonly secrets?: readonly string[] | undefined;
  /** Names of the skills that it calls, if they are known. */
  readonly calls?: readonly string[] | undefined;
}

/** What is known about a script of the skill. */
export interface LintScript {
  /** Path inside the skill. */
  readonly path: string;
  /** True if it is known how to start it. */
  readonly isRunnable: boolean;
}

/** What a workflow is checked against. What is not given is not checked. */
export interface LintWorkflowOptions {
  /** Name of the skill. */
  readonly name?: string | undefined;
  /** The tools that a run could use. */
  readonly tools?: readonly LintTool[] | undefined;
  /** True if a run could have other tools, too: then a name is wrong only if one of `tools` is probably meant. */
  readonly otherTools?: boolean | undefined;
  /** Every skill that a run could call. */
  readonly skills?: readonly LintSkill[] | undefined;
  /** The files under `scripts/` of the skill. */
  readonly scripts?: readonly LintScript[] | undefined;
  /** Names of the host's own filters. Default none. */
  readonly filters?: readonly string[] | undefined;
  /** Rules of the tools that the skill may use; empty if it declares none. */
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  /** Texts of the template files, by path. */
  readonly templates?: Readonly<Record<string, string>> | undefined;
  readonly places?: WorkflowPlaces | undefined;
}

/** What every check gets. */
export interface LintContext {
  readonly workflow: Workflow;
  readonly options: LintWorkflowOptions;
  /** Records a problem at a path of the workflow, or at a position of a template file. */
  readonly report: (
    code: WorkflowCode,
    message: string,
    where: { readonly path: ValuePath; readonly at?: SourcePosition | undefined; readonly file?: string },
    hint?: string | undefined,
  ) => void;
}

/** Opens a context that collects diagnostics. */
export function openLint(
  workflow: Workflow,
  options: LintWorkflowOptions,
): { readonly context: LintContext; readonly diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  const report: LintContext["report"] = (code, message, { path, at, file }, hint) => {
    const place = at ?? options.places?.find(path);
    const same = JSON.stringify([code, message, file, place]);
    if (seen.has(same)) return;
    seen.add(same);
    diagnostics.push(diagnose(code, message, { path: file, line: place?.line, column: place?.column, hint }));
  };
  return { context: { workflow, options, report }, diagnostics };
}

/** Position of a template's line and column in the file. Lines of a folded text are approximate. */
export function placeIn(
  start: SourcePosition | undefined,
  inside: SourcePosition,
): SourcePosition | undefined {
  if (start === undefined) return undefined;
  return inside.line === 1
    ? { line: start.line, column: start.column + inside.column - 1 }
    : { line: start.line + inside.line - 1, column: inside.column };
}
