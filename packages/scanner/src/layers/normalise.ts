import { foldConfusables } from "./confusables.ts";
import { withoutInvisible } from "./invisible.ts";
import { copiedLayer, type Layer } from "./layer.ts";

/**
 * A copy of a layer without disguises: compatibility forms, look-alike letters, invisible characters, HTML entities and character
 * escapes. Undefined if nothing is disguised.
 */
export function normalisedCopy(layer: Layer): Layer | undefined {
  const text = normalise(layer.text);
  return text === layer.text ? undefined : copiedLayer(layer, text);
}

function normalise(text: string): string {
  let out = text;
  if (/[^\0-\x7e]/.test(out)) {
    out = foldConfusables(withoutInvisible(out).normalize("NFKC"));
    // The lines must stay those of the source.
    if (countOf(out, "\n") !== countOf(text, "\n")) out = text;
  } else out = withoutInvisible(out);
  return unescapeCharacters(unescapeEntities(out));
}

/** `&#105;gnore` → `ignore`. A line break stays an entity, so that lines keep their numbers. */
function unescapeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]{2,6}));/g,
    (whole, hex, decimal, name) => {
      if (name !== undefined) return NAMED.get(name) ?? whole;
      return (
        characterOf(hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16)) ?? whole
      );
    },
  );
}

/** `\x63\x75rl`, `\u0063url` and `%63url` → `curl`, for printable characters. */
function unescapeCharacters(text: string): string {
  let out = text;
  if (out.includes("\\")) {
    out = out.replace(
      /\\(?:x([0-9a-fA-F]{2})|u\{?([0-9a-fA-F]{4,6})\}?|0?([0-7]{3}))/g,
      (whole, x, u, octal) => {
        const code = octal === undefined ? Number.parseInt(x ?? u, 16) : Number.parseInt(octal, 8);
        return characterOf(code) ?? whole;
      },
    );
  }
  if (out.includes("%")) {
    out = out.replace(/(?:%[2-7][0-9a-fA-F]){3,}/g, (run) =>
      run.replace(/%([0-9a-fA-F]{2})/g, (whole, hex) => characterOf(Number.parseInt(hex, 16)) ?? whole),
    );
  }
  return out;
}

/** A printable character; undefined for anything else. */
function characterOf(code: number): string | undefined {
  if (code < 0x20 || code > 0x10ffff || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff))
    return undefined;
  return String.fromCodePoint(code);
}

function countOf(text: string, char: string): number {
  let count = 0;
  for (let at = text.indexOf(char); at !== -1; at = text.indexOf(char, at + 1)) count += 1;
  return count;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", " "],
  ["sol", "/"],
  ["colon", ":"],
  ["period", "."],
  ["shy", ""],
  ["zwnj", ""],
  ["zwj", ""],
]);
