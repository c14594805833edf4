/** Writes a trained student as the one file that @knowhow/embeddings reads. */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { takeFingerprint } from "../packages/embeddings/src/fingerprint.ts";
import { dataStart, MAGIC, PREFIX_BYTES } from "../packages/embeddings/src/static-model.ts";

const BUCKET_BITS = 13;

/** @param {{ name: string, vocabulary: string[], rows: Float32Array, width: number }} model @returns {Buffer} */
export function packModel({ name, vocabulary, rows, width }) {
  const marked = vocabulary
    .map((piece, row) => ({ row, length: piece.replace(/^##/, "").length, ...fingerprintOf(piece) }))
    .sort((a, b) => a.first - b.first || a.second - b.second);
  marked.forEach((item, at) => {
    const next = marked[at + 1];
    if (next && next.first === item.first && next.second === item.second) {
      throw new Error(`${vocabulary[item.row]} and ${vocabulary[next.row]} have the same fingerprint`);
    }
  });
  const starts = new Uint32Array(2 ** BUCKET_BITS + 1);
  for (const { first } of marked) starts[(first >>> (32 - BUCKET_BITS)) + 1] += 1;
  for (let bucket = 1; bucket < starts.length; bucket += 1) starts[bucket] += starts[bucket - 1];
  const scales = new Float32Array(marked.length);
  const weights = new Int8Array(marked.length * width);
  marked.forEach(({ row }, at) => {
    const vector = rows.subarray(row * width, (row + 1) * width);
    const top = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
    scales[at] = top / 127;
    for (let d = 0; d < width; d += 1) weights[at * width + d] = Math.round(vector[d] / scales[at]);
  });
  const data = Buffer.concat(
    [
      starts,
      Uint32Array.from(marked, ({ first }) => first),
      Uint32Array.from(marked, ({ second }) => second),
      scales,
      weights,
    ].map((part) => Buffer.from(part.buffer)),
  );
  const header = JSON.stringify({
    name,
    dimensions: width,
    pieces: marked.length,
    longestPiece: marked.reduce((most, { length }) => Math.max(most, length), 1),
    bucketBits: BUCKET_BITS,
    digest: createHash("sha256").update(data).digest("hex"),
  });
  const padded = header.padEnd(dataStart(header.length) - PREFIX_BYTES);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.write(MAGIC, "latin1");
  prefix.writeUInt32LE(padded.length, 12);
  const file = Buffer.concat([prefix, Buffer.from(padded, "latin1"), data]);
  file.writeUInt32LE(crc32(file.subarray(12)), 8);
  return file;
}

/** @param {string} piece */
function fingerprintOf(piece) {
  const inside = piece.startsWith("##");
  const fingerprint = { first: 0, second: 0 };
  takeFingerprint(piece, inside ? 2 : 0, piece.length, inside, fingerprint);
  return fingerprint;
}
