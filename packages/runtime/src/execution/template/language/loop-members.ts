/** What `loop` tells about a loop. */
export const LOOP_MEMBERS: ReadonlySet<string> = new Set([
  "index",
  "index0",
  "revindex",
  "revindex0",
  "first",
  "last",
  "length",
  "previtem",
  "nextitem",
]);
