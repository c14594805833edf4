import type { OptionSpec } from "../table/command.ts";

/** The option of every command that matches messages. */
export const EMBEDDER: OptionSpec = {
  name: "embedder",
  value: "EMBEDDER",
  summary:
    "how to compare meanings: static (built in, default), none, onnx:DIR, dir:DIR or http://HOST/v1#MODEL",
};
