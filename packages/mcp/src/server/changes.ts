import type { Runtime, SkillLibrary } from "@knowhow/runtime";
import { visibleSkills } from "./visible-skills.ts";

/** A list of the server that is another one now. */
export type ChangedList = "tools" | "prompts" | "resources";

/** Hears which lists changed, and which skills, by wire name, came or went: those have no tools any more, or have them again. */
export type ChangeListener = (lists: readonly ChangedList[], skills: readonly string[]) => void;

/** Tells those who listen when a list changed. */
export interface Changes {
  tell(lists: readonly ChangedList[]): void;
  /** Gives back what ends the listening. */
  listen(listener: ChangeListener): () => void;
  /** Begins to watch the files, a little later, so that the first answer does not wait for it. */
  watch(): void;
  close(): void;
}

/** Long enough for the first requests of a connection, short enough for an edit that follows. */
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
    const skills = cameOrWent(before, library);
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
  const [old, now] = [visibleSkills(before), visibleSkills(after)];
  const isEmptied = (old.forModel.size === 0) !== (now.forModel.size === 0);
  return [
    ...(isEmptied ? (["tools"] as const) : []),
    ...(isSameListing(old.forPerson, now.forPerson) ? [] : (["prompts"] as const)),
    ...(isSameListing(old.own, now.own) ? [] : (["resources"] as const)),
  ];
}

function cameOrWent(before: SkillLibrary, after: SkillLibrary): readonly string[] {
  const [old, now] = [visibleSkills(before).forModel, visibleSkills(after).forModel];
  return [
    ...[...old.keys()].filter((wire) => !now.has(wire)),
    ...[...now.keys()].filter((wire) => !old.has(wire)),
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
