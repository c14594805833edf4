import type { ToolCall, ToolDecision } from "../execution/tool-scope/tool-scope.ts";
import type { SessionOptions } from "../session/session-options.ts";

/** What an `expect` line requires of the conversation so far. */
export interface ScriptExpectation {
  readonly baselineIncludes?: string | readonly string[];
  /** Whether the latest turn has the same baseline as the previous one. */
  readonly baselineSame?: boolean;
  readonly deltaIncludes?: string | readonly string[];
  /** The skills that the latest turn or compaction injected, in any order. */
  readonly injects?: readonly string[];
  /** The active skills, in any order. */
  readonly active?: readonly string[];
  readonly isError?: boolean;
  readonly textIncludes?: string | readonly string[];
  readonly verdict?: ToolDecision["verdict"];
}

/** The action of one line of a script. */
export type ScriptAction =
  | {
      readonly step: "user";
      readonly text: string;
      readonly files: readonly string[];
      readonly tools: readonly string[] | undefined;
    }
  | { readonly step: "assistant"; readonly text: string }
  | { readonly step: "call"; readonly tool: string; readonly args: unknown }
  | { readonly step: "guard"; readonly call: ToolCall }
  | { readonly step: "write"; readonly files: Readonly<Record<string, string>> }
  | { readonly step: "remove"; readonly paths: readonly string[] }
  | { readonly step: "reload" }
  | { readonly step: "compact"; readonly keepTokens: number | undefined }
  | { readonly step: "release"; readonly name: string }
  | { readonly step: "session"; readonly options: SessionOptions }
  | { readonly step: "fork"; readonly options: SessionOptions }
  | { readonly step: "join" }
  | { readonly step: "expect"; readonly expectation: ScriptExpectation };

/** An action with its line number, for error messages. */
export type ScriptLine = ScriptAction & {
  readonly line: number;
};

/** A scripted conversation. */
export interface Script {
  /** Names the script in error messages. */
  readonly path: string;
  readonly lines: readonly ScriptLine[];
}
