/** Bytes that were encoded as text. */
export interface EncodedRun {
  readonly offset: number;
  readonly encoding: "base64" | "hex";
  readonly bytes: Uint8Array;
}

/** At least this many characters; shorter ones cannot hold a command and an address. */
const MIN_LENGTH = 20;

/** Every run of base64 or hex, also over several lines or parts of a concatenation. */
export function* encodedRuns(text: string): Generator<EncodedRun> {
  for (const { offset, value } of candidates(text)) {
    const hex = /^(?:0x)?[0-9a-fA-F]+$/.test(value);
    if (hex && value.length % 2 === 0)
      yield { offset, encoding: "hex", bytes: bytesOfHex(value.replace(/^0x/, "")) };
    else if (!hex) {
      const bytes = bytesOfBase64(value);
      if (bytes !== undefined) yield { offset, encoding: "base64", bytes };
    }
  }
}

/** The text that bytes are in UTF-8, or undefined if they are not text. */
export function encodedText(bytes: Uint8Array): string | undefined {
  if (bytes.length < 12) return undefined;
  let controls = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32) || byte === 127) controls += 1;
  if (controls > bytes.length * 0.03) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function* candidates(text: string): Generator<{ readonly offset: number; readonly value: string }> {
  // The look-behind keeps the search from starting inside of every word.
  const run = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}/g;
  let held: { offset: number; value: string; end: number } | undefined;
  for (const match of text.matchAll(run)) {
    const value = match[0];
    // A long value is often wrapped, or written as a sum of parts; what stands between is short and has no letters.
    if (held !== undefined && !held.value.endsWith("=") && isSeam(text, held.end, match.index)) {
      held = { offset: held.offset, value: held.value + value, end: match.index + value.length };
      continue;
    }
    if (held !== undefined) yield* accepted(held, text);
    held = { offset: match.index, value, end: match.index + value.length };
  }
  if (held !== undefined) yield* accepted(held, text);
}

function* accepted(
  { offset, value, end }: { readonly offset: number; readonly value: string; readonly end: number },
  text: string,
) {
  if (value.length < MIN_LENGTH || isWordy(value)) return;
  yield { offset, value };
  // The last line of a wrapped value can be short.
  const tail =
    value.length >= 40 && !value.endsWith("=")
      ? /^\s{1,4}([A-Za-z0-9+/_-]{1,19}={0,2})(?![\w=])/.exec(text.slice(end, end + 30))
      : null;
  if (tail !== null) yield { offset, value: value + (tail[1] ?? "") };
}

/** Whitespace, quotes, `+`, `,`, `\` and comment signs between two parts of one value. */
function isSeam(text: string, from: number, to: number): boolean {
  return to - from <= 40 && to > from && /^[\s"'`+,.()\\#>|]*$/.test(text.slice(from, to));
}

/** A path, an option or words joined by hyphens: text that anybody can read as it is. */
function isWordy(value: string): boolean {
  if (/[0-9+]/.test(value) && /[A-Z]/.test(value)) return false;
  return /^[a-z0-9_/-]+$/.test(value)
    ? !/^[0-9a-f]+$/.test(value)
    : /^[-/_A-Za-z]+$/.test(value) && /[-/_]/.test(value);
}

function bytesOfHex(value: string): Uint8Array {
  const bytes = new Uint8Array(value.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(value.slice(at * 2, at * 2 + 2), 16);
  return bytes;
}

function bytesOfBase64(value: string): Uint8Array | undefined {
  const bytes = Buffer.from(value.replaceAll("-", "+").replaceAll("_", "/"), "base64");
  return bytes.length >= 12 ? bytes : undefined;
}
