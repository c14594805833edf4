import { equal, ok } from "node:assert/strict";
import type { Tokenizer } from "../ports.ts";

/** One rule that every `Tokenizer` keeps; `run` throws when it does not. */
export interface TokenizerCase {
  readonly title: string;
  run(count: Tokenizer): void;
}

const TEXTS = [
  "",
  " ",
  "\n\n",
  "word",
  "two words",
  "\0",
  "\ud800",
  "日本語",
  "🧀",
  "<|endoftext|>",
  "a\u0301",
  "x".repeat(200_000),
];

/** The contract of the `Tokenizer` port, as cases that any test runner can run. */
export const tokenizerSuite: readonly TokenizerCase[] = [
  {
    title: "gives a whole number, never negative, for any text, at once",
    run: (count) => {
      for (const text of TEXTS) {
        const tokens: unknown = count(text);
        ok(
          Number.isSafeInteger(tokens) && Number(tokens) >= 0,
          `${tokens} for ${JSON.stringify(text.slice(0, 20))}`,
        );
      }
    },
  },
  {
    title: "gives the same number for the same text",
    run: (count) => {
      const first = TEXTS.map((text) => count(text));
      for (const [index, text] of TEXTS.entries()) equal(count(text), first[index]);
    },
  },
  {
    title: "gives more for a long text than for a part of it",
    run: (count) => {
      const sentence = "The quick brown fox jumps over the lazy dog. ";
      ok(count(sentence.repeat(100)) > count(sentence.repeat(10)));
      ok(count(sentence.repeat(10)) > count(sentence));
      ok(count("日本語のテキスト。".repeat(100)) > count("日本語のテキスト。".repeat(10)));
    },
  },
];
