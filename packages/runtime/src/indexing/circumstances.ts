import type { MatchQuery } from "../conversation.ts";
import { appliesTo } from "../matching/applies.ts";
import type { Skill } from "../skill.ts";

/** What supports skills besides the message, by row, as reasons for the user. Globs are relative to `root`. */
export function circumstancesOf(
  skills: readonly Skill[],
  { files = [], recent = [] }: Pick<MatchQuery, "files" | "recent">,
  root: string,
): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, readonly string[]>();
  if (files.length === 0 && recent.length === 0) return found;
  const { globbed, rowOf } = rowsOf(skills);
  if (files.length > 0) {
    for (const { row, globs } of globbed) {
      const { applies, reason } = appliesTo({ globs }, files, root);
      if (applies) found.set(row, [reason]);
    }
  }
  for (const name of new Set(recent)) {
    const row = rowOf.get(name);
    if (row !== undefined)
      found.set(row, [...(found.get(row) ?? []), "it was used earlier in this conversation"]);
  }
  return found;
}

/** The rows that circumstances can support. */
interface CircumstanceRows {
  readonly globbed: readonly { readonly row: number; readonly globs: readonly string[] }[];
  readonly rowOf: ReadonlyMap<string, number>;
}

/** Cached by the list of skills, which is the same for many messages. */
const knownRows = new WeakMap<readonly Skill[], CircumstanceRows>();

function rowsOf(skills: readonly Skill[]): CircumstanceRows {
  const known = knownRows.get(skills);
  if (known !== undefined) return known;
  const made = {
    globbed: skills.flatMap(({ fields: { globs } }, row) => (globs === undefined ? [] : [{ row, globs }])),
    rowOf: new Map(skills.map(({ name }, row) => [name, row])),
  };
  knownRows.set(skills, made);
  return made;
}
