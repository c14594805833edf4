import type { RunDemand, WorkOptions } from "@knowhow/runtime/workflows";

/** What a worker accepts, by the keys of demands. */
export interface Demands {
  accepted(): readonly string[];
  /** Asks about the demands of runs that are due and not known. Returns true if one of them is accepted. */
  ask(): Promise<boolean>;
  /** True if some answers are old, because tools come and go. */
  isStale(): boolean;
}

export interface DemandsOptions {
  readonly accepts: NonNullable<WorkOptions["accepts"]>;
  readonly now: () => number;
  find(
    known: readonly string[],
  ): Promise<readonly { readonly key: string; readonly demand: RunDemand | undefined }[]>;
}

/** An answer is used for this time. */
const ANSWER_MS = 5_000;

/** Opens the demands of a worker; nothing is accepted before it was asked. */
export function openDemands({ accepts, now, find }: DemandsOptions): Demands {
  const answers = new Map<string, { readonly isAccepted: boolean; readonly at: number }>();
  let askedAt = Number.NEGATIVE_INFINITY;

  const answer = async (demand: RunDemand | undefined): Promise<boolean> => {
    // Of a run that cannot be read. It is taken until it is stuck; others with the same key must not wait because of it.
    if (demand === undefined) return true;
    try {
      return await accepts(demand);
    } catch {
      return false;
    }
  };

  return {
    accepted: () => [...answers].filter(([, { isAccepted }]) => isAccepted).map(([key]) => key),
    ask: async () => {
      askedAt = now();
      for (const [key, { at }] of answers) if (askedAt - at >= ANSWER_MS) answers.delete(key);
      const found = await find([...answers.keys()]);
      let isAny = false;
      for (const { key, demand } of found) {
        const isAccepted = await answer(demand);
        answers.set(key, { isAccepted, at: now() });
        isAny ||= isAccepted;
      }
      return isAny;
    },
    isStale: () => now() - askedAt >= ANSWER_MS,
  };
}
