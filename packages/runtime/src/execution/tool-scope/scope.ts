import type { Diagnostic } from "../../diagnostics.ts";
import type { ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/** What a declaration is worth: a hint for the host, an approval given ahead, or the limit of what may be called. */
export type ToolScopeMode = "advisory" | "pre-approve" | "restrict";

/** What one active skill says about tools; with an empty `allowed` it does not restrict. */
export interface ToolDeclaration {
  readonly skill: string;
  readonly allowed: readonly string[];
  /** Always removed, whatever else is said. */
  readonly disallowed?: readonly string[] | undefined;
  /** True for a skill of a server: what was not granted to it is the person's decision, whatever other skills list. */
  readonly remote?: boolean | undefined;
}

export interface ToolScopeOptions extends ToolNames {
  readonly mode: ToolScopeMode;
  /** Names of the tools the host offers; absent when it does not say. */
  readonly host?: readonly string[] | undefined;
  /** The active skills. */
  readonly declarations: readonly ToolDeclaration[];
  /** Rules the person granted for this session: a further set that every call must be in. Absent: no such set. */
  readonly grants?: readonly string[] | undefined;
  /** The runtime's own tools, which no skill can restrict. */
  readonly always: readonly string[];
}

/** The answer for one call; "ask" leaves it to the host's own permission flow. */
export interface ToolDecision {
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
  /** The rule that decided or came nearest, as written. */
  readonly rule?: string;
}

export interface ToolScope {
  /** Host tools of which some call may still pass, and the runtime's own; undefined when nothing is taken away. */
  readonly activeTools: readonly string[] | undefined;
  decide(call: ToolCall): ToolDecision;
  readonly diagnostics: readonly Diagnostic[];
}

/** The rules of one active skill, read. */
export interface ReadDeclaration {
  readonly skill: string;
  readonly allowed: readonly ToolRule[];
  readonly disallowed: readonly ToolRule[];
  readonly remote: boolean;
}

/** The options with every rule read. */
export interface ReadScope {
  readonly options: ToolScopeOptions;
  readonly declarations: readonly ReadDeclaration[];
  readonly grants: readonly ToolRule[];
}

/** The declarations that restrict: a skill that lists no tools leaves them as they are. */
export function declaring(scope: ReadScope): readonly ReadDeclaration[] {
  return scope.declarations.filter(({ allowed }) => allowed.length > 0);
}
