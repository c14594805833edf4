import { isRecord } from "../basics/is-record.ts";
import type { Workflow } from "../workflow.ts";

/**
 * The variants of a template: `assets/template.short.md` is the variant `short` of `assets/template.md`. Names are lower-case
 * letters, digits, `-` and `_`.
 */
export function findVariants(template: string, paths: readonly string[]): Readonly<Record<string, string>> {
  const dot = template.lastIndexOf(".");
  const [stem, ending] = dot < 0 ? [template, ""] : [template.slice(0, dot), template.slice(dot)];
  const variants = paths.flatMap((path): [string, string][] => {
    if (!path.startsWith(`${stem}.`) || !path.endsWith(ending)) return [];
    const name = path.slice(stem.length + 1, path.length - ending.length);
    return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(name) ? [[name, path]] : [];
  });
  return Object.fromEntries(variants);
}

/** A workflow with its variants, and with an input `variant` that chooses one unless it declares its own. */
export function withVariants(workflow: Workflow, paths: readonly string[]): Workflow {
  const { output, inputs } = workflow;
  if (output?.kind !== "template") return workflow;
  const variants = findVariants(output.path, paths);
  const names = Object.keys(variants);
  if (names.length === 0) return workflow;
  const properties = isRecord(inputs.properties) ? inputs.properties : {};
  const own = { type: "string", enum: names, description: "Which template the result is written with." };
  return {
    ...workflow,
    inputs: { ...inputs, properties: { ...properties, variant: properties.variant ?? own } },
    output: { ...output, variants },
  };
}
