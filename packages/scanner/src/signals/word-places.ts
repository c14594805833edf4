import type { FlatText } from "../layers/flat-text.ts";
import { indexOfStart } from "../layers/layer.ts";
import { SETUP_WORDS, type SetupConcept } from "./setup-words.ts";

/** The most places of one word in one text; more say nothing new. */
const MAX_PLACES = 2_000;

/** Where a text speaks of what. */
export interface WordPlaces {
  /** True if the text speaks of it at all. */
  has(concept: SetupConcept): boolean;
  /** Where the text speaks of it, in order. */
  of(concept: SetupConcept): readonly number[];
  /** True if the text speaks of it between two offsets. */
  between(concept: SetupConcept, from: number, to: number): boolean;
}

/** Finds the words of an installation in a text, each concept only when somebody asks for it. */
export function wordPlaces(flat: FlatText): WordPlaces {
  const found = new Map<SetupConcept, readonly number[]>();
  const placesOf = (concept: SetupConcept): readonly number[] => {
    const known = found.get(concept);
    if (known !== undefined) return known;
    const places = findPlaces(flat, concept);
    found.set(concept, places);
    return places;
  };
  return {
    of: placesOf,
    has: (concept) => placesOf(concept).length > 0,
    between: (concept, from, to) => {
      const places = placesOf(concept);
      const next =
        places[places[0] !== undefined && places[0] >= from ? 0 : indexOfStart(places, from - 1) + 1];
      return next !== undefined && next < to;
    },
  };
}

function findPlaces({ text, words, isForeign }: FlatText, concept: SetupConcept): readonly number[] {
  const known = SETUP_WORDS[concept];
  const places: number[] = [];
  for (const word of words)
    if (known.words.has(word) || known.stems.get(word.slice(0, 2))?.some((stem) => word.startsWith(stem)))
      addPlaces(places, text, word, true);
  for (const { first, text: phrase } of known.phrases)
    if (first === "" || words.has(first)) addPlaces(places, text, phrase, false);
  if (isForeign) for (const word of known.foreign) addPlaces(places, text, word, false);
  return places.sort((a, b) => a - b);
}

function addPlaces(places: number[], text: string, word: string, isWord: boolean): void {
  let count = 0;
  for (
    let at = text.indexOf(word);
    at !== -1 && count < MAX_PLACES;
    at = text.indexOf(word, at + word.length)
  ) {
    if (isWord && (isLetter(text.charCodeAt(at - 1)) || isLetter(text.charCodeAt(at + word.length))))
      continue;
    places.push(at);
    count += 1;
  }
}

/** A letter or a digit of a script with spaces; what a word of those scripts ends at. */
function isLetter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    (code >= 0xdf && code < 0x370) ||
    (code >= 0x1e00 && code < 0x1f00)
  );
}
