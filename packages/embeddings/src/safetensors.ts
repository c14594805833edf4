import { invalidModel, unsupportedModel } from "./model-errors.ts";

/** A tensor of numbers, independent of their width in the file. */
export interface Tensor {
  readonly shape: readonly number[];
  readonly values: Float32Array | Int8Array;
}

/** The tensors of a safetensors file by name; undefined if there is none of that name. */
export type TensorFile = (name: string) => Tensor | undefined;

interface Row {
  readonly dtype: string;
  readonly shape: readonly number[];
  readonly from: number;
  readonly to: number;
}

const LARGEST_HEADER = 16 * 1024 * 1024;
const WIDTHS: Readonly<Record<string, number>> = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I8: 1 };

/** Parses a safetensors file. Every tensor is bounds-checked before it is read. */
export function readSafetensors(bytes: Uint8Array, place: string): TensorFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const length = bytes.length < 8 ? -1 : Number(view.getBigUint64(0, true));
  if (length < 2 || length > LARGEST_HEADER || 8 + length > bytes.length) {
    throw invalidModel(place, "its header does not fit");
  }
  const header = parseHeader(new TextDecoder().decode(bytes.subarray(8, 8 + length)), place);
  return (name) => {
    if (!Object.hasOwn(header, name)) return undefined;
    const row = readRow(Reflect.get(header, name));
    const width = row && WIDTHS[row.dtype];
    if (!row) throw invalidModel(place, `its tensor ${name} is not described`);
    if (width === undefined) {
      throw unsupportedModel(
        place,
        `its tensor ${name} is of type ${row.dtype}`,
        "Save the model with float or int8 weights.",
      );
    }
    const count = row.shape.reduce((product, size) => product * size, 1);
    const [from, to] = [8 + length + row.from, 8 + length + row.to];
    if (to > bytes.length || to - from !== count * width) {
      throw invalidModel(place, `its tensor ${name} is cut off`);
    }
    return { shape: row.shape, values: readValues(row.dtype, view, from, count) };
  };
}

function readValues(dtype: string, view: DataView, from: number, count: number): Float32Array | Int8Array {
  if (dtype === "I8") return new Int8Array(view.buffer, view.byteOffset + from, count);
  const values = new Float32Array(count);
  const read = READERS[dtype] ?? (() => 0);
  const width = WIDTHS[dtype] ?? 0;
  for (let at = 0; at < count; at += 1) values[at] = read(view, from + at * width);
  return values;
}

const READERS: Readonly<Record<string, (view: DataView, at: number) => number>> = {
  F64: (view, at) => view.getFloat64(at, true),
  F32: (view, at) => view.getFloat32(at, true),
  F16: (view, at) => halfFloat(view.getUint16(at, true)),
  BF16: (view, at) => brainFloat(view.getUint16(at, true)),
  I64: (view, at) => Number(view.getBigInt64(at, true)),
  I32: (view, at) => view.getInt32(at, true),
};

/** IEEE 754 binary16. */
function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

const scratch = new DataView(new ArrayBuffer(4));

/** The upper half of a binary32. */
function brainFloat(bits: number): number {
  scratch.setUint32(0, bits * 65_536);
  return scratch.getFloat32(0);
}

function parseHeader(text: string, place: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return value;
  } catch (cause) {
    throw invalidModel(place, "its header is not JSON", cause);
  }
  throw invalidModel(place, "its header is not an object");
}

function readRow(value: unknown): Row | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const dtype: unknown = Reflect.get(value, "dtype");
  const shape = wholeNumbers(Reflect.get(value, "shape"));
  const [from, to] = wholeNumbers(Reflect.get(value, "data_offsets")) ?? [];
  if (typeof dtype !== "string" || !shape || from === undefined || to === undefined || to < from)
    return undefined;
  return { dtype, shape, from, to };
}

function wholeNumbers(value: unknown): readonly number[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const numbers = value.filter((item): item is number => Number.isSafeInteger(item) && item >= 0);
  return numbers.length === value.length ? numbers : undefined;
}
