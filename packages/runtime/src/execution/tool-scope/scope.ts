import type { Diagnostic } from "../../diagnostics.ts";
import type { ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/** What a declaration is worth: a hint for the host, an approval given ahead, or the limit of what may be called. */
export type ToolScopeMode = "advisory" | "pre-approve" | "restrict";

/** The mode that a value names; anything that is not a mode means the strictest one. */
export function readMode(value: unknown): ToolScopeMode {
  return value === "advisory" || value === "pre-approve" ? value : "restrict";
}

/** What one active skill says about tools; with an empty `allowed` it does not restrict. */
export interface ToolDeclaration {
  readonly skill: string;
  readonly allowed: readonly string[];
  /** Always removed, whatever else is said. */
  readonly disallowed?: readonly string[] | undefined;
  /** True for a skill of a server: a person is asked about every call that was not granted to it, in every mode. */
  readonly remote?: boolean | undefined;
}

export interface ToolScopeOptions extends ToolNames {
  readonly mode: ToolScopeMode;
  /** Names of the tools the host offers; absent when it does not say. */
  readonly host?: readonly string[] | undefined;
  /** The active skills. */
  readonly declarations: readonly ToolDeclaration[];
  /** Rules that the user granted for this session; every other call is asked about or, under `restrict`, denied. */
  readonly grants?: readonly string[] | undefined;
  /** The runtime's own tools, which no skill can restrict. */
  readonly always: readonly string[];
}

/**
 * `allow`: approved ahead. `defer`: nothing objects, and the host's own permissions decide. `ask`: a person must say yes first.
 * `deny`: it must not run.
 */
export type ToolVerdict = "allow" | "defer" | "ask" | "deny";

/** The answer for one call. */
export interface ToolDecision {
  readonly verdict: ToolVerdict;
  readonly reason: string;
  /** The active skill that decided. */
  readonly skill?: string;
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
