import type { ExitCode } from "../io/exit-codes.ts";
import type { Io } from "../io/io.ts";
import type { Screen } from "../terminal/screen.ts";
import type { Arguments } from "./arguments.ts";

/** One `--option` of a command. */
export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  /** Placeholder of its value; undefined for a switch. */
  readonly value?: string;
  /** The value if none is given; another one is written as `--name=VALUE`. */
  readonly bare?: string;
  /** True if it may be repeated. */
  readonly many?: boolean;
  /** Smallest value of an option that takes a whole number. */
  readonly least?: number;
  /** The allowed values. */
  readonly choices?: readonly string[];
  /** What shell completion offers for its value. */
  readonly completes?: "directories" | "files" | "skills";
  readonly summary: string;
}

/** One positional argument of a command. */
export interface PositionalSpec {
  readonly name: string;
  readonly optional?: boolean;
  readonly many?: boolean;
  /** An empty value is an answer, as in `knowhow search "$words"`; otherwise it is refused. */
  readonly mayBeEmpty?: boolean;
  readonly choices?: readonly string[];
  /** What shell completion offers for it. */
  readonly completes?: "skills" | "skill-urls" | "runs" | "open-runs" | "paths" | "commands";
  readonly summary: string;
}

/** A command line, such as `knowhow list --all`, and what it does. */
export interface Example {
  readonly line: string;
  readonly summary: string;
}

/** One row of the command table; parsing, help, completion and the reference page are generated from it. */
export type CommandSpec = ActionSpec | GroupSpec;

/** What every row of the command table has. */
interface Row {
  readonly name: string;
  readonly summary: string;
  /** Follows the summary in help and on the reference page. */
  readonly detail?: string;
  readonly examples: readonly Example[];
  /** Heading of the command in `knowhow --help`; undefined for a subcommand. */
  readonly section?: string;
  /** True for a command that only other programs call; it is not shown to users. */
  readonly hidden?: boolean;
}

/** A command that runs: `knowhow list`, `knowhow mcp install`. */
export interface ActionSpec extends Row {
  readonly positionals: readonly PositionalSpec[];
  readonly options: readonly OptionSpec[];
  readonly commands?: undefined;
  /** Imports the code of the command, only when it runs. */
  load(): Promise<Command>;
}

/** A command that has subcommands, which may be groups themselves: `knowhow mcp`. */
export interface GroupSpec extends Row {
  readonly commands: readonly CommandSpec[];
  /**
   * The subcommand that runs when none is named; without it, the group prints its help. If it takes arguments, a word that
   * is not a subcommand is an argument.
   */
  readonly fallback?: ActionSpec;
}

/** The input of a command. */
export interface Call {
  readonly args: Arguments;
  readonly io: Io;
  /** The command table, for `help` and `completion`. */
  readonly commands: readonly CommandSpec[];
}

/** The output of a command: data for programs, text for users, and the exit code. */
export interface Answer {
  readonly exit: ExitCode;
  /** The document that `--json` prints. */
  readonly data: unknown;
  /** True if the command has written its output itself, as a server does. */
  readonly printed?: boolean;
  /** The text for users, without a trailing newline; called only when it is printed. */
  text(screen: Screen): string;
}

export type Command = (call: Call) => Promise<Answer>;
