import type { ToolDefinition } from "@knowhow/runtime";
import type { Tool } from "@modelcontextprotocol/server";
import type { MountedTool } from "./mounted-tools.ts";
import { normaliseSchema } from "./tool-schema.ts";

/** Maximum number of characters of a topic. */
export const MAX_TOPIC = 2_000;

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Finds skills by topic and mounts their tools. */
export const ACTIVATE_TOOL: Tool = {
  name: "skill_activate_topic",
  description: "Find skills for a topic described in your own words, and mount their tools.",
  inputSchema: normaliseSchema({
    properties: {
      topic: { type: "string", minLength: 1, maxLength: MAX_TOPIC, description: "What the task is about." },
    },
    required: ["topic"],
  }),
  annotations: READ_ONLY,
};

/** Unmounts the tools of a skill. */
export const DEACTIVATE_TOOL: Tool = {
  name: "skill_deactivate",
  description: "Remove the tools of a skill when they are no longer needed.",
  inputSchema: normaliseSchema({
    properties: { name: { type: "string", minLength: 1, maxLength: 256, description: "The skill's name." } },
    required: ["name"],
  }),
  annotations: READ_ONLY,
};

/** A tool of the session for a client. */
export function describeSessionTool({ name, description, inputSchema, sideEffects }: ToolDefinition): Tool {
  const annotations = sideEffects === "read" ? READ_ONLY : { readOnlyHint: false };
  return { name, description, inputSchema: normaliseSchema(inputSchema), annotations };
}

/** A tool of a mounted skill for a client. */
export function describeMountedTool({ name, operation }: MountedTool): Tool {
  return {
    name,
    description: operation.description,
    inputSchema: normaliseSchema(operation.inputSchema),
    annotations: operation.readOnly ? READ_ONLY : { openWorldHint: false },
  };
}
