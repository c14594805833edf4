import type { Injection, TurnReport } from "../conversation.ts";
import type { ToolDecision } from "../execution/tool-scope/tool-scope.ts";

/** What the model got in a turn. */
export interface PlayedTurn {
  readonly text: string;
  /** The stable prefix; null if it is the same as in the previous turn. */
  readonly baseline: string | null;
  readonly baselineTokens: number;
  readonly delta: string | null;
  readonly inject: readonly Injection[];
  /** Names of the skill tools that are available now. */
  readonly tools: readonly string[];
  /** Null if the host's tools are not restricted. */
  readonly activeTools: readonly string[] | null;
  readonly fingerprint: string;
  readonly report: TurnReport;
}

/** The result of one line of a script. */
export type PlayedLine = { readonly line: number } & (
  | ({ readonly step: "user" } & PlayedTurn)
  | { readonly step: "assistant"; readonly text: string }
  | {
      readonly step: "call";
      readonly tool: string;
      readonly args: unknown;
      readonly text: string;
      readonly isError: boolean;
      readonly metadata: Readonly<Record<string, unknown>>;
    }
  | {
      readonly step: "guard";
      readonly tool: string;
      readonly verdict: ToolDecision["verdict"];
      readonly reason: string;
      readonly rule: string | null;
    }
  | { readonly step: "write" | "remove"; readonly paths: readonly string[] }
  | { readonly step: "reload"; readonly skills: number; readonly changed: boolean }
  | { readonly step: "compact"; readonly inject: readonly Injection[] }
  | { readonly step: "release"; readonly name: string; readonly wasActive: boolean }
  | { readonly step: "session" | "fork"; readonly skills: readonly string[] | null }
  | { readonly step: "join" }
  | { readonly step: "expect"; readonly ok: boolean; readonly failures: readonly string[] }
);

/** What a script gave, as `knowhow simulate --json` prints it. */
export interface PlayedScript {
  /** False if an `expect` line failed. */
  readonly ok: boolean;
  readonly steps: readonly PlayedLine[];
}
