import { expect, test } from "vitest";
import { stem } from "./stem.ts";

/** Examples of Porter's paper, and the endings that are added to it here, rule by rule. */
test.each([
  ["plurals", "caresses caress ponies poni ties ti caress caress cats cat status status"],
  ["-eed, -ed and -ing", "feed feed agreed agre plastered plaster bled bled motoring motor sing sing"],
  [
    "what they leave",
    "conflated conflat troubled troubl sized size hopping hop tanned tan falling fall hissing hiss",
  ],
  ["more of it", "fizzed fizz failing fail filing file boxing box snowing snow playing plai"],
  ["-y", "happy happi sky sky enjoy enjoi"],
  ["-ational to -ate", "relational relat conditional condit rational ration"],
  [
    "-ization and its spellings",
    "digitizer digit vietnamization vietnam organisation organ organizer organ organiser organ organise organ",
  ],
  ["-li", "differentli differ vileli vile analogousli analog radicalli radic conformabli conform"],
  ["-ation and -ator", "predication predic operator oper"],
  [
    "-alism, -iveness, -fulness, -ousness",
    "feudalism feudal decisiveness decis hopefulness hope callousness callous",
  ],
  ["-aliti, -iviti, -biliti", "formaliti formal sensitiviti sensit sensibiliti sensibl"],
  ["-enci and -anci", "valenci valenc hesitanci hesit"],
  ["-icate, -ative, -alize", "triplicate triplic formative form formalize formal"],
  ["-iciti, -ical, -ful, -ness", "electriciti electr electrical electr hopeful hope goodness good"],
  [
    "-al, -ance, -ence, -er, -ic",
    "revival reviv allowance allow inference infer airliner airlin gyroscopic gyroscop",
  ],
  [
    "-able, -ible, -ant, -ement, -ment, -ent",
    "adjustable adjust defensible defens irritant irrit replacement replac adjustment adjust dependent depend",
  ],
  ["-ion after s or t", "adoption adopt decision decis communion communion"],
  [
    "-ism, -ate, -iti, -ous, -ive, -ize",
    "communism commun activate activ angulariti angular homologous homolog effective effect bowdlerize bowdler",
  ],
  ["-e and -ll at the end", "probate probat rate rate cease ceas controll control roll roll"],
  ["y as a vowel", "syzygy syzygi crying cry"],
  ["short words and other signs", "bus bus is is node2 node2 größen größen"],
])("M5 the stems of %s", (_rule, pairs) => {
  const words = pairs.split(" ");
  for (let at = 0; at < words.length; at += 2)
    expect([words[at], stem(words[at] ?? "")]).toEqual([words[at], words[at + 1]]);
});
