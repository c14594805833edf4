import { nearestWord } from "../../basics/words.ts";
import type { ToolResult } from "../../conversation.ts";
import { isKnowhowError } from "../../errors.ts";
import { oneLine } from "../../injection/escape-text.ts";
import { type CallContext, failure, type ToolArguments, type ToolContext } from "../../skill-tool.ts";
import { noteOf } from "../note-of.ts";
import type { SessionEngine } from "../session-engine.ts";
import { checkArguments } from "./check-arguments.ts";
import { isOffered, type NamedTool } from "./define-tool.ts";

/** A call as the model wrote it. */
interface WrittenCall {
  readonly tool: string;
  readonly args: unknown;
  readonly context: CallContext;
}

/** What a call needs from its conversation. */
interface CallingSession {
  readonly prepare: () => Promise<void>;
  /** Why the active skills do not allow the call; undefined if they do. */
  readonly refuse: (tool: NamedTool, args: ToolArguments) => Promise<string | undefined>;
  readonly context: () => ToolContext;
}

/** Runs a skill tool by the name that the profile gives it, and reports a call that failed. */
export async function callTool(
  call: WrittenCall,
  { tools, emit }: Pick<SessionEngine, "tools" | "emit">,
  session: CallingSession,
): Promise<ToolResult> {
  const { tool } = call;
  const found = findTool(tool, tools);
  const result = found === undefined ? failure(unknownTool(tool, tools)) : await run(found, call, session);
  if (result.isError) {
    const { toolUseId } = call.context;
    // A name that a model made up is text, which events never contain.
    const name = found?.naming.name ?? "unknown";
    emit({ type: "tool.failed", tool: name, ...(toolUseId === undefined ? {} : { toolUseId }) });
  }
  return result;
}

/** By its name, by another name that models know, or by its name with dots, as some documents write it. */
function findTool(tool: unknown, tools: readonly NamedTool[]): NamedTool | undefined {
  if (typeof tool !== "string") return undefined;
  const named = (name: string) => tools.find(({ naming }) => naming.name === name);
  return (
    named(tool) ??
    tools.find(({ naming }) => naming.aliases?.includes(tool)) ??
    named(tool.replaceAll(".", "_"))
  );
}

async function run(
  found: NamedTool,
  { args, context }: WrittenCall,
  session: CallingSession,
): Promise<ToolResult> {
  const { tool, naming } = found;
  await session.prepare();
  const checked = checkArguments(tool, naming, args);
  if (!checked.ok) return failure(checked.message);
  const refusal = await session.refuse(found, checked.args);
  if (refusal !== undefined) return failure(refusal);
  context.signal?.throwIfAborted();
  try {
    return await tool.run(checked.args, session.context(), context);
  } catch (error) {
    if (isKnowhowError(error)) return failure(noteOf(error));
    throw error;
  }
}

function unknownTool(tool: unknown, tools: readonly NamedTool[]): string {
  if (typeof tool !== "string") return "the name of a tool must be a string";
  const known = tools.filter(isOffered).map(({ naming }) => naming.name);
  const near = nearestWord(tool, known);
  return `unknown skill tool '${oneLine(tool).slice(0, 60)}'; ${near === undefined ? `use one of ${known.join(", ")}` : `did you mean '${near}'?`}`;
}
