import type { Runtime, Skill } from "@knowhow/runtime";
import { type ArgumentSpec, argumentSpecs } from "@knowhow/runtime/authoring";
import { oneLine } from "@knowhow/runtime/toolkit";
import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { clip, MAX_DESCRIPTION } from "../clip.ts";
import { type Page, paginate } from "../paginate.ts";
import { runNaming, workflowOf } from "../tools/run-operation.ts";
import { visibleSkills } from "../visible-skills.ts";
import { type WorkflowInputs, workflowArguments, workflowInputs } from "./workflow-arguments.ts";
import { writeArguments } from "./write-arguments.ts";

/** One prompt per skill that the user may invoke, with the arguments that the skill or its workflow declares. */
export interface Prompts {
  list(cursor: string | undefined): Promise<Page<Prompt>>;
  get(name: string, args: Readonly<Record<string, string>>): Promise<GetPromptResult>;
  /** The possible values of an argument that start with a text. */
  complete(name: string, argument: string, start: string): Promise<readonly string[]>;
}

/** The argument of a skill without declared arguments: everything that the user writes after its name. */
const REST: ArgumentSpec = { name: "arguments", type: "string", required: false, declared: false };
const MAX_CHARACTERS = 65_536;

const NONE: ReadonlyMap<string, Skill> = new Map();

/** The prompts of the current library. */
export function createPrompts(runtime: Runtime, pageSize: number): Prompts {
  // If commands are turned off, the user cannot invoke any skill.
  const startable = () => (runtime.commands().length === 0 ? NONE : visibleSkills(runtime.library).forUser);
  const find = (name: string): Skill => startable().get(name) ?? refuse(`Prompt ${shown(name)} not found`);

  const read = async (skill: Skill): Promise<Declared> => {
    const specs = argumentSpecs(skill.fields);
    const workflow = await workflowOf(skill, runtime);
    if (workflow === undefined) return { specs: specs.length === 0 ? [REST] : specs };
    return { specs: workflowArguments(workflow), workflow };
  };

  return {
    list: async (cursor) => {
      const page = paginate([...startable()], cursor, pageSize, ([wire]) => wire);
      const items = page.items.map(async ([wire, skill]) => describe(wire, skill, (await read(skill)).specs));
      return { ...page, items: await Promise.all(items) };
    },
    get: async (name, args) => {
      const skill = find(name);
      const { specs, workflow } = await read(skill);
      checkArguments(specs, args);
      const line =
        specs[0] === REST ? (args.arguments ?? "") : writeArguments(argumentSpecs(skill.fields), args);
      const rendering = await runtime.render(skill.name, { audience: "user", args: line });
      if (!rendering.ok) return refuse(rendering.message);
      const call = workflow === undefined ? "" : howToCall(skill, runtime, workflowInputs(workflow, args));
      const content = { type: "text", text: `${rendering.text}${call}` } as const;
      return { messages: [{ role: "user", content }] };
    },
    complete: async (name, argument, begin) => {
      const spec = (await read(find(name))).specs.find((candidate) => candidate.name === argument);
      const choices = spec?.type === "boolean" ? ["true", "false"] : (spec?.values ?? []);
      return choices.filter((choice) => choice.toLowerCase().startsWith(begin.toLowerCase()));
    },
  };
}

/** What a skill declares. */
interface Declared {
  readonly specs: readonly ArgumentSpec[];
  readonly workflow?: WorkflowInputs;
}

/** Tells the model to run the workflow with what the user gave. */
function howToCall({ name }: Skill, runtime: Runtime, inputs: Readonly<Record<string, unknown>>): string {
  const naming = runNaming(runtime);
  if (naming === undefined) return "";
  const { arguments: keys = {} } = naming;
  const call = JSON.stringify({ [keys.name ?? "name"]: name, [keys.inputs ?? "inputs"]: inputs });
  return `\n\nRun the workflow of this skill now: call ${naming.name} with ${call}`;
}

function describe(wire: string, skill: Skill, specs: readonly ArgumentSpec[]): Prompt {
  const { displayName } = skill.fields;
  return {
    name: wire,
    ...(displayName === undefined ? {} : { title: clip(oneLine(displayName), MAX_DESCRIPTION) }),
    description: clip(oneLine(skill.description), MAX_DESCRIPTION),
    arguments: specs.map((spec) => ({
      name: spec.name,
      ...describeArgument(spec, skill),
      required: spec.required,
    })),
  };
}

function describeArgument(spec: ArgumentSpec, { fields }: Skill): { description?: string } {
  const hint = spec === REST ? fields.argumentHint : undefined;
  const parts = [
    spec.description ?? hint,
    spec.type === "string" || spec.type === "enum" ? undefined : `a ${spec.type}`,
    spec.values === undefined ? undefined : `one of ${spec.values.join(", ")}`,
    spec.default === undefined ? undefined : `default ${String(spec.default)}`,
  ];
  const text = oneLine(parts.filter((part) => part !== undefined).join("; ")).slice(0, 1_000);
  return text === "" ? {} : { description: text };
}

function checkArguments(specs: readonly ArgumentSpec[], args: Readonly<Record<string, string>>): void {
  const known = new Map(specs.map((spec) => [spec.name, spec]));
  let characters = 0;
  for (const [name, value] of Object.entries(args)) {
    characters += name.length + value.length;
    const spec =
      known.get(name) ??
      refuse(`Unknown argument ${shown(name)}; known arguments: ${[...known.keys()].join(", ")}`);
    if (spec.values !== undefined && !spec.values.includes(value))
      refuse(`${shown(name)} must be one of ${spec.values.join(", ")}`);
    if (spec.type === "number" && !Number.isFinite(Number(value))) refuse(`${shown(name)} must be a number`);
    if (spec.type === "boolean" && value !== "true" && value !== "false")
      refuse(`${shown(name)} must be true or false`);
  }
  if (characters > MAX_CHARACTERS) refuse(`The arguments have more than ${MAX_CHARACTERS} characters`);
  const missing = specs.filter((spec) => spec.required && !Object.hasOwn(args, spec.name));
  if (missing.length > 0) refuse(`Missing: ${missing.map((spec) => spec.name).join(", ")}`);
}

function shown(text: string): string {
  return JSON.stringify(oneLine(text).slice(0, 100));
}

function refuse(message: string): never {
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
