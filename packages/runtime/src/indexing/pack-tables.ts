import { MEASURED_FIELDS } from "../matching/lexical/term-counts.ts";
import type { TermTable } from "../matching/lexical/term-table.ts";
import type { VectorTable } from "../matching/semantic/vector-table.ts";
import type { Embedder } from "../ports.ts";

/** Changes with everything that changes what the tables mean: terms, fields, texts. */
const TERMS_FORMAT = "knowhow-terms-2";
const VECTORS_FORMAT = "knowhow-vectors-1";

/** Tables as bytes, for the disk. */
export function packTerms({
  keys,
  dictionary,
  postings,
  lengths,
  pairOffsets,
  pairs,
}: TermTable): Uint8Array {
  const { starts, columns, values } = postings;
  return pack(TERMS_FORMAT, [
    text(keys),
    text(dictionary),
    starts,
    columns,
    values,
    lengths,
    pairOffsets,
    pairs,
  ]);
}

/** A table from bytes; undefined when they are anything else than what `packTerms` wrote. */
export function unpackTerms(bytes: Uint8Array): TermTable | undefined {
  const [keys, dictionary, starts, columns, values, lengths, pairOffsets, pairs] =
    unpack(TERMS_FORMAT, bytes, 8) ?? [];
  if (!keys || !dictionary || !starts || !columns || !values || !lengths || !pairOffsets || !pairs)
    return undefined;
  const table = {
    keys: lines(keys),
    dictionary: lines(dictionary),
    postings: { starts: words32(starts), columns: words32(columns), values: words32(values) },
    lengths: new Uint16Array(lengths.buffer, lengths.byteOffset, lengths.byteLength >>> 1),
    pairOffsets: words32(pairOffsets),
    pairs: words32(pairs),
  };
  return isWhole(table) ? table : undefined;
}

export function packVectors(table: VectorTable): Uint8Array {
  const { model, dimensions, keys, offsets, values } = table;
  return pack(VECTORS_FORMAT, [text([model, String(dimensions)]), text(keys), offsets, values]);
}

/** A table of this model from bytes; undefined when they are anything else. */
export function unpackVectors(
  bytes: Uint8Array,
  { id, dimensions }: Pick<Embedder, "id" | "dimensions">,
): VectorTable | undefined {
  const [head, keyBytes, offsetBytes, valueBytes] = unpack(VECTORS_FORMAT, bytes, 4) ?? [];
  if (!head || !keyBytes || !offsetBytes || !valueBytes) return undefined;
  const [model, written] = lines(head);
  const keys = lines(keyBytes);
  const offsets = words32(offsetBytes);
  const values = new Int8Array(valueBytes.buffer, valueBytes.byteOffset, valueBytes.byteLength);
  const whole =
    offsets.length === keys.length + 1 &&
    grows(offsets) &&
    (offsets[keys.length] ?? 0) * dimensions === values.length;
  return model === id && Number(written) === dimensions && whole
    ? { model, dimensions, keys, offsets, values }
    : undefined;
}

function isWhole({ keys, dictionary, postings, lengths, pairOffsets, pairs }: TermTable): boolean {
  const { starts, columns, values } = postings;
  return (
    starts.length === dictionary.length + 1 &&
    starts[dictionary.length] === columns.length &&
    grows(starts) &&
    values.length === columns.length &&
    lengths.length === keys.length * MEASURED_FIELDS &&
    pairOffsets.length === keys.length + 1 &&
    pairOffsets[keys.length] === pairs.length &&
    grows(pairOffsets)
  );
}

/** True for places that begin at 0 and never go back, so that what lies between two of them is bounded by the last. */
function grows(places: Uint32Array): boolean {
  return places[0] === 0 && places.every((place, at) => place >= (places[at - 1] ?? 0));
}

function text(items: readonly string[]): Uint8Array {
  return new TextEncoder().encode(items.join("\n"));
}

function lines(bytes: Uint8Array): readonly string[] {
  const joined = new TextDecoder().decode(bytes);
  return joined === "" ? [] : joined.split("\n");
}

function words32(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 2);
}

/** A line that names the format and the length of each part, padded; then the parts, each at a multiple of 8. */
function pack(format: string, parts: readonly ArrayBufferView[]): Uint8Array {
  const sizes = parts.map((part) => part.byteLength);
  const total = sizes.reduce((sum, size) => sum + padded(size), 0);
  const content = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    content.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += padded(part.byteLength);
  }
  const line = `${format} ${sizes.join(" ")}`;
  const head = new Uint8Array(padded(line.length + 1)).fill(32);
  head.set(new TextEncoder().encode(line));
  head[head.length - 1] = 10;
  const bytes = new Uint8Array(head.length + total);
  bytes.set(head);
  bytes.set(content, head.length);
  return bytes;
}

function unpack(format: string, bytes: Uint8Array, count: number): readonly Uint8Array[] | undefined {
  const newline = bytes.subarray(0, 512).indexOf(10);
  if (newline < 0) return undefined;
  const [written, ...sizes] = new TextDecoder().decode(bytes.subarray(0, newline)).trim().split(" ");
  // Views of 32 bits need an even start; bytes from a file may lie anywhere in their buffer.
  const start = bytes.byteOffset + newline + 1;
  const content = start % 8 === 0 ? bytes.subarray(newline + 1) : bytes.slice(newline + 1);
  if (written !== format || sizes.length !== count) return undefined;
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes.map(Number)) {
    parts.push(content.subarray(at, at + size));
    at += padded(size);
  }
  return at === content.length ? parts : undefined;
}

function padded(size: number): number {
  return (size + 7) & ~7;
}
