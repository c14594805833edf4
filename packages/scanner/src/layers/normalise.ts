import { foldConfusables } from "./confusables.ts";
import { withoutInvisible } from "./invisible.ts";
import { copiedLayer, type Layer } from "./layer.ts";

/**
 * A copy of a layer without disguises: compatibility forms, look-alike letters, invisible characters, HTML entities and character
 * escapes. Undefined if nothing is disguised.
 */
export function normalisedCopy(layer: Layer): Layer | undefined {
  const text = normalise(layer.text);
  if (text === layer.text) return undefined;
  const disguised = disguisedLines(layer);
  return { ...copiedLayer(layer, text), ...(disguised.size === 0 ? {} : { disguised }) };
}

/** Invisible characters and letters of other scripts inside of words. */
const INSIDE =
  /[A-Za-z0-9][\u00ad\u200b-\u200f\u2060-\u2064\ufeff\u{e0000}-\u{e007f}][A-Za-z0-9]|[A-Za-z][\u0370-\u04ff]|[\u0370-\u04ff][A-Za-z]/u;

function disguisedLines(layer: Layer): ReadonlySet<number> {
  const lines = new Set<number>();
  if (!INSIDE.test(layer.text)) return lines;
  let offset = 0;
  for (const line of layer.text.split("\n")) {
    if (INSIDE.test(line)) lines.add(layer.lineAt(offset));
    offset += line.length + 1;
  }
  return lines;
}

function normalise(text: string): string {
  let out = text;
  if (/[^\t\n\r\x20-\x7e]/.test(out)) out = foldConfusables(foldForms(withoutInvisible(out)));
  return unescapeCharacters(unescapeEntities(refang(out)));
}

/** `hxxps://host[.]net` → `https://host.net`: addresses that a reader is to put together. */
function refang(text: string): string {
  if (!/hxxp|\[\.\]|\[:\]/i.test(text)) return text;
  return text.replace(/\bhxxp(s?)(?=:|\[:\])/gi, "http$1").replace(/\[([.:])\]/g, "$1");
}

/** Letters and digits in other forms: full width, mathematical, enclosed, small capitals, ligatures. */
function foldForms(text: string): string {
  return text.replace(
    /[\u00aa\u00ba\u02b0-\u02b8\u1d2c-\u1d6a\u2070-\u209c\u2100-\u214f\u2160-\u217f\u2460-\u24e9\ufb00-\ufb06\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f189}]/gu,
    (char) => {
      const plain = char.normalize("NFKC");
      return /^[\x21-\x7e]+$/.test(plain) && /[A-Za-z0-9/|$`]/.test(plain) ? plain : char;
    },
  );
}

/** `&#105;gnore` → `ignore`. A line break stays an entity, so that lines keep their numbers. */
function unescapeEntities(text: string): string {
  if (!text.includes("&#")) return text;
  return text.replace(/&#(?:x([0-9a-fA-F]{1,6})|([0-9]{1,7}));/gi, (whole, hex, decimal) => {
    const code = hex === undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return characterOf(code) ?? whole;
  });
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
  if (code < 0x21 || code > 0x10ffff || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff))
    return undefined;
  return String.fromCodePoint(code);
}
