import type { SkillDefinition } from "../../workflow.ts";
import { textTemplate } from "../workflow/step-templates.ts";

/**
 * True if the product of a skill without steps can be written without a model: its templates are filled from its inputs alone.
 * A template without any input is a form for the model to fill in.
 */
export function canRender({ workflow, templates }: Pick<SkillDefinition, "workflow" | "templates">): boolean {
  const { output } = workflow ?? {};
  if (output?.kind !== "template") return false;
  return [output.path, ...Object.values(output.variants)].every((path) => isFilled(templates[path] ?? ""));
}

function isFilled(text: string): boolean {
  const [template] = textTemplate([], text);
  if (template?.compiled.ok !== true) return false;
  const { references } = template.compiled.value;
  const inputs = references.filter(({ name }) => name === "inputs");
  return inputs.length > 0 && references.every(({ name, optional }) => name === "inputs" || optional);
}
