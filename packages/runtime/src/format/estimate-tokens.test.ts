import { describe, expect, it } from "vitest";
import { tokenizerSuite } from "../testing/tokenizer-suite.ts";
import { estimateTokens } from "./estimate-tokens.ts";

describe("the estimate of tokens", () => {
  it.each(tokenizerSuite)("$title", ({ run }) => run(estimateTokens));

  it("is a quarter of the characters, where a pair of surrogates is one, and at least one", () => {
    expect(["", "abc", "abcdefgh", "🧀".repeat(8), "\ud800".repeat(8)].map(estimateTokens)).toEqual([
      1, 1, 2, 2, 2,
    ]);
  });
});
