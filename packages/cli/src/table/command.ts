import type { ExitCode } from "../io/exit-codes.ts";
import type { Io } from "../io/io.ts";
import type { Screen } from "../terminal/screen.ts";
import type { Arguments } from "./arguments.ts";

/** One `--option` of a command. */
export interface OptionSpec {
  readonly name: string;
  readonly short?: string;
  /** Placeholder of its value; absent for a switch. */
  readonly value?: string;
  /** True when it may be given several times. */
  readonly many?: boolean;
  /** Its value is a whole number, at least this. */
  readonly least?: number;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** Its value is a directory, for shell completion. */
  readonly completes?: "directories";
  readonly summary: string;
}

/** One argument of a command that has no option name. */
export interface PositionalSpec {
  readonly name: string;
  readonly optional?: boolean;
  readonly many?: boolean;
  readonly choices?: readonly string[];
  /** What shell completion offers for it. */
  readonly completes?: "skills" | "paths" | "commands";
  readonly summary: string;
}

/** A command as typed: `knowhow list --all`, with what it is good for. */
export interface Example {
  readonly line: string;
  readonly summary: string;
}

/** One row of the command table: an action, or a group of them. Parsing, help, completion and the reference page use it. */
export type CommandSpec = ActionSpec | GroupSpec;

/** What every row of the command table has. */
interface Row {
  readonly name: string;
  readonly summary: string;
  /** Follows the summary in help and on the reference page. */
  readonly detail?: string;
  readonly examples: readonly Example[];
  /** True for a command that is called by other programs and not shown to users. */
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
   * The action that runs when no subcommand is named; without one, the group prints its help. If it takes arguments, a word
   * that is not a subcommand is one of them.
   */
  readonly fallback?: ActionSpec;
}

/** What a command is given. */
export interface Call {
  readonly args: Arguments;
  readonly io: Io;
  /** The whole table, for commands that are about commands. */
  readonly commands: readonly CommandSpec[];
}

/** What a command gives back: data, the same for eyes, and the exit code. */
export interface Answer {
  readonly exit: ExitCode;
  /** The document that `--json` prints. */
  readonly data: unknown;
  /** True when the command wrote all that it has to say while it ran. */
  readonly printed?: boolean;
  /** The text for people, without a newline at its end; asked for only when it is printed. */
  text(screen: Screen): string;
}

export type Command = (call: Call) => Promise<Answer>;
