import { storeWatch } from "@knowhow/runtime/toolkit";
import type { RunHandler, WorkOptions } from "@knowhow/runtime/workflows";
import { findDemands } from "./claim-runs.ts";
import { isPassing } from "./database-errors.ts";
import { openDemands } from "./demands.ts";
import { type ExecutionContext, isOfStore, type OwnedRun } from "./execute-run.ts";
import type { Executor } from "./executor.ts";

/** Lets a handler execute runs that are due, until closed. It looks for them every `pollMs`, and when one has ended. */
export function startWorker(
  { database, presence, now }: ExecutionContext,
  { executor, pollMs }: { readonly executor: Executor; readonly pollMs: number },
  handler: RunHandler,
  { concurrency, application, accepts, onStore }: WorkOptions,
): { close(): Promise<void> } {
  const executions = new Set<Promise<void>>();
  let isClosed = false;
  const store = storeWatch(onStore);
  let isLost = false;
  let again = false;
  let looking: Promise<void> | undefined;
  const demands =
    accepts === undefined
      ? undefined
      : openDemands({
          accepts,
          now,
          find: (known) =>
            findDemands(
              database,
              { application, now: now(), dead: presence.dead(), answerMs: presence.answerMs },
              known,
            ),
        });

  const begin = (owned: OwnedRun): void => {
    const execution = executor
      .execute(owned, handler, () => !isClosed)
      .then(
        () => store.works("executing"),
        (error) => {
          // What passes is reported by the next look.
          if (isOfStore(error) && !isPassing(error) && !isClosed) store.fails("executing", error);
        },
      )
      .finally(() => {
        executions.delete(execution);
        look();
      });
    executions.add(execution);
  };

  const take = async (): Promise<void> => {
    await presence.beat();
    if (demands?.isStale() === true) await demands.ask();
    for (let isDone = false; !isDone; ) {
      const free = concurrency - executions.size;
      if (isClosed || free <= 0) return;
      const accepted = demands?.accepted();
      const taken = accepted?.length === 0 ? [] : await executor.take(application, free, accepted);
      if (isClosed) await Promise.all(taken.map((owned) => executor.giveBack(owned)));
      else for (const owned of taken) begin(owned);
      isDone = taken.length === free || demands === undefined || !(await demands.ask());
    }
  };

  /** One connection may break for many reasons, so the database is lost only if a second attempt fails. */
  const takeOrReport = async (): Promise<void> => {
    try {
      await take().catch(take);
      store.works("looking");
      isLost = false;
    } catch (error) {
      store.fails("looking", error);
      isLost = true;
    }
  };

  const look = (): void => {
    again = looking !== undefined;
    if (again || isClosed) return;
    looking = takeOrReport().finally(() => {
      looking = undefined;
      if (again && !isLost) look();
    });
  };

  const timer = setInterval(look, pollMs);
  look();
  return {
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      await looking;
      await Promise.all(executions);
    },
  };
}
