import type { ToolDefinition } from "@knowhow/runtime";
import type { Tool } from "@modelcontextprotocol/server";
import type { MountedTool } from "./mounted-tools.ts";
import { normaliseSchema } from "./tool-schema.ts";

/** Maximum number of characters of a topic. */
export const MAX_TOPIC = 2_000;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/**
 * What skills are, in the words that people ask with. Clients that defer tools find them by the words of a description,
 * and some count every word of the question.
 */
const IN_OTHER_WORDS: Readonly<Record<string, string>> = {
  search:
    'Skills are the instructions, guides, workflows and best practices (know-how) that this user has. If there is a task or a question such as "how do I write release notes" or "what are the instructions for PDF forms", this finds out whether there is a guide or a workflow for it.',
  load: "The instructions are a guide or a workflow for this kind of task: what to do, how to do it, and best practices and know-how for it.",
};

/** Finds skills by topic and mounts their tools. */
export const ACTIVATE_TOOL: Tool = {
  name: "skill_activate_topic",
  description: "Find skills for a topic, and make their tools available.",
  inputSchema: normaliseSchema({
    properties: {
      topic: {
        type: "string",
        minLength: 1,
        maxLength: MAX_TOPIC,
        description: "The task or topic, in a few words.",
      },
    },
    required: ["topic"],
  }),
  annotations: READ_ONLY,
};

/** Unmounts the tools of a skill. */
export const DEACTIVATE_TOOL: Tool = {
  name: "skill_deactivate",
  description: "Remove the tools of a skill that is no longer needed.",
  inputSchema: normaliseSchema({
    properties: { name: { type: "string", minLength: 1, maxLength: 256, description: "The skill's name." } },
    required: ["name"],
  }),
  annotations: READ_ONLY,
};

/** A tool of the session for a client, with the catalog if it is the one that carries it. */
export function describeSessionTool(
  { name, description, inputSchema, sideEffects }: ToolDefinition,
  { operation = "", catalog }: { readonly operation: string | undefined; readonly catalog: string },
): Tool {
  const annotations = sideEffects === "read" ? READ_ONLY : { readOnlyHint: false };
  const words = Object.hasOwn(IN_OTHER_WORDS, operation) ? ` ${IN_OTHER_WORDS[operation]}` : "";
  const list = catalog === "" ? "" : `\n\n${catalog}`;
  const whole = `${description}${words}${list}`;
  return { name, description: whole, inputSchema: normaliseSchema(inputSchema), annotations };
}

/** A tool of a mounted skill for a client; none if it cannot be used. */
export async function describeMountedTool({ name, operation }: MountedTool): Promise<readonly Tool[]> {
  const described = await operation.describe();
  if (described === undefined) return [];
  const { description, inputSchema, outputSchema } = described;
  return [
    {
      name,
      description,
      inputSchema: normaliseSchema(inputSchema),
      ...(outputSchema === undefined ? {} : { outputSchema: { ...outputSchema } }),
      annotations: operation.readOnly ? READ_ONLY : { readOnlyHint: false },
    },
  ];
}
