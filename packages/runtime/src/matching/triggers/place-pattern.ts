import type { TriggerPattern } from "./compile-trigger.ts";
import { isNegated } from "./negation.ts";
import { lineBehind, type MessageText } from "./read-message.ts";

/** A message with the positions of its words. */
export interface PlacedMessage extends MessageText {
  /** Positions of each word, in order. */
  readonly positions: ReadonlyMap<string, readonly number[]>;
}

/** Counts operations, so that a test can prove the complexity. */
export interface Meter {
  steps: number;
}

/**
 * The first word of each chunk; undefined if the pattern does not match. Each chunk is found leftmost after the one
 * before, with at least one word in between, in the same sentence. A phrase that the words before it negate does not
 * count. No position is visited twice, so the time is linear in the message.
 */
export function placePattern(
  pattern: TriggerPattern,
  message: PlacedMessage,
  meter: Meter,
): readonly number[] | undefined {
  const searches: ChunkSearch[] = [];
  for (const chunk of pattern.chunks) {
    const search = searchFor(chunk, message);
    if (search === undefined) return undefined;
    searches.push(search);
  }
  const [first] = searches;
  for (let from = 0; first !== undefined; ) {
    meter.steps += 1;
    const start = nextPlace(first, from, { message, pattern, meter });
    if (start === undefined) return undefined;
    const places = placeRest(start, searches, { message, pattern, meter });
    if (places === "never") return undefined;
    if (places !== undefined && (pattern.leads || !isNegated(message, start))) return places;
    from = start + 1;
  }
  return undefined;
}

interface PlacementContext {
  readonly message: PlacedMessage;
  readonly pattern: TriggerPattern;
  readonly meter: Meter;
}

/** One chunk, searched from left to right. */
interface ChunkSearch {
  readonly chunk: readonly string[];
  /** The word of the chunk that is rarest in the message: its offset in the chunk, and its positions in the message. */
  readonly offset: number;
  readonly places: readonly number[];
  cursor: number;
}

function searchFor(chunk: readonly string[], { positions }: PlacedMessage): ChunkSearch | undefined {
  let offset = 0;
  let places: readonly number[] | undefined;
  for (const [index, word] of chunk.entries()) {
    const here = positions.get(word);
    if (here === undefined) return undefined;
    if (places === undefined || here.length < places.length) {
      offset = index;
      places = here;
    }
  }
  return places === undefined ? undefined : { chunk, offset, places, cursor: 0 };
}

/** The chunks after the first; "never" if one of them does not occur any more. */
function placeRest(
  start: number,
  searches: readonly ChunkSearch[],
  context: PlacementContext,
): readonly number[] | "never" | undefined {
  const { message, pattern } = context;
  const { sentenceOf, sentences, behindQuote } = message;
  if (pattern.leads && start === sentences[sentenceOf[start] ?? 0]?.from) return undefined;
  const places = [start];
  let end = start + (searches[0]?.chunk.length ?? 0);
  for (const search of searches.slice(1)) {
    const next = nextPlace(search, Math.max(end + 1, behindQuote.get(end) ?? 0), context);
    if (next === undefined) return "never";
    if (sentenceOf[next] !== sentenceOf[end - 1]) return undefined;
    places.push(next);
    end = next + search.chunk.length;
  }
  const isLast = end === sentences[sentenceOf[end - 1] ?? 0]?.to;
  return pattern.trails && isLast && lineBehind(message, end - 1) === undefined ? undefined : places;
}

/** The next position of the chunk at or after a word; the cursor never moves back. */
function nextPlace(search: ChunkSearch, from: number, context: PlacementContext): number | undefined {
  const { places, offset } = search;
  for (; search.cursor < places.length; search.cursor += 1) {
    context.meter.steps += 1;
    const start = (places[search.cursor] ?? 0) - offset;
    if (start >= from && standsAt(search.chunk, start, context)) return start;
  }
  return undefined;
}

function standsAt(
  chunk: readonly string[],
  start: number,
  { message, pattern, meter }: PlacementContext,
): boolean {
  const { words, breaks } = message;
  if (words[start]?.inside !== false) return false;
  for (let index = 0; index < chunk.length; index += 1) {
    meter.steps += 1;
    if (words[start + index]?.text !== chunk[index]) return false;
    if (index > 0 && breaks[start + index] === 1 && !pattern.crosses) return false;
  }
  return true;
}
