import type { SkillTool } from "../../skill-tool.ts";
import { listTool } from "./list-tool.ts";
import { loadTool } from "./load-tool.ts";
import { readTool } from "./read-tool.ts";
import { searchTool } from "./search-tool.ts";

/** The tools that find and read skills. */
export const readingTools: readonly SkillTool[] = [searchTool, listTool, loadTool, readTool];

/** True for a tool that a model does not need if it reads files itself. */
export function isReading({ operation }: Pick<SkillTool, "operation">): boolean {
  return readingTools.some((tool) => tool.operation === operation);
}
