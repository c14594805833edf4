import type { Hash } from "../ports.ts";

const BLOCK_BYTES = 64;

/** HMAC-SHA256 (RFC 2104) in lower-case hex, over a hash of the host. */
export function hmacSha256(
  key: string | Uint8Array,
  data: string | Uint8Array,
  { sha256 }: Pick<Hash, "sha256">,
): string {
  const given = bytesOf(key);
  const short = given.length > BLOCK_BYTES ? fromHex(sha256(given)) : given;
  const padded = (byte: number) => {
    const block = new Uint8Array(BLOCK_BYTES).fill(byte);
    for (const [index, value] of short.entries()) block[index] = value ^ byte;
    return block;
  };
  return sha256(join(padded(0x5c), fromHex(sha256(join(padded(0x36), bytesOf(data))))));
}

/** Compares two texts in a time that depends only on their lengths. */
export function sameText(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1)
    difference |= a.charCodeAt(index) ^ b.charCodeAt(index % Math.max(1, b.length));
  return difference === 0;
}

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? new TextEncoder().encode(data) : data;
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
