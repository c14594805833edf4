/** Bytes as text, and whether they were text at all. */
export interface DecodedText {
  readonly text: string;
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "latin1";
}

/** Decodes a text file whatever its encoding is; undefined if the bytes are not text. */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) {
    const start =
      (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) ? 2 : 0;
    return { text: decodeUtf16(bytes.subarray(start), utf16 === "utf-16be"), encoding: utf16 };
  }
  if (controlShare(bytes) > 0.02) return undefined;
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "utf-8" };
  } catch {
    // Old text files have one byte per letter. Mostly ASCII, or it is something else.
    return highShare(bytes) < 0.35
      ? { text: Buffer.from(bytes).toString("latin1"), encoding: "latin1" }
      : undefined;
  }
}

/** Runs of printable characters in bytes, as one text; also those that are written with two bytes each. */
export function printableRuns(bytes: Uint8Array): string {
  const runs: string[] = [];
  const narrow = Buffer.from(bytes).toString("latin1");
  for (const match of narrow.matchAll(/[\x20-\x7e\t]{6,}/g)) runs.push(match[0]);
  if (narrow.includes("\0")) {
    for (const match of narrow.matchAll(/(?:[\x20-\x7e]\0){6,}/g)) runs.push(match[0].replaceAll("\0", ""));
  }
  return runs.join("\n");
}

function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const length = Math.min(bytes.length, 4_000) & ~1;
  if (length < 8) return undefined;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const half = length / 2;
  if (odd > half * 0.7 && even < half * 0.05) return "utf-16le";
  if (even > half * 0.7 && odd < half * 0.05) return "utf-16be";
  return undefined;
}

function decodeUtf16(bytes: Uint8Array, isBigEndian: boolean): string {
  const copy = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return (isBigEndian ? copy.swap16() : copy).toString("utf16le");
}

function controlShare(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) count += 1;
  return bytes.length === 0 ? 0 : count / bytes.length;
}

function highShare(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte > 127) count += 1;
  return count / bytes.length;
}
