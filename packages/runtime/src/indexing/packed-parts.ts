/** The parts of a file, in order. */
export interface Parts {
  /** Key of the content. */
  readonly of: string;
  readonly bytes: () => Uint8Array;
  readonly texts: () => readonly string[];
  readonly signed: () => Int8Array;
  readonly halves: () => Uint16Array;
  readonly words: () => Uint32Array;
  readonly floats: () => Float32Array;
}

/** Packs strings as a part. They must not contain line breaks. */
export function packTexts(items: readonly string[]): Uint8Array {
  return new TextEncoder().encode(items.join("\n"));
}

export function unpackTexts(bytes: Uint8Array): readonly string[] {
  const joined = new TextDecoder().decode(bytes);
  return joined === "" ? [] : joined.split("\n");
}

/**
 * Packs a header line with the format, the key and the length of each part, padded; then the parts, each aligned to 8
 * bytes.
 */
export function packParts(format: string, of: string, parts: readonly ArrayBufferView[]): Uint8Array {
  const sizes = parts.map((part) => part.byteLength);
  const line = `${format} ${of} ${sizes.join(" ")}`;
  const head = padded(line.length + 1);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + padded(size), head));
  bytes.fill(32, 0, head).set(new TextEncoder().encode(line));
  bytes[head - 1] = 10;
  let at = head;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += padded(part.byteLength);
  }
  return bytes;
}

/** Reads what `packParts` wrote in a format; undefined for anything else. */
export function unpackParts(format: string, bytes: Uint8Array, count: number): Parts | undefined {
  const newline = bytes.subarray(0, 512).indexOf(10);
  if (newline < 0) return undefined;
  const line = new TextDecoder().decode(bytes.subarray(0, newline));
  const [written, of = "", ...sizes] = line.trim().split(" ");
  if (written !== format || sizes.length !== count) return undefined;
  // 32-bit views need an aligned offset, but bytes from a file may start anywhere in their buffer.
  const start = bytes.byteOffset + newline + 1;
  const content = start % 8 === 0 ? bytes.subarray(newline + 1) : bytes.slice(newline + 1);
  const parts: Uint8Array[] = [];
  let at = 0;
  for (const size of sizes.map(Number)) {
    parts.push(content.subarray(at, at + size));
    at += padded(size);
  }
  return at === content.length ? readParts(of, parts) : undefined;
}

function readParts(of: string, parts: readonly Uint8Array[]): Parts {
  let next = 0;
  const take = () => {
    const part = parts[next] ?? new Uint8Array();
    next += 1;
    return part;
  };
  return {
    of,
    bytes: take,
    texts: () => unpackTexts(take()),
    signed: () => {
      const { buffer, byteOffset, byteLength } = take();
      return new Int8Array(buffer, byteOffset, byteLength);
    },
    halves: () => {
      const { buffer, byteOffset, byteLength } = take();
      return new Uint16Array(buffer, byteOffset, byteLength >>> 1);
    },
    words: () => {
      const { buffer, byteOffset, byteLength } = take();
      return new Uint32Array(buffer, byteOffset, byteLength >>> 2);
    },
    floats: () => {
      const { buffer, byteOffset, byteLength } = take();
      return new Float32Array(buffer, byteOffset, byteLength >>> 2);
    },
  };
}

function padded(size: number): number {
  return (size + 7) & ~7;
}
