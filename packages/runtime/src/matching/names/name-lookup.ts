/** The skill that a typed name means; undefined if there is none. */
export type NameLookup = (typed: string) => string | undefined;

/** Compares exactly and, if that fails, ignoring case if the result is unique. */
export function nameLookup(has: (name: string) => boolean, names: () => readonly string[]): NameLookup {
  let folded: ReadonlyMap<string, string | undefined> | undefined;
  return (typed) => {
    if (has(typed)) return typed;
    folded ??= foldAll(names());
    const name = folded.get(fold(typed));
    return name !== undefined && has(name) ? name : undefined;
  };
}

/** Folded name → name; undefined if several fold to the same. */
function foldAll(names: readonly string[]): ReadonlyMap<string, string | undefined> {
  const folded = new Map<string, string | undefined>();
  for (const name of names) {
    const key = fold(name);
    folded.set(key, folded.has(key) && folded.get(key) !== name ? undefined : name);
  }
  return folded;
}

function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
