import type { ServerResponse } from "node:http";

/** The requests that are being answered. */
export interface UnderWay {
  /** Counts a request until its answer is written or its client is gone. */
  add(response: ServerResponse): void;
  /** Counts a request no longer: its answer has no end of its own. */
  forget(response: ServerResponse): void;
  /** Resolves when none is left, or when the time is over. */
  finished(withinMs: number): Promise<void>;
}

/** No request is under way at first. */
export function underWay(): UnderWay {
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
