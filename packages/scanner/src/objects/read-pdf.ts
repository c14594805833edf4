import { inflateStart } from "./inflate-whole.ts";

/** What a PDF file contains, as far as it can be read without drawing it. */
export interface PdfReading {
  /** The text of all pages and objects. */
  readonly text: string;
  /** Names of actions that run something. */
  readonly active: readonly string[];
  /** Why something could not be read. */
  readonly gaps: readonly string[];
  /** Embedded files. */
  readonly files: readonly Uint8Array[];
  /** Offset after the end mark; undefined if there is none. */
  readonly end: number | undefined;
}

const ACTIVE = /\/(?:JavaScript|JS|Launch|RichMedia)(?![A-Za-z])/g;
/** Compressed pictures. They contain no text. */
const PICTURE =
  /\/(?:DCTDecode|JPXDecode|CCITTFaxDecode|JBIG2Decode)\b|\/Subtype\s{0,5}\/Image\b|\/FontFile\d?\b|\/Length1\b|\/Type1C\b|\/CIDFontType0C\b|\/OpenType\b/;
/** The most that one stream may unpack to. */
const MAX_STREAM = 8_000_000;

/** Reads the streams of a PDF file. */
export function readPdfFile(bytes: Uint8Array, maxBytes: number): PdfReading {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const body = data.toString("latin1");
  const gaps = new Set<string>();
  const files: Uint8Array[] = [];
  const streams: string[] = [];
  let left = maxBytes;
  let isMissingFont = false;
  for (const { head, from, to } of streamsOf(body)) {
    const filters = [
      ...head.matchAll(
        /\/(ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|FlateDecode|Crypt|AHx|A85|LZW|RL|Fl)\b/g,
      ),
    ].map((match) => match[1]);
    if (PICTURE.test(head)) continue;
    const written = data.subarray(from, to);
    const outer = /^(?:ASCII85Decode|A85)$/.test(filters[0] ?? "")
      ? ascii85
      : /^(?:ASCIIHexDecode|AHx)$/.test(filters[0] ?? "")
        ? asciiHex
        : undefined;
    if (outer !== undefined) filters.shift();
    const raw = outer === undefined ? written : outer(written.toString("latin1"));
    if (raw === undefined) {
      gaps.add("a stream is damaged");
      continue;
    }
    if (filters.length === 0) {
      if (/\/EmbeddedFile\b/.test(head)) files.push(raw);
      else streams.push(raw.toString("latin1"));
      continue;
    }
    if (filters.length > 1 || !/^Fl/.test(filters[0] ?? "")) {
      gaps.add("it has streams in an encoding that is not read");
      continue;
    }
    const unpacked = inflateStart("zlib", raw, Math.min(left, MAX_STREAM));
    if (unpacked === undefined) {
      gaps.add("a stream is damaged or too large when unpacked");
      continue;
    }
    left -= unpacked.content.length;
    if (/\/EmbeddedFile\b/.test(head)) files.push(unpacked.content);
    else streams.push(Buffer.from(unpacked.content).toString("latin1"));
  }
  if (/\/Encrypt\b/.test(body)) gaps.add("it is encrypted");
  const maps = streams.filter((stream) => /beginbf(?:char|range)/.test(stream)).map(readCharacterMap);
  const pages = streams.filter((stream) => /\bT[jJ]\b|'/.test(stream) && !/beginbf/.test(stream));
  const texts = pages.flatMap((page) => {
    const glyphs = glyphsOf(page);
    if (glyphs.length > 0 && maps.length === 0) isMissingFont = true;
    return [
      shownText(page),
      ...maps.slice(0, 24).map((map) => glyphs.map((run) => spelled(run, map)).join(" ")),
    ];
  });
  if (isMissingFont) gaps.add("its letters are numbers of a font that does not say what they mean");
  const others = streams.filter(
    (stream) => !pages.includes(stream) && /^[\x09-\x7e\x80-\xff]{0,200}/.test(stream),
  );
  const active = [body, ...others].flatMap((text) =>
    [...text.matchAll(ACTIVE)].slice(0, 3).map(([name]) => name),
  );
  const last = body.lastIndexOf("%%EOF");
  if (last === -1) gaps.add("it is a damaged PDF file");
  return {
    text: [...texts, ...others].join("\n"),
    active: [...new Set(active)],
    gaps: [...gaps],
    files,
    end: last === -1 ? undefined : last + 5,
  };
}

/** PDF 32000-1, 7.4.3: five characters stand for four bytes, `z` for four zeros. Undefined for anything else. */
function ascii85(text: string): Buffer | undefined {
  const end = text.indexOf("~>");
  const clean = (end === -1 ? text : text.slice(0, end)).replace(/\s+/g, "").replace(/^<~/, "");
  if (!/^[!-uz]*$/.test(clean)) return undefined;
  const bytes: number[] = [];
  let group: number[] = [];
  const put = (digits: readonly number[], count: number) => {
    const value = digits.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < count; at += 1) bytes.push(Math.floor(value / 256 ** (3 - at)) % 256);
  };
  for (const char of clean) {
    if (char === "z" && group.length === 0) bytes.push(0, 0, 0, 0);
    else {
      group.push(char.charCodeAt(0) - 33);
      if (group.length < 5) continue;
      put(group, 4);
      group = [];
    }
  }
  if (group.length > 1) put([...group, 84, 84, 84, 84].slice(0, 5), group.length - 1);
  return Buffer.from(bytes);
}

/** PDF 32000-1, 7.4.2: two digits stand for a byte. Undefined for anything else. */
function asciiHex(text: string): Buffer | undefined {
  const end = text.indexOf(">");
  const clean = (end === -1 ? text : text.slice(0, end)).replace(/\s+/g, "");
  return /^[0-9a-fA-F]*$/.test(clean)
    ? Buffer.from(clean.length % 2 === 0 ? clean : `${clean}0`, "hex")
    : undefined;
}

/** The streams of a file: the dictionary before each, and where its bytes are. */
function* streamsOf(
  body: string,
): Generator<{ readonly head: string; readonly from: number; readonly to: number }> {
  for (let at = body.indexOf("stream"); at !== -1; ) {
    if (body.startsWith("end", at - 3)) {
      at = body.indexOf("stream", at + 6);
      continue;
    }
    const from = body[at + 6] === "\r" && body[at + 7] === "\n" ? at + 8 : at + 7;
    const close = body.indexOf("endstream", from);
    const to = close === -1 ? body.length : close;
    const before = body.slice(Math.max(0, at - 600), at);
    const start = Math.max(before.lastIndexOf("obj"), 0);
    yield { head: before.slice(start), from, to };
    if (close === -1) return;
    at = body.indexOf("stream", close + 9);
  }
}

/** The text that a page shows, of fonts that use the codes of letters. */
function shownText(content: string): string {
  const parts: string[] = [];
  for (const match of content.matchAll(/\(((?:[^()\\]|\\[\s\S]){0,2000})\)|<([0-9a-fA-F\s]{2,4000})>/g)) {
    const [, plain, hex] = match;
    if (plain !== undefined) parts.push(plain.replace(/\\([()\\])/g, "$1"));
    else parts.push(Buffer.from((hex ?? "").replace(/\s/g, ""), "hex").toString("latin1"));
  }
  // Letters are often placed one by one, so that a word is in many strings.
  return `${parts.join(" ")}\n${parts.join("")}`;
}

/** Runs of numbers of letters, two bytes each. */
function glyphsOf(content: string): readonly (readonly number[])[] {
  return [...content.matchAll(/<([0-9a-fA-F\s]{4,4000})>/g)].flatMap((match) => {
    const digits = (match[1] ?? "").replace(/\s/g, "");
    if (digits.length % 4 !== 0 || !digits.startsWith("0")) return [];
    return [(digits.match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16))];
  });
}

function spelled(run: readonly number[], map: ReadonlyMap<number, string>): string {
  return run.map((code) => map.get(code) ?? "").join("");
}

/** What the numbers of a font mean. */
function readCharacterMap(stream: string): ReadonlyMap<number, string> {
  const map = new Map<number, string>();
  for (const section of stream.split("beginbfchar").slice(1)) {
    const rows = section.split("endbfchar", 1)[0] ?? "";
    for (const [, code, value] of rows.matchAll(/<([0-9a-fA-F]{4})>\s{0,9}<((?:[0-9a-fA-F]{4}){1,4})>/g))
      map.set(Number.parseInt(code ?? "", 16), utf16(value ?? ""));
  }
  for (const section of stream.split("beginbfrange").slice(1)) {
    const rows = section.split("endbfrange", 1)[0] ?? "";
    for (const match of rows.matchAll(
      /<([0-9a-fA-F]{4})>\s{0,9}<([0-9a-fA-F]{4})>\s{0,9}<([0-9a-fA-F]{4})>/g,
    )) {
      const [from = 0, to = 0, value = 0] = match.slice(1).map((hex) => Number.parseInt(hex, 16));
      for (let code = from; code <= to && code - from < 0x1000; code += 1)
        map.set(code, String.fromCharCode(value + code - from));
    }
  }
  return map;
}

function utf16(hex: string): string {
  return Buffer.from(hex, "hex").swap16().toString("utf16le");
}
