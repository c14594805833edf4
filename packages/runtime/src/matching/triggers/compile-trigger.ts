import { once } from "../../basics/once.ts";
import { type PhraseNode, readPhrase } from "./phrase-syntax.ts";
import { textWords } from "./text-words.ts";
import { wordSize, wordWeight } from "./word-weight.ts";

/** One spelling of a trigger: runs of literal words with a variable between each two, and perhaps before or behind them. */
export interface TriggerPattern {
  readonly chunks: readonly (readonly string[])[];
  /** Names of the variables, in the order in which they stand. */
  readonly slots: readonly string[];
  /** A variable stands before the first run, behind the last one. */
  readonly leads: boolean;
  readonly trails: boolean;
  /** The phrase itself goes on behind the end of a sentence, so it is also found that way. */
  readonly crosses: boolean;
  /** Words of the phrase that must stand in a message; two signs of a script without spaces count as one. */
  readonly literalWords: number;
  /** The same without words that only hold a sentence together. */
  readonly contentWords: number;
}

/** The spellings of a phrase, or in words for its author why it cannot be a trigger. */
export type CompiledTrigger =
  | { readonly ok: true; readonly patterns: readonly TriggerPattern[] }
  | { readonly ok: false; readonly reason: string };

/** Phrases of one skill that are looked for. */
export const MAX_PHRASES = 256;
export const MAX_SPELLINGS = 64;
const MAX_LENGTH = 400;
const MAX_WORDS = 40;
const MAX_SLOTS = 8;
const stopInside = once(() => /[.!?…。！？｡\n]\P{L}*[\p{L}\p{N}]/u);

type Piece = string | { readonly slot: string };

/** Prepares a trigger phrase for being looked for; nothing in it ever becomes a regular expression. */
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

/** How many phrases a tree stands for; more than the limit is told as just that. */
function spellings(nodes: readonly PhraseNode[]): number {
  let count = 1;
  for (const node of nodes) {
    if (node.kind === "choice") count *= node.options.reduce((sum, option) => sum + spellings(option), 0);
    if (count > MAX_SPELLINGS) return MAX_SPELLINGS + 1;
  }
  return count;
}

/** Without the guess that optional words are a variable, where all guesses together would be too many. */
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
    crosses: stopInside().test(whole),
    literalWords,
    contentWords,
  };
}
