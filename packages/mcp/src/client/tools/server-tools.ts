import type { RunTool } from "@knowhow/runtime/workflows";
import type { CallToolResult, Tool } from "@modelcontextprotocol/client";
import type { Connection } from "../connection/connection.ts";
import type { ServerLimits } from "../limits.ts";

/** Timeout of a call whose step has none of its own, in milliseconds. */
const CALL_MS = 600_000;

/**
 * The tools of a server for the steps of workflows, as `label.name`. A tool that does not declare itself read-only counts as one
 * that writes, so that a call needs approval.
 */
export async function serverTools(
  label: string,
  connection: Connection,
  limits: ServerLimits,
): Promise<readonly RunTool[]> {
  const { tools } = await connection.ask((client, options) => client.listTools({}, options));
  return tools.slice(0, limits.entries).map((tool) => toolOf(tool, label, connection));
}

function toolOf(tool: Tool, label: string, connection: Connection): RunTool {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  return {
    name: `${label}.${name}`,
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    sideEffects: annotations?.readOnlyHint === true ? "read" : "write",
    call: async (input, { signal }) => {
      const answer = await connection.ask(
        (client, options) =>
          client.callTool(
            { name, arguments: { ...Object(input) } },
            { ...options, timeout: CALL_MS, maxTotalTimeout: CALL_MS },
          ),
        signal,
      );
      if (answer.isError === true) throw new ToolCallFailed(textOf(answer));
      return answer.structuredContent ?? textOf(answer);
    },
  };
}

/** The server answered, and its answer is that the tool failed. */
class ToolCallFailed extends Error {
  override readonly name = "ToolCallFailed";
  readonly code = "tool_error";
}

/** The texts of an answer. Images and other content cannot be used by a step. */
function textOf({ content }: CallToolResult): string {
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
