import type { Io } from "../io/io.ts";
import { sanitise } from "../terminal/sanitise.ts";

/** Prints notes for the user, on stderr because stdout is for the result. */
export function sayNotes(notes: readonly string[], io: Pick<Io, "stderr">): void {
  for (const note of notes) io.stderr.write(`knowhow: ${sanitise(note)}\n`);
}
