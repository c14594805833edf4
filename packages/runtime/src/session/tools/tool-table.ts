import type { ToolDefinition } from "../../conversation.ts";
import type { Profile, ToolNaming, ToolOperation } from "../../profile.ts";
import { lintTool, validateTool } from "./check-tools.ts";
import { listTool } from "./list-tool.ts";
import { loadTool } from "./load-tool.ts";
import { readTool } from "./read-tool.ts";
import { searchTool } from "./search-tool.ts";
import { inputSchemaOf, type SkillTool } from "./skill-tool.ts";

/** Every operation once; profiles give them names. */
export const TOOL_TABLE: Readonly<Record<ToolOperation, SkillTool>> = {
  search: searchTool,
  load: loadTool,
  read: readTool,
  list: listTool,
  validate: validateTool,
  lint: lintTool,
};

/** A tool as a model sees it. */
export function defineTool(naming: ToolNaming): ToolDefinition {
  const tool = TOOL_TABLE[naming.operation];
  return {
    name: naming.name,
    description: naming.description,
    inputSchema: inputSchemaOf(tool, naming),
    sideEffects: "read",
    category: "skills",
  };
}

/** Every skill tool of a profile. */
export function toolsOf({ tools }: Pick<Profile, "tools">): readonly ToolDefinition[] {
  return tools.map(defineTool);
}
