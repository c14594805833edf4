/** A server's settings in a client's file: the keys that we write, in order. */
export type Entry = Readonly<Record<string, EntryValue>>;
export type EntryValue = string | readonly string[] | Readonly<Record<string, string>>;

/** The location of an entry: the tables that contain all servers, outermost first, and the server's name. */
export interface Target {
  readonly container: readonly string[];
  readonly name: string;
}

/** The existing entry of a server. */
export interface FoundEntry {
  /** Its members by name, as far as their types are supported; undefined if it is not a table. */
  readonly members: ReadonlyMap<string, unknown> | undefined;
  /** The entry as written; `replace` accepts it. */
  readonly raw: string;
}

/**
 * Edits the text of a configuration file in place: all bytes outside our entry are kept. Every function throws a
 * `ConfigFault` for an invalid text, or if the location of the entry is ambiguous.
 */
export interface ConfigEditor {
  find(text: string, target: Target): FoundEntry | undefined;
  /** Adds an entry that does not exist; `created` are the tables that had to be created, outermost first. */
  add(
    text: string,
    target: Target,
    entry: Entry,
  ): { readonly text: string; readonly created: readonly string[] };
  /** Sets members of an entry and removes others; all further members are kept. */
  update(
    text: string,
    target: Target,
    change: { readonly set: Entry; readonly drop: readonly string[] },
  ): string;
  /** Replaces whatever exists under the name of an entry. */
  overwrite(text: string, target: Target, entry: Entry): string;
  /** Replaces an entry with one as it was once written. */
  replace(text: string, target: Target, raw: string): string;
  /** Removes an entry, and those tables of `created` that are empty without it. */
  remove(text: string, target: Target, created: readonly string[]): string;
  /**
   * The text for display: all values and comments except some members of the entry are omitted, because they may be
   * secrets.
   */
  mask(text: string, target: Target, shown: readonly string[]): string;
  /** The entry as the text of a whole file. */
  print(target: Target, entry: Entry): string;
}
