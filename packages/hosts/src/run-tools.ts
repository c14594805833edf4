import type { Awaitable } from "@knowhow/runtime";
import type { JsonSchema, RunTool, ToolRegistry } from "@knowhow/runtime/workflows";
import { checkOptions } from "./check-options.ts";
import { type AskOptions, runPermitted } from "./guard.ts";
import { readSkillFile } from "./skill-files.ts";
import type { ReadingSession } from "./skill-session.ts";
import { isRecord } from "./text-of.ts";

/** A host's tool, as its adapter reads it. */
export interface HostTool {
  readonly name: string;
  readonly description?: unknown;
  /** JSON Schema, or a schema of a library that can be converted to it. */
  readonly schema?: unknown;
  call(input: unknown, context: { readonly signal: AbortSignal; readonly id: string }): Awaitable<unknown>;
}

/** Options for the tools of runs. */
export interface RunToolsOptions extends AskOptions {
  /** Names of the tools that change nothing. The others need approval in a run, unless the runtime's policy allows them. */
  readonly readOnly?: readonly string[];
}

/** A session that is opened after its tools are defined. */
export type SessionOf = () => Pick<ReadingSession, "authorize" | "readTool" | "resolve">;

/**
 * The registry of the steps of workflows, made of the host's own tools. Each call takes the path of the model's calls:
 * the session must permit it, and the user is asked if needed.
 */
export function hostRegistry(
  session: SessionOf,
  tools: readonly HostTool[],
  options: RunToolsOptions,
): ToolRegistry {
  checkOptions("runTools", options, { ask: "a function", readOnly: "a list" });
  const { ask, readOnly = [] } = options;
  return {
    list: () =>
      Promise.all(
        tools.map(async ({ name, description, schema, call }): Promise<RunTool> => {
          const inputSchema = await jsonSchemaOf(schema);
          return {
            name,
            ...(typeof description === "string" ? { description } : {}),
            ...(inputSchema === undefined ? {} : { inputSchema }),
            sideEffects: readOnly.includes(name) ? "read" : "execute",
            call: async (input, { signal, idempotencyKey }) => {
              const file = await readSkillFile(session(), name, input);
              if (file?.isError) throw new Error(file.text);
              if (file !== undefined) return file.text;
              const output = await runPermitted(
                session().authorize({ name, input }, { ask, signal }),
                (permitted) => call(permitted, { signal, id: idempotencyKey }),
                (reason) => Promise.reject(new ToolDenied(reason)),
              );
              return structured(await output);
            },
          };
        }),
      ),
  };
}

/** The session or the user refused a call. */
class ToolDenied extends Error {
  override readonly name = "ToolDenied";
  readonly code = "denied";
}

/** Tools of many frameworks can only return text. Steps get the object or the list in it. */
function structured(output: unknown): unknown {
  if (typeof output !== "string" || !/^\s*[[{]/.test(output)) return output;
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}

/** Plain JSON Schema, a schema of AI SDK, or a Standard Schema that can write JSON Schema; otherwise undefined. */
async function jsonSchemaOf(schema: unknown): Promise<JsonSchema | undefined> {
  if (!isRecord(schema) && typeof schema !== "function") return undefined;
  const standard: unknown = Reflect.get(schema, "~standard");
  const writer = isRecord(standard) && isRecord(standard.jsonSchema) ? standard.jsonSchema.input : undefined;
  if (typeof writer === "function") return plain(writer({ target: "draft-2020-12" }));
  if (standard !== undefined) return undefined;
  const own: unknown = await Reflect.get(schema, "jsonSchema");
  return plain(own ?? schema);
}

function plain(schema: unknown): JsonSchema | undefined {
  return isRecord(schema) && (typeof schema.type === "string" || isRecord(schema.properties))
    ? schema
    : undefined;
}
