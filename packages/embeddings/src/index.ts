export { type ConfiguredEmbeddersOptions, configuredEmbedders } from "./configured-embedders.ts";
export { type EndpointEmbedderOptions, endpointEmbedder } from "./endpoint-embedder.ts";
export { type OnnxEmbedderOptions, onnxEmbedder } from "./onnx-embedder.ts";
export type { OnnxOutput, OnnxRuntime, OnnxSession } from "./onnx-model.ts";
export type { Prefixes } from "./prefixes.ts";
export { staticDirectoryEmbedder } from "./static-directory.ts";
export {
  STATIC_MODEL_FILE,
  type StaticEmbedderOptions,
  type SyncEmbedder,
  staticEmbedder,
} from "./static-embedder.ts";
export {
  type FeatureExtraction,
  type TransformersEmbedderOptions,
  type TransformersModule,
  transformersEmbedder,
} from "./transformers-embedder.ts";
