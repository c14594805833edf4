import { once } from "../basics/once.ts";

/**
 * Letters of other scripts that look like Latin ones, by the Latin letter that they resemble in lower case. UTS 39 calls
 * the result of replacing them a skeleton; two names with the same skeleton cannot be told apart by a reader.
 */
const LETTERS: Readonly<Record<string, string>> = {
  a: "\u0430\u03b1\u0251\u13aa\uab7a",
  b: "\u044c\u03b2\u0432\u13cf\u0299",
  c: "\u0441\u03f2\u1d04\u2ca5\u13df",
  d: "\u0501\u0257\u13e7\u056a",
  e: "\u0435\u03b5\u04bd\u212e\u13ac",
  f: "\u0192\u03dd\u0584",
  g: "\u0261\u0581\u050d\u13c0",
  h: "\u04bb\u0570\u043d\u13bb\u0266",
  i: "\u0456\u03b9\u0131\u0269\u026a\u13a5\u04cf\u0268",
  j: "\u0458\u03f3\u0575\u0237\u13ab",
  k: "\u043a\u03ba\u13e6\u1d0b",
  l: "\u029f\u2113\u13de\u0142\u01c0",
  m: "\u043c\u1d0d\u13b7",
  n: "\u043f\u03b7\u0578\u0274\u057c",
  o: "\u043e\u03bf\u0585\u03c3\u1d0f\u2c9f\u0ae6\u0966\u0d20\u101d",
  p: "\u0440\u03c1\u2ca3\u13e2\u0580",
  q: "\u051b\u0566\u0563",
  r: "\u0433\u1d26\u13a1\u0280",
  s: "\u0455\ua731\u13da\u057f",
  t: "\u0442\u03c4\u13a2\u1d1b",
  u: "\u057d\u03c5\u1d1c\u0438\u028b",
  v: "\u0475\u03bd\u1d20\u13d9",
  w: "\u051d\u03c9\u0461\u1d21\u13b3\u0561",
  x: "\u0445\u03c7\u04b3\u2cad",
  y: "\u0443\u03b3\u04af\u1d8c\u10e7",
  z: "\u1d22\u13c3\u0290",
  "-": "\u2010\u2011\u2012\u2013\u2014\u2212\u30fc\u02d7\u2043\uff70",
  "3": "\u0437\u04e1",
};

const byCharacter: () => ReadonlyMap<string, string> = once(
  () =>
    new Map(
      Object.entries(LETTERS).flatMap(([letter, others]) =>
        [...others].map((other) => [other, letter] as const),
      ),
    ),
);

/** Names that are their own skeleton. */
const PLAIN = /^[a-z0-9._-]*$/;

/** Characters that are not displayed. */
const unseen = once(
  () =>
    /[\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu,
);

/**
 * A name as a reader sees it: without compatibility forms, invisible characters and letter case, and with letters of
 * other scripts replaced by the Latin ones that they look like. Upper case first, so that `ß` equals `ss`.
 */
export function skeletonOf(name: string): string {
  if (PLAIN.test(name)) return name;
  const folded = name.normalize("NFKC").replace(unseen(), "").toUpperCase().toLowerCase().normalize("NFKC");
  const letters = byCharacter();
  return [...folded].map((character) => letters.get(character) ?? character).join("");
}

/** Letters and digits of ASCII that look like others in many fonts, as one of them. */
export function plainSkeletonOf(name: string): string {
  return skeletonOf(name)
    .replaceAll("0", "o")
    .replaceAll(/[1|]/g, "l")
    .replaceAll("rn", "m")
    .replaceAll("vv", "w")
    .replaceAll(/[_.]/g, "-");
}
