import { type Diagnostic, diagnose } from "../../diagnostics.ts";
import { readWorkflow } from "../../runs/read-workflow.ts";
import { WORKFLOW_FILE } from "../../runs/workflow-source.ts";
import { mentionsOf } from "../mentions.ts";
import type { LintSkillInput, SkillRule } from "../rule.ts";

/** A file without a reference is never loaded: the agent reads only what SKILL.md and the files it leads to name. */
export const unreferencedFile: SkillRule = { code: "lint.unreferenced-file", scope: "skill", check };

async function check(input: LintSkillInput): Promise<readonly Diagnostic[]> {
  const paths = input.files.map((file) => file.path);
  const nested = paths
    .filter((path) => path.endsWith("/SKILL.md"))
    .map((path) => path.slice(0, -"SKILL.md".length));
  const open = new Set(
    paths.filter((path) => !HOUSEKEEPING.test(path) && !nested.some((skill) => path.startsWith(skill))),
  );
  for (const path of await workflowPaths(input, paths)) open.delete(path);
  const queue = [input.text, (await input.readText("package.json")) ?? ""];
  for (let text = queue.pop(); text !== undefined && open.size > 0; text = queue.pop()) {
    const mentioned = mentionsOf(text);
    for (const path of [...open].filter((candidate) => mentioned.covers(candidate))) {
      open.delete(path);
      const next = await input.readText(path);
      if (next !== undefined) queue.push(next);
    }
  }
  return [...groupByDirectory(open)].map(([directory, group]) => report(directory, group));
}

/** The workflow file and its templates are read by the engine. */
async function workflowPaths(
  { text, fields, readText }: LintSkillInput,
  paths: readonly string[],
): Promise<readonly string[]> {
  const { value } = await readWorkflow({ text, fields, paths, textOf: readText });
  return [WORKFLOW_FILE, fields.workflow ?? WORKFLOW_FILE, ...Object.keys(value?.templates ?? {})];
}

/** Files for users and tools, not for agents. */
const HOUSEKEEPING =
  /(?:^|\/)(?:\.[^/]*|_meta\.json|__init__\.py|(?:readme|license|licence|notice|changelog|contributing|authors|attribution|security|code_of_conduct|third[-_]party)[^/]*|package(?:-lock)?\.json|pnpm-lock\.yaml|yarn\.lock|uv\.lock|pyproject\.toml|requirements[^/]*\.txt|tsconfig[^/]*\.json|skill\.(?:json|ya?ml)|metadata\.(?:json|ya?ml)|manifest\.json|openai\.yaml|[^/]*\.(?:test|spec)\.\w+|test_[^/]*\.py)$|(?:^|\/)(?:\.[^/]+|evals?|tests?|__tests__|__pycache__|fixtures|node_modules)\//i;

function groupByDirectory(paths: Iterable<string>): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const directory = path.slice(0, path.indexOf("/") + 1);
    groups.set(directory, [...(groups.get(directory) ?? []), path]);
  }
  return groups;
}

function report(directory: string, paths: readonly string[]): Diagnostic {
  const [first = ""] = paths;
  const where = directory === "" ? "beside SKILL.md" : `below \`${directory}\``;
  const subject =
    paths.length === 1 ? `\`${first}\` is` : `${paths.length} files ${where}, such as \`${first}\`, are`;
  return diagnose(
    "lint.unreferenced-file",
    `${subject} not mentioned in SKILL.md or in a file that it names`,
    {
      path: first,
      hint: "say in SKILL.md when to read or run it, or remove it",
    },
  );
}
