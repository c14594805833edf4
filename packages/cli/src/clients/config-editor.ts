/** A server's settings in a client's file: the keys that we write, in their order. */
export type Entry = Readonly<Record<string, EntryValue>>;
export type EntryValue = string | readonly string[] | Readonly<Record<string, string>>;

/** Where an entry stands: the tables that hold all servers, outermost first, and the server's own name. */
export interface Target {
  readonly container: readonly string[];
  readonly name: string;
}

/** What stands in a file under the name of a server. */
export interface FoundEntry {
  /** The members by name, as far as they are what an entry can hold; undefined when it is no table. */
  readonly members: ReadonlyMap<string, unknown> | undefined;
  /** The entry as it is written; `replace` takes it back. */
  readonly raw: string;
}

/**
 * Edits the text of a configuration file in place: everything that is not our entry keeps its bytes.
 * Every function throws a `ConfigFault` for a text that is broken, or in which the place of the entry is ambiguous.
 */
export interface ConfigEditor {
  find(text: string, target: Target): FoundEntry | undefined;
  /** Adds an entry that is not there; `created` are the tables that had to be made for it, outermost first. */
  add(
    text: string,
    target: Target,
    entry: Entry,
  ): { readonly text: string; readonly created: readonly string[] };
  /** Gives members of an entry new values and drops others; further members stay. */
  update(
    text: string,
    target: Target,
    change: { readonly set: Entry; readonly drop: readonly string[] },
  ): string;
  /** Puts an entry in place of whatever stands under its name. */
  overwrite(text: string, target: Target, entry: Entry): string;
  /** Puts an entry as it was once written in place of the one that is there. */
  replace(text: string, target: Target, raw: string): string;
  /** Removes an entry, and those tables of `created` that are empty without it. */
  remove(text: string, target: Target, created: readonly string[]): string;
  /** The text for eyes: every value and comment but those of some members of the entry is left out, as it may be a secret. */
  mask(text: string, target: Target, shown: readonly string[]): string;
  /** The entry as a whole file would have it. */
  print(target: Target, entry: Entry): string;
}
