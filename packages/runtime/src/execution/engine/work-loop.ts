/** A queue of runs, as an engine offers it. */
export interface WorkQueue {
  /** Ids of runs that can probably continue. */
  candidates(): Promise<readonly string[]>;
  /** Executes a run if it can still continue and nobody else executes it. */
  execute(id: string): Promise<void>;
  /** Milliseconds between two looks at the queue. */
  readonly pollMs: number;
  readonly concurrency: number;
}

/** After an execution failed because of the engine, the run is left alone for so many looks at the queue. */
const PENALTY = 20;

/** Executes runs until closed. `wake` looks at the queue at once. */
export function workLoop(queue: WorkQueue): { wake(): void; close(): Promise<void> } {
  const active = new Map<string, Promise<void>>();
  const left = new Map<string, number>();
  let isClosed = false;
  let isLooking = false;
  let again = false;

  const begin = (id: string): void => {
    const work = queue
      .execute(id)
      .catch(() => {
        left.set(id, PENALTY);
      })
      .finally(() => {
        active.delete(id);
        void look();
      });
    active.set(id, work);
  };

  const look = async (): Promise<void> => {
    again = isLooking;
    if (isClosed || isLooking) return;
    isLooking = true;
    try {
      for (const id of await queue.candidates()) {
        if (isClosed || active.size >= queue.concurrency) break;
        const rest = left.get(id) ?? 0;
        if (rest > 0) left.set(id, rest - 1);
        else if (!active.has(id)) begin(id);
      }
    } catch {
      // The next look tries again.
    } finally {
      isLooking = false;
      if (again) void look();
    }
  };

  const timer = setInterval(() => void look(), queue.pollMs);
  void look();
  return {
    wake: () => void look(),
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await Promise.all(active.values());
    },
  };
}
