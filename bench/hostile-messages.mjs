import { randomNumbers } from "./random.mjs";

const MEGABYTE = 1_000_000;

/** Adversarial messages of 1 MB, by kind. @returns {Readonly<Record<string, string>>} */
export function hostileMessages() {
  const random = randomNumbers(1);
  const letters = (/** @type {number} */ count) =>
    Array.from({ length: count }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join("");
  const words = Array.from({ length: MEGABYTE / 8 }, () => letters(7)).join(" ");
  return {
    "different words": words,
    "one sentence, repeated": fill("please merge these pdf files and send the release notes. "),
    "one endless word": letters(MEGABYTE),
    "ideographs without spaces": fill("请把这些文件合并成一个周报"),
    "half a trigger, repeated": fill("extract pages from extract pages "),
    "code fences": fill("```\n"),
    "only special characters": fill("$/{[(<`"),
    "combining marks on one letter": `a${fill("\u0301\u0308")}`,
    "names of skills": fill("$pdf /pdf $release-notes "),
    "names of files": fill("src/a/b.pdf, "),
  };
}

/** @param {string} part */
function fill(part) {
  return part.repeat(Math.ceil(MEGABYTE / part.length)).slice(0, MEGABYTE);
}
