import type { Disk } from "../state/disk.ts";
import { readPrivateFile } from "../state/read-file.ts";

/** Tells whether a run was cancelled, by the caller or by another process. */
interface CancellationWatch {
  readonly signal: AbortSignal;
  /** Looks for the marker now. */
  readonly look: () => Promise<void>;
  /** Removes the marker of a run that has ended. */
  readonly forget: () => Promise<void>;
  readonly close: () => void;
}

/** A signal that is aborted by the caller's signal, or when another process leaves a marker. */
export function watchCancellation(
  marker: string,
  {
    signal,
    pollMs,
    disk,
  }: { readonly signal: AbortSignal | undefined; readonly pollMs: number; readonly disk: Disk },
): CancellationWatch {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) abort();
  signal?.addEventListener("abort", abort, { once: true });
  const look = async (): Promise<void> => {
    const found = await readPrivateFile(marker, 64 * 1024, disk).catch(() => undefined);
    if (found?.bytes !== undefined)
      controller.abort(new Error(reasonOf(new TextDecoder().decode(found.bytes))));
  };
  const timer = setInterval(() => void look(), pollMs);
  return {
    signal: controller.signal,
    look,
    forget: async () => {
      if (controller.signal.aborted) await disk.unlink(marker).catch(() => undefined);
    },
    close: () => {
      clearInterval(timer);
      signal?.removeEventListener("abort", abort);
    },
  };
}

function reasonOf(text: string): string {
  try {
    return String(JSON.parse(text).reason);
  } catch {
    return "the run was cancelled";
  }
}
