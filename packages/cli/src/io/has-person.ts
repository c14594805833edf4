import type { Io } from "./io.ts";

/** True if somebody sits at a terminal; the output may go elsewhere, such as to a pager. Without a person, it may be an agent that reads. */
export function hasPerson({ ask, stdout }: Pick<Io, "ask" | "stdout">): boolean {
  return ask !== undefined || stdout.isTTY;
}
