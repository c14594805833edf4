import { KnowhowError } from "../../errors.ts";
import type { Queries } from "./sqlite-queries.ts";

/** Extends the lease, and aborts the signal when the run is cancelled or the lease was lost. */
export function keepLease(
  queries: Queries,
  id: string,
  owner: string,
  {
    signal,
    pollMs,
    leaseMs,
  }: { readonly signal: AbortSignal | undefined; readonly pollMs: number; readonly leaseMs: number },
): { readonly signal: AbortSignal; readonly close: () => void } {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  let extended = Date.now();
  const look = (): void => {
    try {
      const row = queries.get("SELECT owner, cancel FROM runs WHERE id = ?", id);
      if (row?.owner !== owner) controller.abort(leaseLost(id));
      else if (row.cancel !== undefined) controller.abort(new Error(row.cancel));
      else if (Date.now() - extended >= leaseMs / 3) {
        extended = Date.now();
        queries.run("UPDATE runs SET lease = ?3 WHERE id = ?1 AND owner = ?2", id, owner, extended + leaseMs);
      }
    } catch {
      // A busy database is asked again; the lease lasts longer than that.
    }
  };
  look();
  const timer = setInterval(look, Math.min(pollMs, leaseMs / 3));
  return {
    signal: controller.signal,
    close: () => {
      clearInterval(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

/** The error of a process whose run was taken over. */
export function leaseLost(id: string): KnowhowError {
  return new KnowhowError("run.busy", `another process has taken over the run "${id}"`, {
    hint: "this one was stopped for too long; the other continues the run",
  });
}
