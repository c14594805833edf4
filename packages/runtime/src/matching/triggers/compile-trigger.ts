import { once } from "../../basics/once.ts";
import { type PhraseNode, readPhrase } from "./phrase-syntax.ts";
import { textWords } from "./text-words.ts";
import { wordSize, wordWeight } from "./word-weight.ts";

/** One spelling of a trigger: runs of literal words, separated and perhaps surrounded by variables. */
export interface TriggerPattern {
  readonly chunks: readonly (readonly string[])[];
  /** Names of the variables, in order. */
  readonly slots: readonly string[];
  /** Whether there is a variable before the first run and after the last one. */
  readonly leads: boolean;
  readonly trails: boolean;
  /** True if the phrase itself contains the end of a sentence, so that it may match across one. */
  readonly crosses: boolean;
  /** Number of literal words; two characters of a script without spaces count as one. */
  readonly literalWords: number;
  /** Number of literal words that are not function words. */
  readonly contentWords: number;
}

/** The spellings of a phrase, or the reason why it cannot be a trigger, for its author. */
export type CompiledTrigger =
  | { readonly ok: true; readonly patterns: readonly TriggerPattern[] }
  | { readonly ok: false; readonly reason: string };

/** Maximum number of phrases per skill. */
export const MAX_PHRASES = 256;
export const MAX_SPELLINGS = 64;
const MAX_LENGTH = 400;
const MAX_WORDS = 40;
const MAX_SLOTS = 8;
const STOP = /[.!?…。！？｡\n]/;
const wordCharacter = once(() => /[\p{L}\p{N}]/u);

type Piece = string | { readonly slot: string };

/** Compiles a trigger phrase. Nothing in it ever becomes a regular expression. */
export function compileTrigger(phrase: string): CompiledTrigger {
  if (phrase.length > MAX_LENGTH) return refuse(`it is longer than ${MAX_LENGTH} characters`);
  const reading = readPhrase(phrase);
  if (!reading.ok) return refuse(reading.reason);
  const nodes = [reading.nodes, withoutGuesses(reading.nodes)].find(
    (tree) => spellings(tree) <= MAX_SPELLINGS,
  );
  if (nodes === undefined) return refuse(`its alternatives give more than ${MAX_SPELLINGS} phrases`);
  const patterns: TriggerPattern[] = [];
  let reason: string | undefined;
  for (const pieces of expand(nodes)) {
    const made = patternOf(pieces);
    if (typeof made === "string") reason ??= made;
    else patterns.push(made);
  }
  return patterns.length > 0 ? { ok: true, patterns } : refuse(reason ?? "it has no words");
}

function refuse(reason: string): CompiledTrigger {
  return { ok: false, reason };
}

/** Number of spellings that a tree stands for; every number above the limit is reported as the same. */
function spellings(nodes: readonly PhraseNode[]): number {
  let count = 1;
  for (const node of nodes) {
    if (node.kind === "choice") count *= node.options.reduce((sum, option) => sum + spellings(option), 0);
    if (count > MAX_SPELLINGS) return MAX_SPELLINGS + 1;
  }
  return count;
}

/** Without treating optional words as a variable, if that would give too many spellings. */
function withoutGuesses(nodes: readonly PhraseNode[]): readonly PhraseNode[] {
  return nodes.map((node) => {
    if (node.kind !== "choice") return node;
    const [first, second, guess] = node.options;
    const guessed = second?.length === 0 && guess?.length === 1 && guess[0]?.kind === "slot";
    const options = guessed ? [first ?? [], []] : node.options;
    return { ...node, options: options.map(withoutGuesses) };
  });
}

function expand(nodes: readonly PhraseNode[]): readonly (readonly Piece[])[] {
  let phrases: Piece[][] = [[]];
  for (const node of nodes) {
    if (node.kind === "choice") {
      const tails = node.options.flatMap(expand);
      phrases = phrases.flatMap((phrase) => tails.map((tail) => [...phrase, ...tail]));
    } else for (const phrase of phrases) phrase.push(node.kind === "text" ? node.text : { slot: node.name });
  }
  return phrases;
}

/** A pattern, or what is wrong with this spelling. */
function patternOf(pieces: readonly Piece[]): TriggerPattern | string {
  const chunks: (readonly string[])[] = [];
  const slots: string[] = [];
  let text = "";
  let whole = "";
  let literalWords = 0;
  let contentWords = 0;
  let leads = false;
  let open = false;
  const endChunk = () => {
    const words = textWords(text);
    whole += text;
    text = "";
    if (words.length === 0) return;
    chunks.push(words.map((word) => word.text));
    for (const word of words) {
      literalWords += wordSize(word);
      contentWords += wordWeight(word);
    }
    open = false;
  };
  for (const piece of pieces) {
    if (typeof piece === "string") {
      text += piece;
      continue;
    }
    endChunk();
    if (open) return `there is no word between {${slots.at(-1)}} and {${piece.slot}}`;
    if (slots.includes(piece.slot)) return `it contains {${piece.slot}} twice`;
    if (chunks.length === 0) leads = true;
    slots.push(piece.slot);
    open = true;
  }
  endChunk();
  if (chunks.length === 0) return slots.length > 0 ? "it is only a variable" : "it has no words";
  if (slots.length > MAX_SLOTS) return `it has more than ${MAX_SLOTS} variables`;
  const count = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  if (count > MAX_WORDS) return `it has more than ${MAX_WORDS} words`;
  return {
    chunks,
    slots,
    leads,
    trails: open,
    crosses: hasStopInside(whole),
    literalWords,
    contentWords,
  };
}

/** True if a sentence ends before the phrase does. */
function hasStopInside(phrase: string): boolean {
  const stop = phrase.search(STOP);
  return stop !== -1 && wordCharacter().test(phrase.slice(stop));
}
