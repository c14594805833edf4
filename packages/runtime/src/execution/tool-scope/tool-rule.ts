/** A call that the model wants to make; the input is what it sent, not yet checked by anybody. */
export interface ToolCall {
  readonly name: string;
  readonly input?: unknown;
}

/** What a rule says about the one input it looks at. */
export type ToolArgument =
  | { readonly kind: "command-prefix" | "command-exact"; readonly argv: readonly string[] }
  | { readonly kind: "domain"; readonly host: string; readonly subdomainsOnly: boolean }
  | { readonly kind: "path-glob"; readonly pattern: string }
  | { readonly kind: "text"; readonly text: string };

/** One entry of `allowed-tools` or `tools`, as written and as understood. */
export interface ToolRule {
  readonly source: string;
  /** A tool's name, `*`, or a name with `*` as a whole segment or at the end; as far as it could be read. */
  readonly tool: string;
  /** Absent when the rule is about every call of the tool. */
  readonly argument?: ToolArgument;
  /** Why the rule cannot be understood; such a rule permits nothing. */
  readonly problem?: string;
}

/** How a tool takes the input that rules look at. */
export interface ToolInput {
  /** `command` is one POSIX shell text; a shell of another kind is `text`, which only an exact rule can match. */
  readonly kind: "command" | "path" | "url" | "text";
  /** The fields that may hold it; every one that is present must match. */
  readonly fields: readonly string[];
  /** For a command: other fields that do not change what is run. Any field beyond these refuses the rule. */
  readonly besides?: readonly string[];
}

/** What the host says about its own tools. */
export interface ToolNames {
  /** Names of one and the same tool, for instance `{ Bash: ["bash", "run_command"] }`. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Inputs of tools that the default table does not know or sees differently. */
  readonly inputs?: Readonly<Record<string, ToolInput>>;
  /** Absolute path that relative paths and patterns start from. */
  readonly root?: string;
}
