import type { ConnectingClient } from "@knowhow/runtime/authoring";
import { CLIENT_INFO_META_KEY } from "@modelcontextprotocol/server";
import { isRecord } from "../shared/is-record.ts";

/** Longer names and versions are not those of a known client. */
const MAX_LENGTH = 200;

/**
 * The client that a message introduces: with `initialize`, or in the newer protocol generation with any request.
 * Undefined if the message introduces none.
 */
export function connectingClient(message: unknown): ConnectingClient | undefined {
  if (!isRecord(message) || !isRecord(message.params)) return undefined;
  const { clientInfo, _meta: meta } = message.params;
  const info = message.method === "initialize" ? clientInfo : undefined;
  const given = info ?? (isRecord(meta) ? meta[CLIENT_INFO_META_KEY] : undefined);
  if (!isRecord(given) || !isShort(given.name)) return undefined;
  return isShort(given.version) ? { name: given.name, version: given.version } : { name: given.name };
}

function isShort(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_LENGTH;
}
