import { gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

type InflateFormat = "raw" | "zlib" | "gzip";

const INFLATE = { raw: inflateRawSync, zlib: inflateSync, gzip: gunzipSync } as const;

/** The unpacked bytes; undefined if they are damaged, cut off, larger than allowed, or followed by something else. */
export function inflateWhole(
  format: InflateFormat,
  bytes: Uint8Array,
  maxBytes: number,
): Uint8Array | undefined {
  const unpacked = inflateStart(format, bytes, maxBytes);
  return unpacked === undefined || unpacked.used < bytes.length ? undefined : unpacked.content;
}

/** The unpacked bytes, and how many bytes of the input belong to them. */
export function inflateStart(
  format: InflateFormat,
  bytes: Uint8Array,
  maxBytes: number,
): { readonly content: Uint8Array; readonly used: number } | undefined {
  try {
    const unpacked: unknown = INFLATE[format](bytes, { maxOutputLength: Math.max(1, maxBytes), info: true });
    if (!isUnpacked(unpacked)) return undefined;
    return { content: unpacked.buffer, used: unpacked.engine.bytesWritten };
  } catch {
    return undefined;
  }
}

/** With `info`, Node also returns the engine, which the types do not say. */
function isUnpacked(
  value: unknown,
): value is { readonly buffer: Uint8Array; readonly engine: { readonly bytesWritten: number } } {
  return (
    typeof value === "object" &&
    value !== null &&
    "buffer" in value &&
    value.buffer instanceof Uint8Array &&
    "engine" in value &&
    typeof value.engine === "object" &&
    value.engine !== null &&
    "bytesWritten" in value.engine
  );
}
