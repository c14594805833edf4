import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** One page of a sorted list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string;
}

const PREFIX = "after:";

/**
 * The page after a cursor. A cursor names the last key of the page before, so that items that are added or removed in
 * between are neither skipped nor repeated.
 */
export function paginate<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  size: number,
  keyOf: (item: Item) => string,
): Page<Item> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const found = after === undefined ? 0 : items.findIndex((item) => keyOf(item) > after);
  const start = found < 0 ? items.length : found;
  const page = items.slice(start, start + size);
  const last = page.at(-1);
  return start + size >= items.length || last === undefined
    ? { items: page }
    : { items: page, nextCursor: cursorAfter(keyOf(last)) };
}

/** The cursor of the page that starts after a key. */
export function cursorAfter(key: string): string {
  return Buffer.from(PREFIX + key).toString("base64url");
}

function decodeCursor(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  if (!text.startsWith(PREFIX)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid cursor");
  return text.slice(PREFIX.length);
}
