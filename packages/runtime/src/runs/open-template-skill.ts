import { splitBody } from "../format/sections.ts";
import { argumentSpecs } from "../injection/arguments/argument-spec.ts";
import { findTemplate } from "../injection/guidance/find-template.ts";
import { decodeText, isBinary } from "../serving/decode-text.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import type { Skill } from "../skill.ts";
import type { JsonSchema, SkillDefinition } from "../workflow.ts";
import { withVariants } from "./find-variants.ts";

/** What a run needs of a skill without steps. */
export type TemplateSkill = Pick<SkillDefinition, "workflow" | "templates"> & { readonly body: string };

/**
 * The body and the declared inputs of a skill without steps, and the template of its product with its variants: the same file that a
 * conversation gives to the model. A skill that declares neither has no `workflow`, and takes every input.
 */
export async function openTemplateSkill(opened: OpenSkill): Promise<TemplateSkill> {
  const { skill } = opened;
  const { body } = await opened.text();
  const resources = (await opened.files()).value;
  const section = splitBody(body, ["outputTemplate"]).sections.outputTemplate;
  const path = findTemplate({ output: skill.fields.output, section, resources });
  const inputs = declaredInputs(skill);
  const text = path === undefined ? undefined : await textOf(path, opened);
  if (path === undefined || text === undefined)
    return {
      body,
      templates: {},
      ...(inputs === undefined ? {} : { workflow: { inputs, secrets: [], steps: [] } }),
    };
  const output = { kind: "template", path, variants: {} } as const;
  const workflow = withVariants(
    { inputs: inputs ?? ANY_INPUTS, secrets: [], steps: [], output },
    resources.map((resource) => resource.path),
  );
  const variants = workflow.output?.kind === "template" ? Object.values(workflow.output.variants) : [];
  const templates: [string, string][] = [[path, text]];
  for (const each of variants) templates.push([each, (await textOf(each, opened)) ?? ""]);
  return { body, workflow, templates: Object.fromEntries(templates) };
}

const ANY_INPUTS: JsonSchema = { type: "object" };

/** The declared inputs as a schema; undefined if there are none. A text may be any value, because a chain passes on lists, too. */
function declaredInputs({ fields }: Pick<Skill, "fields">): JsonSchema | undefined {
  const specs = argumentSpecs(fields).filter(({ declared }) => declared);
  if (specs.length === 0) return undefined;
  const required = specs.filter((spec) => spec.required).map(({ name }) => name);
  const properties = specs.map(({ name, type, description, values, default: fallback }) => {
    const kind = type === "string" ? {} : type === "enum" ? { enum: values ?? [] } : { type };
    return [
      name,
      {
        ...kind,
        ...(description === undefined ? {} : { description }),
        ...(fallback === undefined ? {} : { default: fallback }),
      },
    ];
  });
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** Text of a file of the skill; undefined for other files, such as a document of an office program. */
async function textOf(path: string, opened: OpenSkill): Promise<string | undefined> {
  const bytes = await opened.bytes(path);
  return bytes === undefined || isBinary(bytes) ? undefined : decodeText(bytes);
}
