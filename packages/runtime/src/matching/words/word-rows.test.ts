import { expect, test } from "vitest";
import { hasPair, pairFilter, pairHash } from "../lexical/pair-filter.ts";
import { isSmallTalk } from "../request/small-talk.ts";
import { withoutCourtesy } from "../triggers/courtesy.ts";

test.each(
  "say says saying said word words phrase term write type and or with of for the a an to sag wort und oder".split(
    " ",
  ),
)("M2 after %j a word of thanks is meant itself", (word) => {
  expect(withoutCourtesy(`do ${word} thanks`)).toBe(`do ${word} thanks`);
});

/** One word of every line of the list. */
test.each([
  "howdy",
  "appreciated",
  "wonderful",
  "alright",
  "proceed",
  "lgtm",
  "nevermind",
  "oops",
  "goodbye",
  "weitermachen",
  "adelante",
  "continuez",
  "perfeito",
  "doorgaan",
  "merhaba",
  "здравствуите",
  "привіт",
  "lanjutkan",
  "没问题",
  "謝謝",
  "こんばんは",
  "고맙습니다",
  "ขอบคุณ",
])("M5 %j alone is small talk", (word) => {
  expect(isSmallTalk(word)).toBe(true);
});

test("M5 pairs of words are stored on disk by these hashes and bits, which must not change", () => {
  const pairs = [
    ["merge", "file"],
    ["file", "merge"],
    ["a", ""],
    ["", "a"],
    ["合并", "文件"],
  ].map(([first = "", second = ""]) => pairHash(first, second));
  expect(pairs).toEqual([1181300990, 1332712472, 841276233, 1353373277, 1420938429]);
  expect([...pairFilter(new Set(pairs))]).toEqual([310386706, 1212154213]);
  expect([...pairFilter(new Set(pairs.slice(0, 1)))]).toEqual([268435474]);
  expect(hasPair(pairFilter(new Set(pairs)), 0, 2, pairs[0] ?? 0)).toBe(true);
});
