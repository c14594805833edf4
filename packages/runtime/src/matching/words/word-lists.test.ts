import { describe, expect, test } from "vitest";
import { asksForFact, FACT_EXAMPLES } from "../request/asks-for-fact.ts";
import { IDLE_LISTS, isSmallTalk } from "../request/small-talk.ts";
import { longFormsOf, SHORT_FORMS } from "./short-forms.ts";
import { isFunctionWord, isStopWord, STOP_LISTS } from "./stop-words.ts";
import { fold, termsOf } from "./terms.ts";

const { SIGNS, ENGLISH_FUNCTION_WORDS, FUNCTION_WORDS, ...stopLists } = STOP_LISTS;

describe("every row of every word list is reachable", () => {
  test.each(
    Object.entries({ ...stopLists, ENGLISH_FUNCTION_WORDS, FUNCTION_WORDS }),
  )("M5 a word of %s is no term", (_, words) => {
    expect([...words].filter((word) => termsOf(word).length > 0 || !isStopWord(word))).toEqual([]);
  });

  test("M5 words are listed as they are compared", () => {
    const words = [
      ...ENGLISH_FUNCTION_WORDS,
      ...STOP_LISTS.ENGLISH_VAGUE_WORDS,
      ...FUNCTION_WORDS,
      ...STOP_LISTS.VAGUE_WORDS,
    ];
    expect(words.filter((word) => fold(word) !== word)).toEqual([]);
  });

  test("M5 no word is in two lists", () => {
    const all = Object.values({ ...stopLists, ENGLISH_FUNCTION_WORDS, FUNCTION_WORDS }).flatMap((words) => [
      ...words,
    ]);
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([]);
  });

  test("M2 function words and single characters do not make a phrase decisive", () => {
    const words = [...ENGLISH_FUNCTION_WORDS, ...FUNCTION_WORDS, ...SIGNS];
    expect(words.filter((word) => !isFunctionWord(word))).toEqual([]);
  });

  test("M5 a short form is one term, and stands for other terms", () => {
    const unreachable = SHORT_FORMS.filter(([written, means]) => {
      const [term = "", ...more] = termsOf(written);
      const forms = longFormsOf(term);
      return more.length > 0 || forms.length === 0 || forms.join() !== termsOf(means).join();
    });
    expect(unreachable).toEqual([]);
  });

  test.each(Object.entries(IDLE_LISTS))("M5 a message of the words %s alone is small talk", (_, words) => {
    expect([...words].filter((word) => !isSmallTalk(word))).toEqual([]);
  });

  test.each(FACT_EXAMPLES)("M5 %j asks for a fact, and for no other reason than %s", (example, pattern) => {
    expect(asksForFact(example)).toBe(true);
    expect(pattern.test(example)).toBe(true);
    expect(FACT_EXAMPLES.filter(([, other]) => other !== pattern && other.test(example))).toEqual([]);
  });
});

test.each([
  ["C++ and C# and F#", ["c++", "c#", "f#"]],
  ["an R script", ["r", "script"]],
  ["a Go service", ["golang", "servic"]],
  ["Go ahead", ["ahead"]],
  ["CI and MIT and ES", ["ci", "mit", "es"]],
  ["ci", ["ci"]],
  ["mit dem Hund", ["hund"]],
  ["the agent handles a task", ["agent", "handl", "task"]],
  ["pull request guide", ["pull", "request", "guid"]],
  ["Claude covers", ["claud", "cover"]],
])("M5 the terms of the field are kept: %s", (text, terms) => {
  expect(termsOf(text)).toEqual(terms);
});
