import type { ToolDefinition } from "../conversation.ts";
import { createToolScope, type ToolScope } from "../execution/tool-scope/tool-scope.ts";
import type { ToolNaming } from "../profile.ts";
import type { SessionEngine } from "./session-engine.ts";
import type { SessionOptions } from "./session-options.ts";
import type { DeclaredTools } from "./session-state.ts";

/** Which of the host's tools the skills of a conversation, its host and its user allow. */
export function sessionScope(
  { profile, ports }: SessionEngine,
  { toolScope, toolAliases, grants }: SessionOptions,
  declarations: readonly DeclaredTools[],
  availableTools: readonly string[] | undefined,
): ToolScope {
  const loaders = profile.tools
    .filter(({ operation }) => operation === "load" || operation === "read")
    .flatMap(namesOf);
  return createToolScope({
    mode: toolScope === undefined ? "advisory" : toolScope,
    ...(availableTools === undefined ? {} : { host: availableTools }),
    root: ports.environment.cwd,
    aliases: { ...toolAliases, Skill: [...(toolAliases?.Skill ?? []), ...loaders] },
    loaders,
    declarations,
    ...(grants === undefined ? {} : { grants }),
    // A proposal changes nothing, so no skill has to allow it.
    always: [...profile.tools, ...profile.authoring.tools].flatMap(namesOf),
  });
}

function namesOf({ name, aliases = [] }: ToolNaming): readonly string[] {
  return [name, ...aliases];
}

/** The allowed names that are names of real tools; undefined if all tools are allowed. */
export function callableTools(
  { activeTools }: ToolScope,
  availableTools: readonly string[] | undefined,
  own: readonly ToolDefinition[],
): readonly string[] | undefined {
  if (activeTools === undefined) return undefined;
  const real = new Set([...(availableTools ?? []), ...own.map((tool) => tool.name)]);
  return activeTools.filter((name) => real.has(name));
}
