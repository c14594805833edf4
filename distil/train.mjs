/** Trains a student on gathered texts and the teacher's vectors of them. */
import { agree } from "./agree.mjs";
import { principalDirections, project } from "./principal.mjs";
import { seeded } from "./random.mjs";
import { createStudent } from "./student.mjs";
import { TEACHER_DIMENSIONS } from "./teacher.mjs";
import { keptPieces, tokenise } from "./vocabulary.mjs";

/** Common pieces have less weight: 1 for a rare piece, 0.5 for a piece with this share of all occurrences. */
const COMMON = 3e-4;
/** Number of texts that are only used to evaluate the student. */
const HELD_BACK = 0.01;

/**
 * @param {{ texts: string[], vocabulary: string[], textVectors: Float32Array, pieceVectors: Float32Array, width: number, least: number, report: (line: string) => void }} input
 */
export function train({ texts, vocabulary, textVectors, pieceVectors, width, least, report }) {
  const kept = keptPieces(vocabulary, texts, least);
  const pieces = kept.map((index) => vocabulary[index] ?? "");
  const tokens = tokenise(pieces, texts);
  report(`student: ${pieces.length} pieces of ${width} numbers; texts have ${tokens.pieces.length} pieces`);
  const directions = principalDirections(textVectors, TEACHER_DIMENSIONS, width);
  const targets = toUnits(project(textVectors, directions, TEACHER_DIMENSIONS), width);
  const rows = firstRows(kept, pieceVectors, directions, tokens, width);
  const student = createStudent(rows, width);
  const chance = seeded(99);
  const heldBack = Uint8Array.from(texts, () => (chance() < HELD_BACK ? 1 : 0));
  const all = Int32Array.from(texts, (_, index) => index);
  report(`before training: cosine ${agreement(student, tokens, targets, heldBack).toFixed(4)}`);
  agree(student, tokens, targets, {
    texts: all.filter((index) => heldBack[index] === 0),
    epochs: 3,
    rate: 0.01,
    batch: 256,
    random: seeded(2),
    report,
  });
  report(`after agreeing: cosine ${agreement(student, tokens, targets, heldBack).toFixed(4)}`);
  return { vocabulary: pieces, rows, width };
}

/** The teacher's vectors of single pieces, with less weight for common ones. @param {number[]} kept @param {Float32Array} pieceVectors @param {Float64Array} directions @param {import("./student.mjs").Tokens} tokens @param {number} width */
function firstRows(kept, pieceVectors, directions, tokens, width) {
  const chosen = new Float32Array(kept.length * TEACHER_DIMENSIONS);
  kept.forEach((piece, row) => {
    const from = piece * TEACHER_DIMENSIONS;
    chosen.set(pieceVectors.subarray(from, from + TEACHER_DIMENSIONS), row * TEACHER_DIMENSIONS);
  });
  const rows = project(chosen, directions, TEACHER_DIMENSIONS);
  const counts = new Float64Array(kept.length);
  for (const piece of tokens.pieces) counts[piece] += 1;
  counts.forEach((count, row) => {
    const weight = COMMON / (COMMON + count / tokens.pieces.length);
    for (let d = row * width; d < (row + 1) * width; d += 1) rows[d] *= weight;
  });
  return rows;
}

/** @param {ReturnType<typeof createStudent>} student @param {import("./student.mjs").Tokens} tokens @param {Float32Array} targets @param {Uint8Array} chosen */
function agreement(student, tokens, targets, chosen) {
  const { width } = student;
  const batch = [...chosen.keys()].filter((index) => chosen[index] === 1);
  const sums = new Float32Array(batch.length * width);
  student.forward(tokens, batch, sums, new Float32Array(batch.length));
  toUnits(sums, width);
  let total = 0;
  batch.forEach((text, at) => {
    for (let d = 0; d < width; d += 1) total += sums[at * width + d] * targets[text * width + d];
  });
  return total / batch.length;
}

/** Normalises vectors in place. @param {Float32Array} vectors @param {number} width */
function toUnits(vectors, width) {
  for (let from = 0; from < vectors.length; from += width) {
    let square = 0;
    for (let d = from; d < from + width; d += 1) square += vectors[d] * vectors[d];
    const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
    for (let d = from; d < from + width; d += 1) vectors[d] *= scale;
  }
  return vectors;
}
