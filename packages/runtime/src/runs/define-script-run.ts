import { requireScript } from "../execution/scripts/find-script.ts";
import type { OpenSkill } from "../serving/open-skill.ts";
import type { RunDefinition } from "../workflow.ts";

/** The id of the only step. */
const STEP = "script";

/**
 * A run of one step, which runs a script: so it can wait for the user's approval, and be continued elsewhere. Throws
 * `scripts.unknown-script`.
 */
export async function defineScriptRun(
  opened: OpenSkill,
  { script, args }: { readonly script: string; readonly args: readonly string[] },
): Promise<{ readonly definition: RunDefinition; readonly inputs: { readonly args: readonly string[] } }> {
  const { skill } = opened;
  const { value: files } = await opened.files();
  requireScript(
    script,
    files.map(({ path }) => path),
    skill.name,
  );
  const workflow = {
    inputs: {
      type: "object",
      properties: { args: { type: "array", items: { type: "string" } } },
      required: ["args"],
    },
    secrets: [],
    steps: [
      {
        id: STEP,
        action: { kind: "script", name: script },
        // An input, because arguments are not templates.
        with: { args: "{{ inputs.args }}" },
        exit: "any",
        onError: { kind: "fail" },
      },
    ],
  } as const;
  const definition: RunDefinition = {
    format: 1,
    entry: skill.name,
    skills: {
      [skill.name]: {
        name: skill.name,
        digest: await opened.digest(),
        workflow,
        templates: {},
        allowedTools: [],
        disallowedTools: skill.fields.disallowedTools ?? [],
      },
    },
  };
  return { definition, inputs: { args } };
}
