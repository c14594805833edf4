/** What two forms of a word have in common: `Analyses`, `analysing` and `analyse` are one word when words are counted. */
export function stemsOf(text: string): readonly string[] {
  const parts = text
    .replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}+#]+/u)
    .filter((part) => part !== "");
  return [...new Set(parts.map(stem))];
}

const ENDINGS = ["ing", "ion", "ed", "er", "or"];

/** Removes English endings; other languages keep theirs, which costs them little. */
function stem(word: string): string {
  if (word.length < 4 || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  let rest = word.endsWith("s") ? word.slice(0, -1) : word;
  const ending = ENDINGS.find((end) => rest.endsWith(end) && rest.length > end.length + 2);
  if (ending !== undefined) rest = rest.slice(0, -ending.length);
  if (rest.endsWith("e") && rest.length > 3) rest = rest.slice(0, -1);
  return /([bdfgmnprt])\1$/.test(rest) ? rest.slice(0, -1) : rest;
}
