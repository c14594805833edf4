import { joinPath } from "../basics/paths.ts";
import { nearestWord } from "../basics/words.ts";
import { atPath, type Diagnostic, diagnose, hasErrors, type Outcome } from "../diagnostics.ts";
import { KnowhowError } from "../errors.ts";
import { lintWorkflow } from "../execution/workflow/lint/lint-workflow.ts";
import { allSteps } from "../execution/workflow/step-templates.ts";
import type { Audience } from "../gate.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";
import type { Serving } from "../serving/open-serving.ts";
import { declaredTools, type Skill } from "../skill.ts";
import type { RunDefinition, SkillDefinition } from "../workflow.ts";
import { openTemplateSkill } from "./open-template-skill.ts";
import { openWorkflow } from "./open-workflow.ts";
import type { SkillWorkflow } from "./read-workflow.ts";

/** What defining a run needs. */
export interface DefineContext {
  readonly library: Pick<SkillLibrary, "get" | "entry" | "list">;
  /** The gate, through which every file of a skill is read. */
  readonly serving: Serving;
  /** Who the content is for. Default `model`, the most restricted audience. */
  readonly audience?: Audience;
}

/** Skills that call each other cannot be nested deeper. */
const MAX_DEPTH = 16;

/** Skills of one run. */
const MAX_SKILLS = 100;

/**
 * Collects everything that a run of a skill executes: its workflow, its templates and every skill that it calls, at any
 * depth, with their digests. The value is undefined if there are errors. Throws if a check of the gate refuses a file.
 */
export async function defineRun(
  skill: Skill,
  context: DefineContext,
): Promise<Outcome<RunDefinition | undefined>> {
  const gathering: Gathering = { context, skills: new Map(), diagnostics: [] };
  await gather(skill, [], gathering);
  lintAll(gathering);
  const { skills, diagnostics } = gathering;
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics };
  const definitions = [...skills].map(([name, { definition }]) => [name, definition] as const);
  return {
    value: { format: 1, entry: skill.name, skills: Object.fromEntries(definitions) },
    diagnostics,
  };
}

interface Gathered {
  readonly skill: Skill;
  readonly definition: SkillDefinition;
  readonly read?: SkillWorkflow | undefined;
}

interface Gathering {
  readonly context: DefineContext;
  readonly skills: Map<string, Gathered>;
  readonly diagnostics: Diagnostic[];
}

/** Reads a skill, then the skills that its steps call. `callers` are the names on the way here. */
async function gather(skill: Skill, callers: readonly string[], gathering: Gathering): Promise<void> {
  const { context, skills, diagnostics } = gathering;
  const { digest, read, found, own } = await readUnchanged(skill, context);
  diagnostics.push(...found.map((diagnostic) => below(diagnostic, skill)));
  const definition: SkillDefinition = {
    name: skill.name,
    digest,
    ...own,
    allowedTools: declaredTools(skill),
    disallowedTools: skill.fields.disallowedTools ?? [],
  };
  skills.set(skill.name, { skill, definition, read });
  if (read !== undefined) await gatherCalled(skill, read, [...callers, skill.name], gathering);
}

/** How often a skill is read again that changes meanwhile. */
const MAX_READS = 3;

/** A skill's workflow or body and the digest of exactly this content: the same before and after it was read. */
async function readUnchanged(skill: Skill, { serving, audience = "model" }: DefineContext) {
  for (let count = 1; ; count += 1) {
    // Opened again, because an opened skill lists its files only once.
    const opened = serving.open(skill, audience);
    const digest = await opened.digest();
    const { value: read, diagnostics: found } = await openWorkflow(opened);
    const own =
      read === undefined
        ? await openTemplateSkill(opened)
        : { workflow: read.workflow, templates: read.templates };
    if ((await opened.digest()) === digest) return { digest, read, found, own };
    if (count >= MAX_READS)
      throw new KnowhowError(
        "runtime.unreadable-skill",
        `the skill "${skill.name}" changes while it is read`,
        {
          hint: "try again when its files are written",
        },
      );
  }
}

async function gatherCalled(
  skill: Skill,
  { workflow, places, path }: SkillWorkflow,
  callers: readonly string[],
  gathering: Gathering,
): Promise<void> {
  const { context, skills, diagnostics } = gathering;
  for (const { id, action } of allSteps(workflow.steps)) {
    if (action.kind !== "skill") continue;
    const { name } = action;
    const where = { path: joinPath(skill.directory, path), ...places.find(["steps", id, "skill"]) };
    if (callers.includes(name)) {
      const circle = [...callers.slice(callers.indexOf(name)), name].join(" → ");
      const hint = "a workflow cannot be recursive: remove one of these steps";
      diagnostics.push(
        diagnose("workflow.skill-cycle", `skills call each other in a circle: ${circle}`, { ...where, hint }),
      );
      continue;
    }
    if (skills.has(name)) continue;
    const called = context.library.get(name);
    if (called === undefined) diagnostics.push(unknownSkill(name, where, context));
    else if (callers.length >= MAX_DEPTH || skills.size >= MAX_SKILLS)
      diagnostics.push(tooMany(callers.length >= MAX_DEPTH, where));
    else await gather(called, callers, gathering);
  }
}

function unknownSkill(name: string, where: Pick<Diagnostic, "path">, { library }: DefineContext): Diagnostic {
  const state = library.entry(name)?.state;
  if (state !== undefined)
    return diagnose("workflow.unknown-skill", `the skill \`${name}\` cannot be used: it is ${state}`, {
      ...where,
      hint: `\`knowhow why ${name}\` explains it`,
    });
  const near = nearestWord(
    name,
    library.list().map((each) => each.name),
  );
  const hint = near === undefined ? "`knowhow list` shows every skill" : `did you mean \`${near}\`?`;
  return diagnose("workflow.unknown-skill", `there is no skill \`${name}\``, { ...where, hint });
}

function tooMany(isDeep: boolean, where: Pick<Diagnostic, "path">): Diagnostic {
  const message = isDeep
    ? `skills call each other more than ${MAX_DEPTH} levels deep`
    : `a run has more than ${MAX_SKILLS} skills`;
  return diagnose("workflow.too-many-skills", message, {
    ...where,
    hint: "put steps of called skills into one workflow",
  });
}

/** Checks every workflow against the skills that it calls; what those are was checked before. */
function lintAll({ skills, diagnostics }: Gathering): void {
  if (hasErrors(diagnostics)) return;
  const known = [...skills.values()].map(({ definition: { name, workflow } }) => ({
    name,
    inputs: workflow?.inputs,
    secrets: workflow?.secrets,
  }));
  for (const { skill, definition, read } of skills.values()) {
    if (read === undefined) continue;
    const { allowedTools, disallowedTools, templates } = definition;
    const found = lintWorkflow(read.workflow, {
      name: skill.name,
      skills: known,
      allowedTools,
      disallowedTools,
      templates,
      scripts: read.scripts,
      places: read.places,
    });
    diagnostics.push(...found.map((diagnostic) => below(atPath(diagnostic, read.path), skill)));
  }
}

function below(diagnostic: Diagnostic, { directory }: Skill): Diagnostic {
  return { ...diagnostic, path: joinPath(directory, diagnostic.path ?? "SKILL.md") };
}
