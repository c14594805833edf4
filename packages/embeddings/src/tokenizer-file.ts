import type { KnowhowError } from "@knowhow/runtime";
import { invalidModel, unsupportedModel } from "./model-errors.ts";
import { pieceTable, wordPieces } from "./word-piece.ts";

/** A model's tokenizer, as defined by its `tokenizer.json`. */
export interface FileTokenizer {
  /** Number of piece ids. */
  readonly size: number;
  /** The id of a piece; undefined if there is none. */
  numberOf(piece: string): number | undefined;
  /** True for a word of the vocabulary; undefined unless the vocabulary is English. */
  readonly knows: ((word: string) => boolean) | undefined;
  /** The piece ids of a text, without start and end markers. An unknown word gives `unknown`, or nothing. */
  encode(text: string, unknown?: number): number[];
}

/**
 * Parses a `tokenizer.json` with WordPiece and BERT's normalizer. Others are rejected, because a wrong tokenizer would
 * silently give wrong vectors.
 */
export function readTokenizer(text: string, place: string): FileTokenizer {
  const file = parseJson(text, place);
  const model = child(file, "model");
  const kind = String(Reflect.get(model, "type") ?? "WordPiece");
  if (kind !== "WordPiece") throw refused(place, `its tokenizer is ${kind}`);
  const normalizer = child(file, "normalizer");
  const normalizing = Reflect.get(normalizer, "type");
  if (normalizing !== "BertNormalizer") throw refused(place, `its normalizer is ${String(normalizing)}`);
  const splitting = Reflect.get(child(file, "pre_tokenizer"), "type");
  if (splitting !== "BertPreTokenizer") throw refused(place, `its pre-tokenizer is ${String(splitting)}`);
  const cased = Reflect.get(normalizer, "lowercase") === false;
  const accents = Reflect.get(normalizer, "strip_accents");
  if (typeof accents === "boolean" && accents === cased) {
    throw refused(place, "it handles letter case and accents differently");
  }
  const numbers = readVocabulary(model, place);
  const prefix = Reflect.get(model, "continuing_subword_prefix");
  const table = pieceTable(numbers, typeof prefix === "string" ? prefix : "##");
  let size = 0;
  for (const number of numbers.values()) size = Math.max(size, number + 1);
  return {
    size,
    numberOf: (piece) => numbers.get(piece),
    knows: isEnglish(numbers) ? (word) => numbers.has(word) : undefined,
    encode: (words, unknown) => wordPieces(words, table, { unknown, cased }),
  };
}

/** Frequent words of other languages, of which an English vocabulary has hardly any, and the fewest Han characters of a Chinese one. */
const FOREIGN = "werden nicht auch avec aussi tambien porque desde anche sono niet zijn также больше".split(
  " ",
);
const FEWEST_HAN = 2_000;

function isEnglish(numbers: ReadonlyMap<string, number>): boolean {
  if (!numbers.has("the") || FOREIGN.filter((word) => numbers.has(word)).length > 2) return false;
  let han = 0;
  for (const piece of numbers.keys()) if (/^\p{Script=Han}$/u.test(piece)) han += 1;
  return han < FEWEST_HAN;
}

function readVocabulary(model: object, place: string): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const [piece, number] of Object.entries(child(model, "vocab"))) {
    if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number > 10_000_000) {
      throw invalidModel(place, `the token ${JSON.stringify(piece.slice(0, 40))} has no id`);
    }
    numbers.set(piece, number);
  }
  if (numbers.size === 0) throw invalidModel(place, "it has no vocabulary");
  return numbers;
}

function child(value: object, key: string): object {
  const found: unknown = Reflect.get(value, key);
  return typeof found === "object" && found !== null ? found : {};
}

function parseJson(text: string, place: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw invalidModel(place, "it is not JSON", cause);
  }
  throw invalidModel(place, "it is not an object");
}

function refused(place: string, why: string): KnowhowError {
  return unsupportedModel(
    place,
    why,
    "choose a model with BERT's WordPiece tokenizer, or serve this one and use endpointEmbedder",
  );
}
