import type { Diagnostic } from "../../diagnostics.ts";
import type { ToolCall, ToolNames, ToolRule } from "./tool-rule.ts";

/**
 * What a skill's tool declaration means: a hint for the host, an approval in advance, or the limit of what may be
 * called.
 */
export type ToolScopeMode = "advisory" | "pre-approve" | "restrict";

/** The mode that a value names. Anything else means the strictest mode. */
export function readMode(value: unknown): ToolScopeMode {
  return value === "advisory" || value === "pre-approve" ? value : "restrict";
}

/** The tool declaration of an active skill. If `allowed` is empty, it does not restrict. */
export interface ToolDeclaration {
  readonly skill: string;
  readonly allowed: readonly string[];
  /** Always denied, whatever else is allowed. */
  readonly disallowed?: readonly string[] | undefined;
  /** True for a skill of a server: in every mode, the user is asked about every call that was not granted to it. */
  readonly remote?: boolean | undefined;
}

export interface ToolScopeOptions extends ToolNames {
  readonly mode: ToolScopeMode;
  /** Names of the tools that the host offers; undefined if unknown. */
  readonly host?: readonly string[] | undefined;
  /** Declarations of the active skills. */
  readonly declarations: readonly ToolDeclaration[];
  /** Rules that the user granted for this session. All other calls need approval or, under `restrict`, are denied. */
  readonly grants?: readonly string[] | undefined;
  /** Names of the runtime's own tools. A skill can restrict only those in `loaders`. */
  readonly always: readonly string[];
  /** Names of own tools that load or read a skill. Rules such as `Skill(name)` apply to them. Default none. */
  readonly loaders?: readonly string[] | undefined;
}

/**
 * `allow`: approved in advance. `defer`: no objection, the host's own permissions decide. `ask`: the user must approve
 * first. `deny`: it must not run.
 */
export type ToolVerdict = "allow" | "defer" | "ask" | "deny";

/** The decision about one call. */
export interface ToolDecision {
  readonly verdict: ToolVerdict;
  readonly reason: string;
  /** The active skill that decided. */
  readonly skill?: string;
  /** The rule that decided or came closest, as written. */
  readonly rule?: string;
  /** For a call that a skill denies: how its limit ends, in a full sentence. */
  readonly hint?: string;
}

export interface ToolScope {
  /** The host's tools that some call may still use, and the runtime's own; undefined if nothing is restricted. */
  readonly activeTools: readonly string[] | undefined;
  decide(call: ToolCall): ToolDecision;
  readonly diagnostics: readonly Diagnostic[];
}

/** The parsed rules of one active skill. */
export interface ReadDeclaration {
  readonly skill: string;
  readonly allowed: readonly ToolRule[];
  readonly disallowed: readonly ToolRule[];
  readonly remote: boolean;
}

/** The options with all rules parsed. */
export interface ReadScope {
  readonly options: ToolScopeOptions;
  readonly declarations: readonly ReadDeclaration[];
  readonly grants: readonly ToolRule[];
}

/** The declarations that restrict; a skill without declared tools does not. */
export function declaring(scope: ReadScope): readonly ReadDeclaration[] {
  return scope.declarations.filter(({ allowed }) => allowed.length > 0);
}
