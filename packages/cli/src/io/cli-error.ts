import { EXIT, type ExitCode } from "./exit-codes.ts";

/** Codes of the errors that the command line itself reports; the engine has its own. */
export const CLI_ERROR_CODES = {
  "cli.unknown-command": { exit: EXIT.usage, summary: "Unknown command." },
  "cli.unknown-option": { exit: EXIT.usage, summary: "Unknown option." },
  "cli.bad-value": { exit: EXIT.usage, summary: "Invalid value of an option or argument." },
  "cli.missing-argument": { exit: EXIT.usage, summary: "Missing argument." },
  "cli.extra-argument": { exit: EXIT.usage, summary: "Unexpected argument." },
  "cli.not-found": { exit: EXIT.no, summary: "No skill, file or directory with this name." },
  "cli.exists": { exit: EXIT.no, summary: "The file to create already exists." },
  "cli.refused": { exit: EXIT.refused, summary: "Refused by policy or trust." },
  "cli.directory-missing": {
    exit: EXIT.paused,
    summary: "The directory that a run was started in no longer exists; the run waits for it.",
  },
  "cli.unreadable": {
    exit: EXIT.broken,
    summary: "A path cannot be read or written, or a port cannot be used.",
  },
  "cli.unexpected": {
    exit: EXIT.broken,
    summary: "Unexpected error; please report it as a bug.",
  },
} as const satisfies Record<string, { readonly exit: ExitCode; readonly summary: string }>;

export type CliErrorCode = keyof typeof CLI_ERROR_CODES;

/** What helps the user to fix the error. */
export interface Help {
  readonly hint?: string | undefined;
  /** A mistyped word and the valid ones; if one of them is near, it becomes the hint. */
  readonly typed?: { readonly word: string; readonly known: readonly string[] };
}

/** Recognises a `CliError` by name, because each bundled file has its own copy of the class. */
export function isCliError(error: unknown): error is CliError {
  return error instanceof Error && error.name === "CliError" && "help" in error;
}

/** An error that ends the command: a message, a hint, and a code that decides the exit code. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly code: CliErrorCode;
  readonly help: Help;

  constructor(code: CliErrorCode, message: string, help: Help | string = {}) {
    super(message);
    this.code = code;
    this.help = typeof help === "string" ? { hint: help } : help;
  }
}
