import { EXIT, type ExitCode } from "./exit-codes.ts";

/** Every code of an error that the command line itself reports; the engine has codes of its own. */
export const CLI_ERROR_CODES = {
  "cli.unknown-command": { exit: EXIT.usage, summary: "There is no command of this name." },
  "cli.unknown-option": { exit: EXIT.usage, summary: "The command has no option of this name." },
  "cli.bad-value": { exit: EXIT.usage, summary: "An option or argument has a value that cannot be used." },
  "cli.missing-argument": { exit: EXIT.usage, summary: "The command needs an argument that is not there." },
  "cli.extra-argument": { exit: EXIT.usage, summary: "The command takes fewer arguments." },
  "cli.not-found": { exit: EXIT.no, summary: "Nothing has the given name or path." },
  "cli.exists": { exit: EXIT.no, summary: "The file to be written is already there." },
  "cli.refused": { exit: EXIT.refused, summary: "A policy, or the lack of trust, does not allow it." },
  "cli.unreadable": { exit: EXIT.broken, summary: "A path exists and cannot be read or written." },
  "cli.unexpected": {
    exit: EXIT.broken,
    summary: "Something happened that nobody foresaw; it is worth a bug report.",
  },
} as const satisfies Record<string, { readonly exit: ExitCode; readonly summary: string }>;

export type CliErrorCode = keyof typeof CLI_ERROR_CODES;

/** What helps the person on. */
export interface Help {
  readonly hint?: string | undefined;
  /** A mistyped word and the words that would have been right; the nearest one becomes the hint. */
  readonly typed?: { readonly word: string; readonly known: readonly string[] };
}

/** Recognises our error by name, because files that are loaded on demand carry a copy of the class. */
export function isCliError(error: unknown): error is CliError {
  return error instanceof Error && error.name === "CliError" && "help" in error;
}

/** A command cannot go on: one line that says why, a hint on what to do next, and an exit code by its code. */
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
