import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import { visibleSkills } from "./visible-skills.ts";

/** A list of the server that has changed. */
export type ChangedList = "tools" | "prompts" | "resources";

/**
 * Receives the changed lists, and the wire names of skills that were added or removed, whose tools change with them.
 */
export type ChangeListener = (lists: readonly ChangedList[], skills: readonly string[]) => void;

/** Notifies listeners when a list changes. */
export interface Changes {
  tell(lists: readonly ChangedList[]): void;
  /** Returns a function that removes the listener. */
  listen(listener: ChangeListener): () => void;
  /** Starts to watch the files after a delay, so that the first response does not wait for it. */
  watch(): void;
  close(): void;
}

/** Long enough for the first requests of a connection, short enough for a following edit. */
const WATCH_AFTER_MS = 400;

/** Changes of a runtime's library, and those that clients cause themselves. */
export function createChanges(runtime: Runtime): Changes {
  const listeners = new Set<ChangeListener>();
  let seen = runtime.library;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watching: { close(): void } | undefined;
  let closed = false;

  const tell = (lists: readonly ChangedList[], skills: readonly string[] = []) => {
    for (const listener of [...listeners]) listener(lists, skills);
  };
  const compare = (library: SkillLibrary) => {
    const before = seen;
    seen = library;
    if (before === library || before.equals(library)) return;
    const lists = changedLists(before, library);
    const skills = addedOrRemoved(before, library);
    if (lists.length > 0 || skills.length > 0) tell(lists, skills);
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
        // A reload detects changes made before the watch started.
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
  const [old, now] = [visibleSkills(before), visibleSkills(after)];
  const isEmptied = (old.forModel.size === 0) !== (now.forModel.size === 0);
  return [
    ...(isEmptied ? (["tools"] as const) : []),
    ...(isSameListing(old.forUser, now.forUser) ? [] : (["prompts"] as const)),
    ...(isSameListing(old.own, now.own) ? [] : (["resources"] as const)),
  ];
}

function addedOrRemoved(before: SkillLibrary, after: SkillLibrary): readonly string[] {
  const [old, now] = [visibleSkills(before).forModel, visibleSkills(after).forModel];
  return [
    ...[...old.keys()].filter((wire) => !now.has(wire)),
    ...[...now.keys()].filter((wire) => !old.has(wire)),
  ];
}

type Listed = ReadonlyMap<string, { readonly description: string; readonly version: string }>;

/** Compares everything that a list shows about its skills; of bodies, only whether they changed. */
function isSameListing(before: Listed, after: Listed): boolean {
  if (before.size !== after.size) return false;
  for (const [wire, { description, version }] of after) {
    const old = before.get(wire);
    if (old?.description !== description || old.version !== version) return false;
  }
  return true;
}
