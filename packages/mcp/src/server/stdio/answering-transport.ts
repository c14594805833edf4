import type { ConnectingClient } from "@knowhow/runtime/authoring";
import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";
import { connectingClient } from "../connecting-client.ts";

/** A transport that tracks unanswered requests. */
export interface AnsweringTransport extends Transport {
  /** Resolves when at most this many requests are unanswered, or when the transport is closed. */
  waiting(most: number): Promise<void>;
  /** How many requests have been answered so far. */
  answered(): number;
  /** The client that introduced itself; undefined before it has. */
  client(): ConnectingClient | undefined;
  /** Resolves when the transport is closed, by either side. */
  readonly closed: Promise<void>;
}

/** Requests that are answered by later events, if at all. */
const OPEN_ENDED = new Set(["subscriptions/listen"]);

/** Tracks requests and responses of a transport. */
export function answeringTransport(inner: Transport): AnsweringTransport {
  const waiting = new Set<RequestId>();
  const watchers = new Set<{ readonly most: number; readonly resolve: () => void }>();
  let isClosed = false;
  let answered = 0;
  let client: ConnectingClient | undefined;
  let whenClosed = (): void => undefined;
  const wake = () => {
    for (const watcher of [...watchers]) {
      if (waiting.size > watcher.most && !isClosed) continue;
      watchers.delete(watcher);
      watcher.resolve();
    }
  };
  const settle = (id: RequestId | undefined) => {
    if (id !== undefined && waiting.delete(id)) wake();
  };
  const note = (message: JSONRPCMessage) => {
    if (!("method" in message)) return;
    client ??= connectingClient(message);
    if ("id" in message && !OPEN_ENDED.has(message.method)) waiting.add(message.id);
    if (message.method === "notifications/cancelled") settle(cancelledId(message.params));
  };
  const outer: AnsweringTransport = {
    start: () => {
      inner.onmessage = (message, extra) => {
        note(message);
        outer.onmessage?.(message, extra);
      };
      inner.onclose = () => {
        isClosed = true;
        wake();
        whenClosed();
        outer.onclose?.();
      };
      inner.onerror = (error) => outer.onerror?.(error);
      return inner.start();
    },
    send: async (message, options) => {
      try {
        await inner.send(message, options);
      } finally {
        if (!("method" in message)) {
          answered += 1;
          settle(message.id);
        }
      }
    },
    close: () => inner.close(),
    answered: () => answered,
    client: () => client,
    closed: new Promise((resolve) => {
      whenClosed = resolve;
    }),
    waiting: (most) =>
      new Promise((resolve) => {
        watchers.add({ most, resolve });
        wake();
      }),
  };
  return outer;
}

function cancelledId(params: unknown): RequestId | undefined {
  const id =
    typeof params === "object" && params !== null && "requestId" in params ? params.requestId : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
