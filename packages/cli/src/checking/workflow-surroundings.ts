import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isKnowhowError, type OpenSkill, type Runtime } from "@knowhow/runtime";
import {
  hasWorkflow,
  type LintOptions,
  openTemplateSkill,
  openWorkflow,
  type SkillWorkflow,
} from "@knowhow/runtime/authoring";
import { openRuntime } from "../runtime/open-runtime.ts";
import type { Call } from "../table/command.ts";
import { fileTools } from "../tools/file-tools.ts";
import { httpGet } from "../tools/http-get.ts";
import type { CheckTarget } from "./check-targets.ts";

/** What a workflow is checked against, besides its own files. */
export type Surroundings = NonNullable<LintOptions["workflow"]>;
type KnownSkill = NonNullable<Surroundings["skills"]>[number];
type Step = SkillWorkflow["workflow"]["steps"][number];

/** The tools of the command line. An application has others, so that only a name close to one of these can be wrong. */
const TOOLS = [...fileTools({ directoryOf: () => "." }), httpGet({ hosts: [] })];

/**
 * What the workflows of these skills are checked against: the tools of the command line, and the skills that they call, at
 * any depth. Those are searched among the checked ones, where agents would find them, and beside the skill itself.
 */
export async function surroundingsOf(call: Call, targets: readonly CheckTarget[]): Promise<Surroundings> {
  const opened = new Map<string, OpenSkill>();
  for (const { skill, opened: files, shadowed } of targets)
    if (skill !== undefined && files !== undefined && !shadowed) opened.set(skill.name, files);
  const named = call.args.positionals.length > 0;
  const around = new Set(named ? [...opened.values()].map(({ skill }) => dirname(skill.directory)) : []);
  let library: Runtime | undefined;
  const find = async (name: string): Promise<OpenSkill | undefined> => {
    const target = opened.get(name);
    if (target !== undefined || !named) return target;
    library ??= await openRuntime(call, { cache: false });
    const usual = library.library.get(name);
    if (usual !== undefined) return library.open(usual, { audience: "user" });
    return siblingOf(call, name, around);
  };
  const known = new Map<string, KnownSkill>();
  let isMissing = false;
  // Most skills have no workflow. They are opened only if one calls them.
  const open: OpenSkill[] = [];
  for (const each of opened.values()) if (await hasWorkflow(each)) open.push(each);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { name } = next.skill;
    if (known.has(name)) continue;
    const workflow = await workflowOf(next);
    const calls = callsOf(workflow?.steps ?? []);
    known.set(name, { name, inputs: workflow?.inputs, secrets: workflow?.secrets, calls });
    for (const callee of calls) {
      if (known.has(callee)) continue;
      const found = await find(callee);
      if (found !== undefined) open.push(found);
      isMissing ||= found === undefined;
    }
  }
  const usual = library?.library.list().map(({ name }) => name) ?? [];
  // Names that one which does not exist may be a slip of.
  const beside = isMissing ? [...around].flatMap(skillsIn) : [];
  const others = new Set([...opened.keys(), ...usual, ...beside].filter((name) => !known.has(name)));
  return {
    tools: TOOLS,
    otherTools: true,
    skills: [...known.values(), ...[...others].map((name) => ({ name }))],
  };
}

/** Names of the skills in a directory, which need not be trusted to be named. */
function skillsIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).filter((name) => existsSync(join(directory, name, "SKILL.md")));
  } catch {
    return [];
  }
}

/** A skill in a directory beside one of the checked ones. */
async function siblingOf(
  call: Call,
  name: string,
  around: ReadonlySet<string>,
): Promise<OpenSkill | undefined> {
  if (!/^[\p{L}\p{N}-]+$/u.test(name)) return undefined;
  const roots = [...around].map((directory) => join(directory, name));
  const runtime = await openRuntime(call, { config: false, providers: false, roots, cache: false });
  const skill = runtime.library.get(name);
  return skill === undefined ? undefined : runtime.open(skill, { audience: "user" });
}

/** The workflow of a skill, or what it declares without steps. A workflow that cannot be read has its own findings. */
async function workflowOf(opened: OpenSkill): Promise<SkillWorkflow["workflow"] | undefined> {
  try {
    const { value, diagnostics } = await openWorkflow(opened);
    if (value !== undefined || diagnostics.length > 0) return value?.workflow;
    return (await openTemplateSkill(opened)).workflow;
  } catch (error) {
    if (!isKnowhowError(error)) throw error;
    return undefined;
  }
}

function callsOf(steps: readonly Step[]): readonly string[] {
  return steps.flatMap(({ action }) => {
    if (action.kind === "skill") return [action.name];
    return action.kind === "steps" ? callsOf(action.steps) : [];
  });
}
