import type { BlobStore } from "../ports.ts";
import type { Kept, Packing } from "./pack-tables.ts";
import type { SkillKeys } from "./skill-keys.ts";

interface Keyed {
  readonly keys: readonly string[];
}

/** A skill, and its row in an earlier table if there is one. */
export interface KnownRow<Table> {
  readonly key: string;
  readonly known?: { readonly key: string; readonly table: Table; readonly row: number };
}

/** How a kind of table is built and stored. */
export interface TableKind<Table> extends Packing<Table> {
  readonly name: string;
  readonly build: (rows: readonly KnownRow<Table>[]) => Table | Promise<Table>;
}

/** The table of these skills: the earlier one if nothing changed, otherwise rebuilt from it. */
export async function renewTable<Table extends Keyed>(
  keys: SkillKeys,
  previous: Kept<Table> | undefined,
  { name, build, pack, unpack }: TableKind<Table>,
  blobs: BlobStore | undefined,
): Promise<Kept<Table>> {
  const stored = previous ?? (await load(name, unpack, blobs));
  if (stored?.of === keys.whole) return stored;
  const places = new Map(stored?.table.keys.map((key, row) => [key, row]));
  const rows = keys.each().map((key): KnownRow<Table> => {
    const row = places.get(key);
    return stored === undefined || row === undefined
      ? { key }
      : { key, known: { key, table: stored.table, row } };
  });
  const kept = { of: keys.whole, table: await build(rows) };
  await blobs?.save(name, pack(kept));
  return kept;
}

async function load<Table>(
  name: string,
  unpack: Packing<Table>["unpack"],
  blobs: BlobStore | undefined,
): Promise<Kept<Table> | undefined> {
  const bytes = await blobs?.load(name);
  return bytes === undefined ? undefined : unpack(bytes);
}
