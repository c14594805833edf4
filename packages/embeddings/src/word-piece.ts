import { bertWords } from "./bert-words.ts";

/** Words longer than this are unknown, as in BERT: it bounds the search for pieces. */
const LONGEST_WORD = 100;

/** The pieces that a model knows. A piece inside a word is not the same as one at its start. */
export interface PieceTable {
  /** No piece has more characters. */
  readonly longestPiece: number;
  /** Number of the piece `word.slice(start, end)`, or -1. */
  find(word: string, start: number, end: number): number;
}

/** What differs between models. */
export interface WordPieceOptions {
  /** Stands for a word that cannot be put together; such a word gives nothing when absent. */
  readonly unknown?: number | undefined;
  /** Keeps letter case and accents. */
  readonly cased?: boolean;
}

/** Numbers of the pieces of a text, the longest first from the left. */
export function wordPieces(text: string, table: PieceTable, options: WordPieceOptions = {}): number[] {
  const pieces: number[] = [];
  for (const word of bertWords(text, options.cased)) {
    const before = pieces.length;
    if (word.length <= LONGEST_WORD && addPieces(word, table, pieces)) continue;
    pieces.length = before;
    if (options.unknown !== undefined) pieces.push(options.unknown);
  }
  return pieces;
}

function addPieces(word: string, table: PieceTable, pieces: number[]): boolean {
  let start = 0;
  while (start < word.length) {
    let end = Math.min(word.length, start + table.longestPiece);
    let piece = table.find(word, start, end);
    while (piece < 0 && end > start + 1) {
      end -= 1;
      piece = table.find(word, start, end);
    }
    if (piece < 0) return false;
    pieces.push(piece);
    start = end;
  }
  return true;
}

/** A table over a map from pieces as tokenizer files write them: `##` leads those inside a word. */
export function pieceTable(numbers: ReadonlyMap<string, number>, prefix = "##"): PieceTable {
  let longestPiece = 1;
  for (const piece of numbers.keys()) longestPiece = Math.max(longestPiece, piece.length);
  return {
    longestPiece,
    find: (word, start, end) => {
      const piece = word.slice(start, end);
      return numbers.get(start > 0 ? prefix + piece : piece) ?? -1;
    },
  };
}
