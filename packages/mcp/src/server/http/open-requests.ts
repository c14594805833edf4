import type { ServerResponse } from "node:http";

/** The requests that are being answered. */
export interface OpenRequests {
  /** Counts a request until its response is written or its client has disconnected. */
  add(response: ServerResponse): void;
  /** Stops counting a request whose response does not end by itself. */
  forget(response: ServerResponse): void;
  /** Resolves when none is left, or after the timeout. */
  finished(withinMs: number): Promise<void>;
}

export function openRequests(): OpenRequests {
  const open = new Set<ServerResponse>();
  let whenNone = (): void => undefined;
  const forget = (response: ServerResponse) => {
    open.delete(response);
    if (open.size === 0) whenNone();
  };
  return {
    add: (response) => {
      open.add(response);
      response.once("close", () => forget(response));
    },
    forget,
    finished: (withinMs) =>
      new Promise((resolve) => {
        if (open.size === 0) return resolve();
        const timer = setTimeout(resolve, withinMs);
        whenNone = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
