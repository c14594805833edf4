import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** How much of one session is kept. */
export interface KeptEventsLimits {
  readonly events: number;
  readonly characters: number;
}

/** At most about 16 MiB with 64 sessions. */
const LIMITS: KeptEventsLimits = { events: 100, characters: 256 * 1024 };

interface KeptEvent {
  readonly at: number;
  readonly stream: string;
  readonly message: JSONRPCMessage;
  readonly characters: number;
}

/**
 * The last events of one session, so that a client whose stream broke can resume (`Last-Event-ID`). Old or large events
 * are dropped; the stream then resumes with what is left.
 */
export function keptEvents(limits: KeptEventsLimits = LIMITS): EventStore {
  const kept: KeptEvent[] = [];
  let characters = 0;
  let last = 0;

  const keep = (event: KeptEvent) => {
    kept.push(event);
    characters += event.characters;
    while (kept.length > limits.events || characters > limits.characters)
      characters -= kept.shift()?.characters ?? 0;
  };

  return {
    storeEvent: async (stream, message) => {
      last += 1;
      const size = JSON.stringify(message).length;
      // The first event of a stream is empty and only has its id.
      if ("jsonrpc" in message && size <= limits.characters)
        keep({ at: last, stream, message, characters: size });
      return `${last}@${stream}`;
    },
    getStreamIdForEventId: async (id) => readId(id)?.stream,
    replayEventsAfter: async (id, { send }) => {
      const { at, stream } = readId(id) ?? { at: last, stream: "" };
      for (const event of kept.filter((row) => row.stream === stream && row.at > at))
        await send(`${event.at}@${stream}`, event.message);
      return stream;
    },
  };
}

function readId(id: string): { readonly at: number; readonly stream: string } | undefined {
  const [, at, stream] = /^(\d{1,15})@([\w-]{1,64})$/.exec(id) ?? [];
  return at === undefined || stream === undefined ? undefined : { at: Number(at), stream };
}
