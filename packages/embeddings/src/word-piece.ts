import { bertWords } from "./bert-words.ts";

/** Longer words are unknown, as in BERT, which bounds the search for pieces. */
const LONGEST_WORD = 100;

/** The pieces of a model. A piece inside a word differs from one at its start. */
export interface PieceTable {
  /** Maximum number of characters of a piece. */
  readonly longestPiece: number;
  /** The id of the piece `word.slice(start, end)`, or -1. */
  find(word: string, start: number, end: number): number;
}

/** Differences between models. */
export interface WordPieceOptions {
  /** Id for a word that cannot be composed of pieces. Default such a word gives nothing. */
  readonly unknown?: number | undefined;
  /** Keep letter case and accents. Default false. */
  readonly cased?: boolean;
}

/** The piece ids of a text, always taking the longest piece from the left. */
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

/** Creates a table from pieces as in tokenizer files: `##` marks those inside a word. */
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
