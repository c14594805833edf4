import { isKnowhowError, KnowhowError } from "../../errors.ts";
import type { RunsMode } from "../../profile.ts";
import type { SkillLibrary } from "../../resolution/skill-library.ts";
import { hasWorkflow, openWorkflow } from "../../runs/open-workflow.ts";
import { definitionOf } from "../../runs/require-definition.ts";
import { isWorkflowSkill } from "../../runs/workflow-source.ts";
import type { Skill } from "../../skill.ts";
import type { RunDefinition, Workflow } from "../../workflow.ts";
import { noteOf } from "../note-of.ts";
import type { SessionEngine } from "../session-engine.ts";
import { howToRun } from "./describe-run.ts";

type WorkflowEngine = Pick<SessionEngine, "tools" | "open" | "runsOf" | "define" | "defineScript">;

/** Which skills have a workflow, what it is, and how the model runs it. */
export class SkillWorkflows {
  readonly #engine: WorkflowEngine;
  readonly #asked: RunsMode | undefined;
  readonly #library: () => SkillLibrary;
  /** Whether a skill has a workflow, by the path of its SKILL.md. */
  readonly #known = new Map<string, boolean>();

  constructor(engine: WorkflowEngine, asked: RunsMode | undefined, library: () => SkillLibrary) {
    this.#engine = engine;
    this.#asked = asked;
    this.#library = library;
  }

  /** What a run of a skill executes, as this conversation has it. Throws as `runs.start` does. */
  async define(skill: Skill): Promise<RunDefinition> {
    const view = { library: this.#library(), serving: { open: this.#engine.open } };
    return definitionOf(skill.name, await this.#engine.define(skill, view));
  }

  /** The same for a run of a script of the skill. */
  defineScript(
    skill: Skill,
    call: Parameters<SessionEngine["defineScript"]>[1],
  ): ReturnType<SessionEngine["defineScript"]> {
    return this.#engine.defineScript(skill, call, { serving: { open: this.#engine.open } });
  }

  /** What a message that asks for a workflow causes, as the configuration allows now. */
  get mode(): RunsMode {
    return this.#engine.runsOf(this.#asked);
  }

  /** Name of the tool with which the model runs a workflow; undefined if there is none. */
  get tool(): string | undefined {
    if (this.mode === "off") return undefined;
    return this.#engine.tools.find(({ tool }) => tool.operation === "run")?.naming.name;
  }

  /** True if one of the skills is known to have a workflow. Looks at no files. */
  canRun(skills: readonly Skill[]): boolean {
    if (this.mode === "off") return false;
    return skills.some((skill) => isWorkflowSkill(skill) ?? this.#known.get(skill.path) ?? false);
  }

  /** True if a skill is run and not given to the model as instructions. A skill that cannot be opened is not. */
  async has(skill: Skill): Promise<boolean> {
    if (this.mode === "off") return false;
    const known = isWorkflowSkill(skill) ?? this.#known.get(skill.path);
    if (known !== undefined) return known;
    const found = await hasWorkflow(this.#engine.open(skill)).catch(unlessRefused);
    this.#known.set(skill.path, found);
    return found;
  }

  /** Why a skill cannot be run; undefined if it has a workflow. */
  async refusal(skill: Skill): Promise<string | undefined> {
    if (await this.has(skill)) return undefined;
    try {
      await hasWorkflow(this.#engine.open(skill));
    } catch (error) {
      if (isKnowhowError(error)) return noteOf(error);
      throw error;
    }
    return `the skill '${skill.name}' has no workflow; load it to get its instructions`;
  }

  /** The workflow of a skill. Throws `run.invalid-workflow` if it has errors. */
  async of(skill: Skill): Promise<Workflow> {
    const { value, diagnostics } = await openWorkflow(this.#engine.open(skill));
    if (value !== undefined) return value.workflow;
    const [first] = diagnostics.filter(({ severity }) => severity === "error");
    throw new KnowhowError(
      "run.invalid-workflow",
      `the workflow of "${skill.name}" has errors: ${first?.message ?? "it cannot be read"}`,
      { hint: first?.hint ?? "`knowhow lint` shows all of them" },
    );
  }

  /** Instructions of a skill, with how to run its workflow if it has one. */
  async withRunLine(skill: Skill, text: string): Promise<string> {
    const { tool } = this;
    if (tool === undefined || !(await this.has(skill))) return text;
    try {
      const { inputs } = await this.of(skill);
      return `${text}\n\n${howToRun(skill.name, tool, inputs)}`;
    } catch (error) {
      if (!isKnowhowError(error)) throw error;
      return `${text}\n\n${noteOf(error)}`;
    }
  }
}

/** A skill whose files must not be read is no workflow; whoever loads it is told why. */
function unlessRefused(error: unknown): false {
  if (isKnowhowError(error)) return false;
  throw error;
}
