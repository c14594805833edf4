import type { ToolDefinition } from "../../conversation.ts";
import { KnowhowError } from "../../errors.ts";
import type { Profile, ToolNaming } from "../../profile.ts";
import type { SkillTool } from "../../skill-tool.ts";

/** A tool and the name under which the profile's models know it. */
export interface NamedTool {
  readonly naming: ToolNaming;
  readonly tool: SkillTool;
}

/** The tools that a profile names, in its order. Throws if a tool does not exist. */
export function nameTools(
  { name, tools: namings }: Pick<Profile, "name" | "tools">,
  tools: readonly SkillTool[],
): readonly NamedTool[] {
  const byOperation = new Map(tools.map((tool) => [tool.operation, tool]));
  return namings.map((naming) => {
    const tool = byOperation.get(naming.operation);
    if (tool !== undefined) return { naming, tool: asOffered(tool, naming) };
    throw new KnowhowError(
      "runtime.bad-option",
      `the profile "${name}" declares a tool for the unknown operation "${naming.operation}"`,
      { hint: `use one of ${[...byOperation.keys()].join(", ")}` },
    );
  });
}

/** The definitions of the tools that models see under these names. */
export function defineTools(tools: readonly NamedTool[]): readonly ToolDefinition[] {
  return tools.filter(isOffered).map(defineTool);
}

/** False for a tool that only an MCP server offers, as one of a mounted skill. */
export function isOffered({ naming }: NamedTool): boolean {
  return naming.mountedOnly !== true;
}

/** A tool with the arguments that the profile offers. */
function asOffered(tool: SkillTool, { properties, required = tool.required }: ToolNaming): SkillTool {
  if (properties === undefined) return { ...tool, required };
  const offered = Object.entries(properties).map(([key, schema]) => [
    key,
    { ...tool.properties[key], ...schema },
  ]);
  return { ...tool, required, properties: Object.fromEntries(offered) };
}

/** The definition of a tool for a model. */
function defineTool({ naming, tool }: NamedTool): ToolDefinition {
  return {
    name: naming.name,
    description: naming.description,
    inputSchema: inputSchemaOf(tool, naming),
    sideEffects: tool.sideEffects,
    category: "skills",
  };
}

/** The error message for a skill that the model cannot use. */
export function unknownSkill(name: string): string {
  return `no skill registered with name ${quoteName(name)}`;
}

/** A name exactly as given, as `repr()` of Python writes it: in quotes, with escapes for what cannot be seen. */
function quoteName(name: string): string {
  const shown = name.length > 80 ? `${name.slice(0, 79)}…` : name;
  const quote = shown.includes("'") && !shown.includes('"') ? '"' : "'";
  const escaped = shown.replace(/[\\\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, escapeCharacter);
  return `${quote}${quote === "'" ? escaped.replaceAll("'", "\\'") : escaped}${quote}`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = (letter: string, digits: number) => `\\${letter}${code.toString(16).padStart(digits, "0")}`;
  return (
    SHORT_ESCAPES[character] ?? (code < 0x100 ? hex("x", 2) : code < 0x10000 ? hex("u", 4) : hex("U", 8))
  );
}

/** The JSON Schema of a tool with the profile's argument names. */
function inputSchemaOf(tool: SkillTool, naming: ToolNaming): Readonly<Record<string, unknown>> {
  const named = (key: string) => naming.arguments?.[key] ?? key;
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(tool.properties).map(([key, schema]) => [named(key), schema]),
    ),
    ...(tool.required.length === 0 ? {} : { required: tool.required.map(named) }),
    additionalProperties: false,
  };
}
