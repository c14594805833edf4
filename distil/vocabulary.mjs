/** Which of the teacher's pieces the student keeps. */
import { pieceTable, wordPieces } from "../packages/embeddings/src/word-piece.ts";

/**
 * Numbers of the kept pieces: those of Latin script, digits and punctuation that the texts use often enough; single characters always.
 * @param {string[]} vocabulary @param {string[]} texts @param {number} least
 */
export function keptPieces(vocabulary, texts, least) {
  const counts = pieceCounts(vocabulary, texts);
  return vocabulary.flatMap((piece, index) => {
    const bare = piece.replace(/^##/, "");
    if (/^\[.+\]$/.test(piece) || !/^[\p{Script=Latin}\p{N}\p{P}\p{S}]+$/u.test(bare)) return [];
    const single = /^[a-z0-9]$/.test(bare);
    return single || counts[index] >= least ? [index] : [];
  });
}

/** How often each piece occurs in the texts. @param {string[]} vocabulary @param {string[]} texts */
export function pieceCounts(vocabulary, texts) {
  const table = pieceTable(new Map(vocabulary.map((piece, index) => [piece, index])));
  const counts = new Float64Array(vocabulary.length);
  for (const text of texts) for (const piece of wordPieces(text, table)) counts[piece] += 1;
  return counts;
}

/** Pieces of all texts, in one list. @param {string[]} vocabulary @param {string[]} texts @returns {import("./student.mjs").Tokens} */
export function tokenise(vocabulary, texts) {
  const table = pieceTable(new Map(vocabulary.map((piece, index) => [piece, index])));
  const offsets = new Int32Array(texts.length + 1);
  /** @type {number[]} */
  const pieces = [];
  texts.forEach((text, index) => {
    for (const piece of wordPieces(text, table)) pieces.push(piece);
    offsets[index + 1] = pieces.length;
  });
  return { offsets, pieces: Int32Array.from(pieces) };
}
