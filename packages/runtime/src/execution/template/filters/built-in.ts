import type { RenderFrame } from "../evaluation/frame.ts";

/** A filter, test, method or function of the language. */
export interface BuiltIn<Result> {
  /** Names of the parameters in order. With `rest`, they can only be given by name. */
  readonly parameters: readonly string[];
  /** How many of them must be given. Default none. */
  readonly required?: number;
  /** Any number of further arguments, which follow the parameters. */
  readonly rest?: true;
  /** True if it accepts a value that is not defined. */
  readonly lenient?: true;
  /** Arguments that were not given are undefined. */
  readonly apply: (frame: RenderFrame, value: unknown, given: readonly unknown[]) => Result;
}

export type BuiltInFilter = BuiltIn<unknown>;
export type BuiltInTest = BuiltIn<boolean>;
