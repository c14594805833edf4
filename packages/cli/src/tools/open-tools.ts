import type { RunTool, WorkflowSettings } from "@knowhow/runtime";
import type { Io } from "../io/io.ts";
import type { Arguments } from "../table/arguments.ts";
import { fileTools } from "./file-tools.ts";

/** What the tools need to know about runs. */
export interface ToolContext {
  readonly args: Arguments;
  readonly io: Io;
  /** The directory of a run. */
  readonly directoryOf: (run: string) => Promise<string>;
}

/** The tools and the policy of the runs of a command line. */
export function openTools({ args, directoryOf }: ToolContext): Pick<WorkflowSettings, "tools" | "policy"> {
  const writeBelow = args.text("allow-write");
  const list = (): readonly RunTool[] => fileTools({ directoryOf, writeBelow });
  return {
    tools: { list },
    policy: { allow: writeBelow === undefined ? [] : ["files.write"] },
  };
}
