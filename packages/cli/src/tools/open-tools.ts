import type { RunModel, RunTool, ToolCallContext, WorkflowSettings } from "@knowhow/runtime/workflows";
import type { Io } from "../io/io.ts";
import type { Arguments } from "../table/arguments.ts";
import { fileTools } from "./file-tools.ts";

/** What the tools need to know about runs. */
export interface ToolContext {
  readonly args: Arguments;
  readonly io: Io;
  /** The directory of the run that calls a tool. */
  readonly directoryOf: (context: ToolCallContext) => string;
  /** The tools of the configured MCP servers. */
  readonly serverTools: () => Promise<readonly RunTool[]>;
}

/** The tools, the model and the policy of the runs of a command line. */
export function openTools(context: ToolContext): Pick<WorkflowSettings, "tools" | "policy" | "model"> {
  const { args, io, directoryOf, serverTools } = context;
  const writeBelow = args.text("allow-write");
  const hosts = args.list("allow-http");
  const list = async (): Promise<readonly RunTool[]> => [
    ...fileTools({ directoryOf, writeBelow }),
    ...(hosts.length === 0 ? [] : [(await import("./http-get.ts")).httpGet({ hosts })]),
    ...(await serverTools()),
  ];
  const policy = { allow: writeBelow === undefined ? [] : ["files.write"] };
  return (io.env.KNOWHOW_MODEL ?? "") === ""
    ? { tools: { list }, policy }
    : { tools: { list }, policy, model: lazyModel(io) };
}

/** Its code is loaded for the first prompt. */
function lazyModel({ env }: Io): RunModel {
  return {
    generate: async (request) => {
      const { endpointModel } = await import("./endpoint-model.ts");
      const model = endpointModel(env);
      if (model === undefined) throw new Error("KNOWHOW_MODEL is not set");
      return model.generate(request);
    },
  };
}
