import { KnowhowError } from "@knowhow/runtime";
import type { FetchLike } from "@modelcontextprotocol/client";

/** A fetch that only accesses one origin and rejects responses larger than the limit. */
export function guardedFetch(address: string, maxBytes: number, base: FetchLike = fetch): FetchLike {
  const { origin } = new URL(address);
  return async (input, init) => {
    const url = new URL(input);
    if (url.origin !== origin)
      throw new KnowhowError("mcp.unavailable", `a request to ${url.origin} was refused`, {
        hint: `this server is ${origin}; requests to other origins are not sent`,
      });
    const response = await base(url, { ...init, redirect: "manual" });
    const { body, status, statusText, headers } = response;
    if (body === null) return response;
    const isStream = headers.get("content-type")?.includes("text/event-stream") === true;
    const limited = body.pipeThrough(limitBytes(maxBytes, isStream));
    return new Response(limited, { status, statusText, headers });
  };
}

const NEWLINE = 10;
const RETURN = 13;

/** A stream of events may be of any length; a single event may not. */
function limitBytes(maxBytes: number, perEvent: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  let atLineStart = false;
  const count = (chunk: Uint8Array): void => {
    if (!perEvent) {
      bytes += chunk.length;
      return;
    }
    for (const byte of chunk) {
      bytes += 1;
      if (byte === NEWLINE && atLineStart) bytes = 0;
      if (byte !== RETURN) atLineStart = byte === NEWLINE;
    }
  };
  return new TransformStream({
    transform: (chunk, controller) => {
      count(chunk);
      if (bytes > maxBytes)
        controller.error(new KnowhowError("mcp.unavailable", `a response is larger than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
