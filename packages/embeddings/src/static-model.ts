import { crc32 } from "node:zlib";
import { type Fingerprint, takeFingerprint } from "./fingerprint.ts";
import { invalidModel } from "./model-errors.ts";
import type { PieceTable } from "./word-piece.ts";

/**
 * The file format, all numbers little-endian: 8 bytes of magic, CRC-32 of everything after it, length of the header,
 * the header as JSON, padded with spaces to a multiple of 8; then the start of each bucket of pieces, both halves of
 * the pieces' fingerprints in ascending order, one scale per piece, and the weights as signed bytes.
 */
export const MAGIC = "KHEMBED1";
export const PREFIX_BYTES = 16;

/** The header of a model file. */
export interface StaticHeader {
  readonly name: string;
  readonly dimensions: number;
  readonly pieces: number;
  readonly longestPiece: number;
  readonly bucketBits: number;
  /** SHA-256 of the bytes after the header. */
  readonly digest: string;
}

/** A model in memory; its arrays are views on the bytes of its file. */
export interface StaticModel {
  readonly header: StaticHeader;
  readonly table: PieceTable;
  readonly scales: Float32Array;
  readonly weights: Int8Array;
}

/** Parses a model file without copying it. `place` names the file in errors. */
export function readStaticModel(bytes: Uint8Array, place: string): StaticModel {
  const header = readHeader(bytes, place);
  const { pieces, dimensions, bucketBits } = header;
  const buckets = 2 ** bucketBits + 1;
  const data = dataStart(headerLength(bytes));
  const wanted = data + 4 * (buckets + 3 * pieces) + pieces * dimensions;
  if (bytes.length !== wanted) throw invalidModel(place, `it has ${bytes.length} bytes instead of ${wanted}`);
  if (crc32(bytes.subarray(12)) !== viewOf(bytes).getUint32(8, true)) {
    throw invalidModel(place, "its checksum is wrong");
  }
  const aligned = inMachineOrder(bytes, data, wanted - pieces * dimensions);
  const words = (index: number, length: number) =>
    new Uint32Array(aligned.buffer, aligned.byteOffset + data + 4 * index, length);
  return {
    header,
    table: fingerprintTable(
      header,
      words(0, buckets),
      words(buckets, pieces),
      words(buckets + pieces, pieces),
    ),
    scales: new Float32Array(aligned.buffer, aligned.byteOffset + data + 4 * (buckets + 2 * pieces), pieces),
    weights: new Int8Array(aligned.buffer, aligned.byteOffset + wanted - pieces * dimensions),
  };
}

/** Offset of the data after a header of this length. */
export function dataStart(headerBytes: number): number {
  return Math.ceil((PREFIX_BYTES + headerBytes) / 8) * 8;
}

function fingerprintTable(
  { longestPiece, bucketBits, pieces }: StaticHeader,
  starts: Uint32Array,
  firsts: Uint32Array,
  seconds: Uint32Array,
): PieceTable {
  const sought: Fingerprint = { first: 0, second: 0 };
  const shift = 32 - bucketBits;
  return {
    longestPiece,
    find: (word, start, end) => {
      takeFingerprint(word, start, end, start > 0, sought);
      const bucket = sought.first >>> shift;
      const last = Math.min(starts[bucket + 1] ?? 0, pieces);
      for (let at = starts[bucket] ?? 0; at < last; at += 1) {
        if (firsts[at] === sought.first && seconds[at] === sought.second) return at;
      }
      return -1;
    },
  };
}

function readHeader(bytes: Uint8Array, place: string): StaticHeader {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
  if (magic !== MAGIC) throw invalidModel(place, "it is not a model file of this version");
  const end = PREFIX_BYTES + headerLength(bytes);
  if (end > bytes.length) throw invalidModel(place, "it ends within its header");
  let header: unknown;
  try {
    header = JSON.parse(new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, end)));
  } catch (cause) {
    throw invalidModel(place, "its header is not JSON", cause);
  }
  if (!isHeader(header)) throw invalidModel(place, "its header lacks something");
  return header;
}

function headerLength(bytes: Uint8Array): number {
  return bytes.length < PREFIX_BYTES ? 0 : viewOf(bytes).getUint32(12, true);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
}

function isHeader(value: unknown): value is StaticHeader {
  if (typeof value !== "object" || value === null) return false;
  const has = (key: string, least: number, most: number) => {
    const number: unknown = Reflect.get(value, key);
    return typeof number === "number" && Number.isInteger(number) && number >= least && number <= most;
  };
  return (
    has("dimensions", 1, 4096) &&
    has("pieces", 1, 1_000_000) &&
    has("longestPiece", 1, 100) &&
    has("bucketBits", 1, 20) &&
    typeof Reflect.get(value, "name") === "string" &&
    /^[0-9a-f]{64}$/.test(String(Reflect.get(value, "digest")))
  );
}

/** The bytes in a form that allows four-byte views: aligned, and in the byte order of this machine. */
function inMachineOrder(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
  if (littleEndian && bytes.byteOffset % 8 === 0) return bytes;
  const copy = new Uint8Array(bytes);
  if (!littleEndian) {
    const view = viewOf(copy);
    for (let at = from; at < to; at += 4) view.setUint32(at, view.getUint32(at, true), false);
  }
  return copy;
}
