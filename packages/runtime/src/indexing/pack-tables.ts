import { SPELLING_GROUPS } from "../matching/lexical/spelling-table.ts";
import { MEASURED_FIELDS } from "../matching/lexical/term-counts.ts";
import type { TermTable } from "../matching/lexical/term-table.ts";
import { signWords, type VectorTable } from "../matching/semantic/vector-table.ts";
import type { WordTable } from "../matching/tables/word-table.ts";
import type { TriggerTable } from "../matching/triggers/trigger-table.ts";
import type { Embedder } from "../ports.ts";
import { type Parts, packParts, packTexts, unpackParts, unpackTexts } from "./packed-parts.ts";

/** Must change with everything that changes the meaning of the tables: terms, fields, texts. */
const TERMS_FORMAT = "knowhow-terms-5";
const VECTORS_FORMAT = "knowhow-vectors-3";
const TRIGGERS_FORMAT = "knowhow-triggers-2";

/** A table, and a key of its content. */
export interface Kept<Table> {
  /** Key of the texts of all skills; equal keys mean equal tables. */
  readonly of: string;
  readonly table: Table;
}

/** Serializes a kind of table for the disk. `unpack` returns undefined for anything that `pack` did not write. */
export interface Packing<Table> {
  readonly pack: (kept: Kept<Table>) => Uint8Array;
  readonly unpack: (bytes: Uint8Array) => Kept<Table> | undefined;
}

export const termPacking: Packing<TermTable> = {
  pack: ({ of, table }) => {
    const { lengths, pairOffsets, pairs, spellings } = table;
    const { starts, ids, letters } = spellings;
    const more = [lengths, pairOffsets, pairs, starts, ids, letters];
    return packParts(TERMS_FORMAT, of, [...wordParts(table), ...more]);
  },
  unpack: (bytes) => {
    const parts = unpackParts(TERMS_FORMAT, bytes, 12);
    if (parts === undefined) return undefined;
    const keys = parts.bytes();
    const table = {
      ...readWords(parts),
      lengths: parts.halves(),
      pairOffsets: parts.words(),
      pairs: parts.words(),
      spellings: { starts: parts.words(), ids: parts.words(), letters: parts.words() },
    };
    const { lengths, pairOffsets, pairs, spellings } = table;
    const size = pairOffsets.length - 1;
    const isWhole =
      areWords(table) &&
      bounds(pairOffsets, pairs) &&
      lengths.length === size * MEASURED_FIELDS &&
      spellings.starts.length === SPELLING_GROUPS + 1 &&
      bounds(spellings.starts, spellings.ids) &&
      spellings.letters.length === spellings.ids.length;
    return isWhole ? { of: parts.of, table: withKeys(table, keys, size) } : undefined;
  },
};

export const triggerPacking: Packing<TriggerTable> = {
  pack: ({ of, table }) => {
    const size = Uint32Array.of(table.keys.length);
    return packParts(TRIGGERS_FORMAT, of, [...wordParts(table), size]);
  },
  unpack: (bytes) => {
    const parts = unpackParts(TRIGGERS_FORMAT, bytes, 7);
    if (parts === undefined) return undefined;
    const keys = parts.bytes();
    const table = readWords(parts);
    const [size = 0] = parts.words();
    return areWords(table) ? { of: parts.of, table: withKeys(table, keys, size) } : undefined;
  },
};

/** Serializes the vectors of one model; those of another model are rejected. */
export function vectorPacking({ id, dimensions }: Pick<Embedder, "id" | "dimensions">): Packing<VectorTable> {
  return {
    pack: ({ of, table }) => {
      const { keys, offsets, values, signs, inverse } = table;
      const head = packTexts([id, String(dimensions)]);
      return packParts(VECTORS_FORMAT, of, [packTexts(keys), head, offsets, values, signs, inverse]);
    },
    unpack: (bytes) => {
      const parts = unpackParts(VECTORS_FORMAT, bytes, 6);
      if (parts === undefined) return undefined;
      const keys = parts.bytes();
      const [model, written] = parts.texts();
      const offsets = parts.words();
      const table = { values: parts.signed(), signs: parts.words(), inverse: parts.floats() };
      const size = offsets.length - 1;
      const count = offsets[size] ?? 0;
      const isWhole =
        grows(offsets) &&
        table.values.length === count * dimensions &&
        table.signs.length === size * signWords(dimensions) &&
        table.inverse.length === count;
      if (model !== id || Number(written) !== dimensions || !isWhole) return undefined;
      return { of: parts.of, table: withKeys({ model, dimensions, offsets, ...table }, keys, size) };
    },
  };
}

function wordParts({ keys, dictionary, postings }: WordTable): readonly ArrayBufferView[] {
  const { starts, columns, values } = postings;
  return [packTexts(keys), dictionary.bytes, dictionary.ends, starts, columns, values];
}

/** Reads the words of a table, which follow its keys. */
function readWords(parts: Parts): Omit<WordTable, "keys"> {
  return {
    dictionary: { bytes: parts.bytes(), ends: parts.words() },
    postings: { starts: parts.words(), columns: parts.words(), values: parts.words() },
  };
}

function areWords({ dictionary, postings }: Omit<WordTable, "keys">): boolean {
  const { bytes, ends } = dictionary;
  const { starts, columns, values } = postings;
  return (
    starts.length === ends.length + 1 &&
    (ends.at(-1) ?? 0) === bytes.length &&
    bounds(starts, columns) &&
    values.length === columns.length
  );
}

/** Keys are needed only if something changed, so they are read lazily. */
function withKeys<Table extends object>(
  table: Table,
  bytes: Uint8Array,
  size: number,
): Table & { readonly keys: readonly string[] } {
  let keys: readonly string[] | undefined;
  const read = () => {
    const all = unpackTexts(bytes);
    return all.length === size ? all : [];
  };
  return Object.defineProperty({ ...table, keys: [] }, "keys", {
    enumerable: true,
    get: () => {
      keys ??= read();
      return keys;
    },
  });
}

/** True if the offsets end exactly at the length of the data. */
function bounds(places: Uint32Array, all: Uint32Array): boolean {
  return grows(places) && places[places.length - 1] === all.length;
}

/** True for offsets that start at 0 and never decrease, so that the last one bounds all of them. */
function grows(places: Uint32Array): boolean {
  for (let at = 1; at < places.length; at += 1) if ((places[at] ?? 0) < (places[at - 1] ?? 0)) return false;
  return places[0] === 0;
}
