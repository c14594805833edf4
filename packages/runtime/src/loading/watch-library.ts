import { KnowhowError } from "../errors.ts";
import type { Ports, WatchHandle } from "../ports.ts";
import type { SkillLibrary } from "../resolution/skill-library.ts";

/** Changes within this time are reported as one. */
const DEBOUNCE_MS = 250;

/** What watching needs from the runtime. */
export interface WatchContext {
  readonly ports: Ports;
  readonly watches: Set<WatchHandle>;
  readonly reload: () => Promise<SkillLibrary>;
  readonly directories: () => readonly string[];
  readonly current: () => SkillLibrary;
}

/** Waits until the files are quiet, reloads, and calls the listener only if the library changed. */
export function watchLibrary(
  context: WatchContext,
  listener: (library: SkillLibrary) => void,
): { close(): void } {
  const { watcher } = context.ports;
  if (watcher === undefined)
    throw new KnowhowError("runtime.bad-option", "this runtime was created without a watcher");
  let seen = context.current();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  const look = async () => {
    const before = context.current();
    const library = await context.reload().catch(() => seen);
    // Another caller may have reloaded meanwhile, so compare with the library that was reported last as well.
    if (closed || (library.equals(seen) && library.equals(before))) return;
    seen = library;
    try {
      listener(library);
    } catch {
      // An error in a listener must not end the watch.
    }
  };
  const onChange = () => {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(() => void look(), DEBOUNCE_MS);
  };
  const handle = watcher.watch(context.directories(), onChange);
  // A decision that another process records decides about skills here, too.
  const decisions = context.ports.decisions?.watch?.(onChange);
  const watch: WatchHandle = {
    update: (directories) => handle.update(directories),
    close: () => {
      closed = true;
      clearTimeout(timer);
      context.watches.delete(watch);
      handle.close();
      decisions?.close();
    },
  };
  context.watches.add(watch);
  return watch;
}
