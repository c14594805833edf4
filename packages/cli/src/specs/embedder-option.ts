import type { OptionSpec } from "../table/command.ts";

/** On every command that asks the matcher. */
export const EMBEDDER: OptionSpec = {
  name: "embedder",
  value: "EMBEDDER",
  summary:
    "what compares meanings: static (shipped, the default), none, onnx:DIR, dir:DIR, or http://…/v1#MODEL; see docs/matching.md",
};
