import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import { visibleSkills } from "./visible-skills.ts";

/** A list of the server that is another one now. */
export type ChangedList = "tools" | "prompts" | "resources";

/** Tells those who listen when a list changed. */
export interface Changes {
  tell(lists: readonly ChangedList[]): void;
  /** Gives back what ends the listening. */
  listen(listener: (lists: readonly ChangedList[]) => void): () => void;
  /** Begins to watch the files, a little later, so that the first answer does not wait for it. */
  watch(): void;
  close(): void;
}

/** Long enough for the first requests of a connection, short enough for an edit that follows. */
const WATCH_AFTER_MS = 400;

/** Changes of a runtime's library, and those that clients cause themselves. */
export function createChanges(runtime: Runtime): Changes {
  const listeners = new Set<(lists: readonly ChangedList[]) => void>();
  let seen = runtime.library;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching: { close(): void } | undefined;
  let closed = false;

  const tell = (lists: readonly ChangedList[]) => {
    for (const listener of [...listeners]) listener(lists);
  };
  const compare = (library: SkillLibrary) => {
    const lists = changedLists(seen, library);
    seen = library;
    if (lists.length > 0) tell(lists);
  };

  return {
    tell,
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watch: () => {
      if (timer !== undefined || closed) return;
      timer = setTimeout(() => {
        if (closed) return;
        watching = runtime.watch(compare);
        // What changed before the watch began is seen by looking once more.
        runtime.reload().then(compare, () => undefined);
      }, WATCH_AFTER_MS);
      timer.unref();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
      watching?.close();
      listeners.clear();
    },
  };
}

function changedLists(before: SkillLibrary, after: SkillLibrary): readonly ChangedList[] {
  if (before === after || before.equals(after)) return [];
  const [old, now] = [visibleSkills(before), visibleSkills(after)];
  const isEmptied = (old.forModel.size === 0) !== (now.forModel.size === 0);
  return [
    ...(isEmptied ? (["tools"] as const) : []),
    ...(isSameListing(old.forPerson, now.forPerson) ? [] : (["prompts"] as const)),
    ...(isSameListing(old.own, now.own) ? [] : (["resources"] as const)),
  ];
}

type Listed = ReadonlyMap<string, { readonly description: string; readonly version: string }>;

/** Looks at everything that a list shows of its skills; of bodies, that they are others. */
function isSameListing(before: Listed, after: Listed): boolean {
  if (before.size !== after.size) return false;
  for (const [wire, { description, version }] of after) {
    const old = before.get(wire);
    if (old?.description !== description || old.version !== version) return false;
  }
  return true;
}
