import type { Io } from "./io.ts";
import { sanitise } from "./report/sanitise.ts";

/** Notes are for people, so they never go to stdout. */
export function sayNotes(notes: readonly string[], io: Pick<Io, "stderr">): void {
  for (const note of notes) io.stderr.write(`knowhow: ${sanitise(note)}\n`);
}
