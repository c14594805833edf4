import type { FileType } from "./file-type.ts";
import { inflateStart } from "./inflate-whole.ts";

/** What an image file contains besides the picture. */
export interface ImageReading {
  /** Offset at which the image ends; undefined if its structure is broken. */
  readonly end: number | undefined;
  /** Comments and metadata. */
  readonly texts: readonly Uint8Array[];
}

/** Walks the structure of an image, to find its end and its texts. */
export function readImage(type: FileType, bytes: Uint8Array): ImageReading {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === "png") return readPng(data);
  if (type === "jpeg") return readJpeg(data);
  if (type === "gif") return readGif(data);
  const end = data.length < 8 ? undefined : data.readUInt32LE(4) + 8;
  return {
    end: end !== undefined && end <= data.length + 1 ? Math.min(end + (end % 2), data.length) : undefined,
    texts: [],
  };
}

function readPng(data: Buffer): ImageReading {
  const texts: Uint8Array[] = [];
  for (let at = 8; at + 12 <= data.length; ) {
    const length = data.readUInt32BE(at);
    const type = data.toString("latin1", at + 4, at + 8);
    const content = data.subarray(at + 8, at + 8 + length);
    if (!PICTURE_CHUNKS.test(type)) texts.push(content, ...compressedText(type, content));
    at += 12 + length;
    if (type === "IEND") return { end: at <= data.length ? at : undefined, texts };
  }
  return { end: undefined, texts };
}

/** Chunks that only describe the picture. All others can contain anything. */
const PICTURE_CHUNKS =
  /^(?:IHDR|PLTE|IDAT|IEND|tRNS|cHRM|gAMA|iCCP|sBIT|sRGB|bKGD|hIST|pHYs|sPLT|tIME|acTL|fcTL|fdAT|cICP|mDCv|cLLi)$/;
const MAX_TEXT = 4_000_000;

/** Texts in a picture may be compressed: after a keyword, and in `iTXt` after more fields. */
function compressedText(type: string, content: Buffer): readonly Uint8Array[] {
  if (type !== "zTXt" && type !== "iTXt") return [];
  for (let at = content.indexOf(0x78); at !== -1 && at < 400; at = content.indexOf(0x78, at + 1)) {
    const unpacked = inflateStart("zlib", content.subarray(at), MAX_TEXT);
    if (unpacked !== undefined) return [unpacked.content];
  }
  return [];
}

function readJpeg(data: Buffer): ImageReading {
  const texts: Uint8Array[] = [];
  let at = 2;
  while (at + 4 <= data.length) {
    if (data[at] !== 0xff) return { end: undefined, texts };
    const marker = data[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (marker === 0xd9) return { end: at + 2, texts };
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else {
      const length = data.readUInt16BE(at + 2);
      if (marker === 0xfe || (marker >= 0xe1 && marker <= 0xef))
        texts.push(data.subarray(at + 4, at + 2 + length));
      at += 2 + length;
      if (marker === 0xda) at = afterScan(data, at);
    }
  }
  return {
    end: data[data.length - 2] === 0xff && data[data.length - 1] === 0xd9 ? data.length : undefined,
    texts,
  };
}

/** The picture itself ends at a marker that is neither padding nor a restart. */
function afterScan(data: Buffer, from: number): number {
  for (let at = data.indexOf(0xff, from); at !== -1; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1] ?? 0;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at;
  }
  return data.length;
}

function readGif(data: Buffer): ImageReading {
  const texts: Uint8Array[] = [];
  if (data.length < 13) return { end: undefined, texts };
  const flags = data[10] ?? 0;
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (at < data.length) {
    const block = data[at];
    if (block === 0x3b) return { end: at + 1, texts };
    if (block === 0x21) {
      // All extensions but the one for animations contain text or whatever a program puts there.
      if (data[at + 1] !== 0xf9) texts.push(joinedBlocks(data, at + 2));
      at = skipBlocks(data, at + 2);
    } else if (block === 0x2c) {
      const local = data[at + 9] ?? 0;
      at = skipBlocks(data, at + 11 + (local & 0x80 ? 3 * 2 ** ((local & 7) + 1) : 0));
    } else return { end: undefined, texts };
  }
  return { end: undefined, texts };
}

/** The content of blocks, each of which has up to 255 bytes after its length. */
function joinedBlocks(data: Buffer, from: number): Uint8Array {
  const parts: Buffer[] = [];
  for (let at = from; at < data.length && data[at] !== 0; at += (data[at] ?? 0) + 1)
    parts.push(data.subarray(at + 1, at + 1 + (data[at] ?? 0)));
  return Buffer.concat(parts);
}

function skipBlocks(data: Buffer, from: number): number {
  let at = from;
  while (at < data.length && data[at] !== 0) at += (data[at] ?? 0) + 1;
  return at + 1;
}
