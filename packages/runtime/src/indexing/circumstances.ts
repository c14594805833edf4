import type { MatchQuery } from "../conversation.ts";
import { appliesTo } from "../matching/applies.ts";
import type { Skill } from "../skill.ts";

/** What speaks for skills beside the message, by their row, in words for a person; `root` is what globs are relative to. */
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

/** The rows that circumstances can speak for. */
interface CircumstanceRows {
  readonly globbed: readonly { readonly row: number; readonly globs: readonly string[] }[];
  readonly rowOf: ReadonlyMap<string, number>;
}

/** By the list of skills, which stays the same for many messages. */
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
