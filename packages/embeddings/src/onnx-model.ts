import type { KnowhowError } from "@knowhow/runtime";
import { unsupportedModel } from "./model-errors.ts";
import type { FileTokenizer } from "./tokenizer-file.ts";
import { toUnit } from "./unit-vector.ts";

/** The part of `onnxruntime-node` that is used. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(path: string, options: Readonly<Record<string, unknown>>): Promise<OnnxSession>;
  };
  readonly Tensor: new (type: "int64", data: BigInt64Array, shape: readonly number[]) => unknown;
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, OnnxOutput>>>;
}

export interface OnnxOutput {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** A loaded model. */
export interface OnnxModel {
  readonly runtime: OnnxRuntime;
  readonly session: OnnxSession;
  readonly tokenizer: FileTokenizer;
  readonly marks: {
    readonly start: number;
    readonly end: number;
    readonly unknown: number;
    readonly padding: number;
  };
  readonly maxPieces: number;
  readonly place: string;
}

/** One vector per list of pieces. */
export async function runModel(
  model: OnnxModel,
  lists: readonly (readonly number[])[],
): Promise<readonly Float32Array[]> {
  const { session, marks, maxPieces } = model;
  const rows = lists.map((list) => [marks.start, ...list.slice(0, maxPieces - 2), marks.end]);
  const length = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const ids = new BigInt64Array(rows.length * length).fill(BigInt(marks.padding));
  const mask = new BigInt64Array(rows.length * length);
  rows.forEach((row, at) => {
    row.forEach((piece, position) => {
      ids[at * length + position] = BigInt(piece);
      mask[at * length + position] = 1n;
    });
  });
  const known: Readonly<Record<string, BigInt64Array>> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: new BigInt64Array(ids.length),
  };
  const inputs = Object.fromEntries(
    session.inputNames.map((name) => {
      const data = known[name];
      if (!data) throw unsupported(model.place, `it asks for an input ${name}`);
      return [name, new model.runtime.Tensor("int64", data, [rows.length, length])];
    }),
  );
  const outputs = await session.run(inputs);
  const whole = outputs.sentence_embedding;
  if (whole) return split(values(whole, model.place), rows.length).map((vector) => toUnit(vector.slice()));
  const layer =
    outputs.last_hidden_state ?? outputs.token_embeddings ?? outputs[session.outputNames[0] ?? ""];
  if (layer?.dims.length !== 3) throw unsupported(model.place, "it gives no vectors of pieces");
  const width = layer.dims[2] ?? 0;
  return split(values(layer, model.place), rows.length).map((block, at) =>
    toUnit(sumOf(block, rows[at]?.length ?? 0, width)),
  );
}

/** The sum has the same direction as the mean. */
function sumOf(block: Float32Array, count: number, width: number): Float32Array {
  const sum = new Float32Array(width);
  for (let at = 0; at < count * width; at += 1) sum[at % width] = (sum[at % width] ?? 0) + (block[at] ?? 0);
  return sum;
}

function split(data: Float32Array, count: number): readonly Float32Array[] {
  const size = data.length / count;
  return Array.from({ length: count }, (_, at) => data.subarray(at * size, (at + 1) * size));
}

function values(output: OnnxOutput, place: string): Float32Array {
  if (output.data instanceof Float32Array) return output.data;
  throw unsupported(place, "its vectors are not 32-bit floats");
}

function unsupported(place: string, why: string): KnowhowError {
  return unsupportedModel(
    place,
    why,
    "Choose a sentence-transformers model, or serve this one and use endpointEmbedder.",
  );
}
