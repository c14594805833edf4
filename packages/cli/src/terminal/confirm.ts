import type { Io } from "../io/io.ts";
import { openScreen, type Screen } from "./screen.ts";

/** A question before something is changed. */
export interface Question {
  /** What is about to change; shown above the question. */
  preview(screen: Screen): string;
  readonly text: string;
  /** Says what did not happen if the user cannot be asked: "nothing was written". */
  readonly otherwise: string;
  readonly noColor: boolean;
}

/** Asks the user for a yes or no on stderr; "cannot ask", with a message there, if stdin is not a terminal. */
export async function confirm(
  io: Io,
  { preview, text, otherwise, noColor }: Question,
): Promise<"yes" | "no" | "cannot ask"> {
  if (io.ask === undefined) {
    io.stderr.write(`knowhow: ${otherwise}: stdin is not a terminal\n  hint: add --yes\n`);
    return "cannot ask";
  }
  io.stderr.write(`${preview(openScreen(io, io.stderr, { noColor, quiet: false }))}\n`);
  const answer = (await io.ask(`${text} [y/N] `)) ?? "";
  return /^y(?:es)?$/i.test(answer) ? "yes" : "no";
}
