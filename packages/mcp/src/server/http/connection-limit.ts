import type { Socket } from "node:net";

/** The connections of a server that have not yet sent an accepted request. */
export interface ConnectionLimit {
  /** Takes a new connection; above the limit, the one that has waited longest is closed. */
  opened(socket: Socket): void;
  /** The connection has sent an accepted request, so it no longer counts. */
  accepted(socket: Socket): void;
}

/**
 * Limits the connections of clients that have not authenticated. A client with a token sends it at once, so the oldest
 * connection without one is the least likely to be wanted.
 */
export function limitConnections(maxWaiting: number): ConnectionLimit {
  const waiting = new Set<Socket>();
  return {
    opened: (socket) => {
      waiting.add(socket);
      socket.once("close", () => waiting.delete(socket));
      const [oldest] = waiting;
      if (waiting.size <= maxWaiting || oldest === undefined) return;
      waiting.delete(oldest);
      oldest.destroy();
    },
    accepted: (socket) => {
      waiting.delete(socket);
    },
  };
}
