import type { Runtime, ToolDefinition } from "@knowhow/runtime";
import type { Tool } from "@modelcontextprotocol/server";
import { CATEGORY_KEY } from "../../shared/meta-keys.ts";
import { ACTIVATE_TOOL, describeSessionTool } from "./describe-tools.ts";

type Profile = Runtime["profile"];

export interface ToolListOptions {
  readonly profile: Profile;
  /** Whether skills bring tools of their own. */
  readonly toolSets: boolean;
  /** True if scripts of skills can be run. */
  readonly scripts: boolean;
  /** The catalog, if it reaches the model with the tool that loads a skill; otherwise empty. */
  readonly catalog: string;
}

/** The tools that every client has, whatever the library contains. */
export function toolList(
  definitions: readonly ToolDefinition[],
  { profile, toolSets, scripts, catalog }: ToolListOptions,
): readonly Tool[] {
  const operationOf = (tool: string) => profile.tools.find(({ name }) => name === tool)?.operation;
  const own = definitions.filter(
    ({ name }) => operationOf(name) !== "run" || scripts || profile.runs !== "off",
  );
  const carrier = own.find(({ name }) => operationOf(name) === "load") ?? own[0];
  const isOwnText = profile.mcp.connection === "session";
  const described = own.map((tool) =>
    describeSessionTool(tool, {
      operation: isOwnText ? undefined : operationOf(tool.name),
      catalog: tool === carrier ? catalog : "",
    }),
  );
  return [...described, ...(toolSets ? [ACTIVATE_TOOL] : [])].map(withCategory);
}

/** Marks a tool or a result as one of the group `skills`. */
export function withCategory<Item extends Pick<Tool, "_meta">>(item: Item): Item {
  return { ...item, _meta: { ...item._meta, [CATEGORY_KEY]: "skills" } };
}
