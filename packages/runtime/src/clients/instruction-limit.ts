import type { ClientPrompt, InstructionLimit } from "./client.ts";
import { CAPTURED_CLIENTS } from "./find-client.ts";

/** The smallest limit of any known client, in characters: what every client is assumed to show. */
export const SMALLEST_LIMIT: number = Math.min(
  ...CAPTURED_CLIENTS.flatMap(({ prompt }) => prompt.instructions.map(sizeOf)).filter((size) => size > 0),
);

/**
 * How many characters of a server's instructions a client shows: 0 if it shows none, infinite if no limit was found.
 * Without a readable version it is the smallest limit that any version has.
 */
export function instructionLimit({ instructions }: ClientPrompt, version: string | undefined): number {
  const parts = version === undefined ? undefined : numbersOf(version);
  if (parts === undefined) return Math.min(...instructions.map(sizeOf));
  const row = instructions.find(({ upTo }) => upTo === undefined || isAtMost(parts, numbersOf(upTo) ?? []));
  return row === undefined ? SMALLEST_LIMIT : sizeOf(row);
}

function sizeOf({ characters = Number.POSITIVE_INFINITY }: InstructionLimit): number {
  return characters;
}

/** The numbers of a version such as `2.1.295` or `v2.1.295-beta`. */
function numbersOf(version: string): readonly number[] | undefined {
  const written = /^v?(\d{1,9}(?:\.\d{1,9}){0,3})/.exec(version.trim())?.[1];
  return written?.split(".").map(Number);
}

function isAtMost(version: readonly number[], other: readonly number[]): boolean {
  const length = Math.max(version.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (version[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return true;
}
