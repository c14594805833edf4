/** A tool call by the model. The input is unvalidated. */
export interface ToolCall {
  readonly name: string;
  readonly input?: unknown;
}

/** The condition of a rule on one input. */
export type ToolArgument =
  | { readonly kind: "command-prefix" | "command-exact"; readonly argv: readonly string[] }
  | { readonly kind: "domain"; readonly host: string; readonly subdomainsOnly: boolean }
  | { readonly kind: "path-glob"; readonly pattern: string }
  | { readonly kind: "text"; readonly text: string };

/** One entry of `allowed-tools` or `tools`, as written and as parsed. */
export interface ToolRule {
  readonly source: string;
  /** A tool's name, `*`, or a name with `*` as a whole segment or at the end; for an invalid rule, the valid part. */
  readonly tool: string;
  /** Undefined if the rule applies to every call of the tool. */
  readonly argument?: ToolArgument;
  /** Why the rule is invalid; such a rule permits nothing. */
  readonly problem?: string;
}

/** How a tool takes the input that rules apply to. */
export interface ToolInput {
  /** `command` is one POSIX shell text; the text of another shell is `text`, which only an exact rule can match. */
  readonly kind: "command" | "path" | "url" | "text";
  /** Fields that may contain the input; every one that is present must match. */
  readonly fields: readonly string[];
  /** For a command: other fields that do not change what is run. Any further field makes the rule not match. */
  readonly besides?: readonly string[];
  /** For a text: true if a rule may end in `:*` or ` *`, for arguments behind the text. */
  readonly takesArguments?: boolean;
}

/** The host's description of its own tools. */
export interface ToolNames {
  /** Further names of a tool, for example `{ Bash: ["sandbox_run"] }`. Common names are known. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Inputs of tools that are missing from the default table or differ from it. */
  readonly inputs?: Readonly<Record<string, ToolInput>>;
  /** Absolute path that relative paths and patterns are resolved against. */
  readonly root?: string;
}
