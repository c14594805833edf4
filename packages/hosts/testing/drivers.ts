import type { Approver, Session } from "@knowhow/runtime";
import { guardTools as guardAiSdkTools } from "../src/ai-sdk.ts";
import { anthropicLoop } from "../src/anthropic.ts";
import { skillsMiddleware } from "../src/langchain.ts";
import { guardTools as guardMastraTools } from "../src/mastra.ts";
import { guardTools as guardOpenAiTools } from "../src/openai.ts";
import { plainLoop } from "../src/plain.ts";

/** One tool of a host, and what the host says about questions. */
interface Host {
  readonly session: Session;
  readonly name: string;
  /** The tool itself: gets the input that it is run with. */
  readonly run: (input: unknown) => string;
  readonly ask?: Approver | undefined;
}

/** A call of the model; gives what the model reads. */
type Call = (input: unknown, signal?: AbortSignal) => Promise<string>;

/** Every adapter with one tool, called as its framework calls it. */
export const DRIVERS: Readonly<Record<string, (host: Host) => Call>> = {
  "ai-sdk": (host) => byExecute(host, guardAiSdkTools),
  mastra: (host) => byExecute(host, guardMastraTools),
  openai: ({ session, name, run, ask }) => {
    const tool = {
      name,
      invoke: async (_: unknown, text: string, _details?: unknown) => run(JSON.parse(text)),
    };
    const [guarded] = guardOpenAiTools(session, [tool], { ask });
    return async (input, signal) => readable(() => guarded?.invoke({}, JSON.stringify(input), { signal }));
  },
  anthropic: ({ session, name, run, ask }) => {
    const loop = anthropicLoop(session, { tools: [anthropicTool(name, run)], ask });
    return async (input, signal) =>
      readable(
        async () =>
          (await loop.answer([{ type: "tool_use", id: "1", name, input }], signal))?.content[0]?.content,
      );
  },
  "anthropic's tool runner": ({ session, name, run, ask }) => {
    const [tool] = anthropicLoop(session, { tools: [anthropicTool(name, run)], ask }).runnable();
    return async (input, signal) => readable(() => tool?.run(input, { toolUse: { id: "1" }, signal }));
  },
  langchain: ({ session, name, run, ask }) => {
    const { wrapToolCall } = skillsMiddleware(session, { tools: [{ name }], ask });
    return async (args, signal) =>
      readable(() =>
        wrapToolCall({ toolCall: { name, args }, runtime: { signal } }, async ({ tool, toolCall }) =>
          tool === undefined ? run(toolCall.args) : tool.invoke(toolCall),
        ),
      );
  },
  plain: ({ session, name, run, ask }) => {
    const tool = { description: "", inputSchema: {}, run: async (input: unknown) => run(input) };
    const loop = plainLoop(session, { tools: { [name]: tool }, ask });
    return async (input, signal) => readable(async () => (await loop.answer({ name, input }, signal)).text);
  },
};

function byExecute({ session, name, run, ask }: Host, guard: typeof guardAiSdkTools): Call {
  const tool = { execute: async (input: unknown, _options: unknown) => run(input) };
  const guarded = guard(session, { [name]: tool }, { ask })[name];
  return async (input, abortSignal) => readable(() => guarded?.execute(input, { abortSignal }));
}

function anthropicTool(name: string, run: Host["run"]) {
  return { name, description: "", input_schema: { type: "object" } as const, run };
}

/** Frameworks hand the message of an error to the model. */
async function readable(call: () => Promise<string | undefined> | string | undefined): Promise<string> {
  try {
    return (await call()) ?? "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
