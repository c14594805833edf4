import type { JSONRPCMessage, RequestId, Transport } from "@modelcontextprotocol/server";

/** A transport that knows which requests are still without an answer. */
export interface AnsweringTransport extends Transport {
  /** Resolves when every request that came in has its answer, or when the time is over. */
  answered(withinMs: number): Promise<void>;
  /** Resolves when the transport closed, whoever closed it. */
  readonly closed: Promise<void>;
}

/** Requests that are answered by what happens later, if at all. */
const OPEN_ENDED = new Set(["subscriptions/listen"]);

/** Counts requests and answers of a transport. */
export function answeringTransport(inner: Transport): AnsweringTransport {
  const waiting = new Set<RequestId>();
  let whenDone = (): void => undefined;
  let whenClosed = (): void => undefined;
  const settle = (id: RequestId | undefined) => {
    if (id !== undefined && waiting.delete(id) && waiting.size === 0) whenDone();
  };
  const note = (message: JSONRPCMessage) => {
    if (!("method" in message)) return;
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
        whenClosed();
        outer.onclose?.();
      };
      inner.onerror = (error) => outer.onerror?.(error);
      return inner.start();
    },
    send: async (message, options) => {
      await inner.send(message, options);
      if (!("method" in message)) settle(message.id);
    },
    close: () => inner.close(),
    closed: new Promise((resolve) => {
      whenClosed = resolve;
    }),
    answered: (withinMs) =>
      new Promise((resolve) => {
        if (waiting.size === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        whenDone = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
  return outer;
}

function cancelledId(params: unknown): RequestId | undefined {
  const id =
    typeof params === "object" && params !== null && "requestId" in params ? params.requestId : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
