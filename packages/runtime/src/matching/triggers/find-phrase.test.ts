import { expect, test } from "vitest";
import { compileTrigger } from "./compile-trigger.ts";
import { findPhrase, placeWords } from "./find-phrase.ts";

const PHRASES: readonly string[] = [
  "explain",
  "explain {topic}",
  "{who} explains {topic}",
  "{what} explained",
  "explain {topic} to {whom}",
  "explain {topic} in detail",
  "do it",
  "create a note",
  "create [a] (note|memo) about {topic}",
  "move {file} from {place} to {goal}",
  "to me to you",
  "Hm. Check this",
  "merge pdf",
  "合并{文件}吧",
  "翻译文件",
  "をまとめて",
  "번역 {언어}",
  "it is not",
  "what's new",
  "c++ review",
];

const MESSAGES: readonly string[] = [
  "explain",
  "Explain it.",
  "explain entropy",
  "please explain entropy to me, please",
  "Please explain the second law of thermodynamics to my little sister in detail. Thanks!",
  "explain\nthis line\nand not this",
  "explain\n\nnothing",
  "explain explain explain to explain",
  "Ann explains tea. Bob explains coffee to Carl",
  "entropy explained. done",
  "Hello there. Entropy explained",
  "Entropy, simply explained, please explain",
  "explained entropy explained",
  "don't explain it, do it",
  "do not please explain it; never do it",
  "why not explain it",
  "you don't need to explain entropy to me",
  "no need to explain. explain!",
  "no need to ever have to explain it",
  "don't please need to explain it",
  'explain "the word. explain" to us',
  'explain "to be" to Hamlet',
  "(explain (this) to them)",
  "explain https://example.com/explain/entropy to me",
  "create a note",
  "create a note about cats and dogs",
  "create memo about: «Größe»",
  "create note about",
  "move a.txt from /tmp/x to ~/y",
  "move from from to to to",
  "move it from here. to there",
  "to me to me to you",
  "hm. check this",
  "Hm check this",
  "merge.pdf merge pdf",
  "merge\npdf",
  "merge. pdf",
  "合并这两个文件吧",
  "请翻译文件，谢谢",
  "不要翻译文件",
  "資料をまとめてください",
  "이 문서 번역 영어로",
  "it is not it is not",
  "What’s new? a C++ review",
];

/** Where a phrase is in a message, and what it says; undefined if it is not there. */
function describeHit(phrase: string, message: string): string | undefined {
  const compiled = compileTrigger(phrase);
  const meter = { steps: 0 };
  const hit = compiled.ok ? findPhrase(compiled.patterns, placeWords(message, meter), meter) : undefined;
  if (hit === undefined) return undefined;
  const { start, end, literalWords, contentWords, coverage, decisive, variables } = hit;
  const counts = `${literalWords} words, ${contentWords} of content, ${Number(coverage.toFixed(4))} of the message`;
  return `- ${phrase}: ${start}-${end}, ${counts}${decisive ? ", decides" : ""} ${JSON.stringify(variables)}`;
}

test("M2 every phrase is found in every message where it was, with its variables and its share", async () => {
  const text = MESSAGES.map((message) => {
    const hits = PHRASES.flatMap((phrase) => describeHit(phrase, message) ?? []);
    return [`## ${JSON.stringify(message)}, size ${placeWords(message, { steps: 0 }).size}`, ...hits].join(
      "\n",
    );
  });
  await expect(`${text.join("\n\n")}\n`).toMatchFileSnapshot("find-phrase.txt");
});
